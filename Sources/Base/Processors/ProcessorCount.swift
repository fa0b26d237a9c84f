internal import CProcessors

/// How many processors this process may use: the one count that every module goes by.
public enum ProcessorCount {
  /// Processors that are online and, on Linux, in the affinity mask; at least 1.
  ///
  /// Counted once, at the first use.
  package static let available = Int(cprocessors_available())

  /// The number of threads that can run at the same time: ``available``, or fewer where control
  /// groups allow less processor time than that; at least 1.
  ///
  /// A quota of 1.5 processors counts as 2. Worked out once, at the first use.
  public static let usable = threads(available: available, quota: ProcessorQuota.current)

  /// The threads for a number of processors and a quota in hundredths of a processor.
  static func threads(available: Int, quota: Int?) -> Int {
    guard let quota else { return max(available, 1) }
    return max(min(available, (quota + 99) / 100), 1)
  }
}
