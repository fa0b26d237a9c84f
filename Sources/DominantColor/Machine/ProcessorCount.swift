internal import CVectorShims

/// The processors that this process may run on.
enum ProcessorCount {
  /// Processors online and, on Linux, allowed by the affinity mask; at least 1; asked once.
  static let available = Int(cv_processor_count())
}
