internal import CVectorShims
internal import Processors

/// What a tuning is good for: a machine, the share of it that a process has, and the version of the library.
public struct TuningKey: Hashable, Sendable {
  /// The version of the library.
  public var library: String
  /// The processor's name.
  public var cpu: String
  /// The processor's features, as words of its manuals' bits.
  public var cpuFeatures: String
  /// Processors that this process may run on.
  public var cores: Int
  /// The processor time that control groups allow: `none`, or such as `1.50 CPUs`.
  public var cgroupQuota: String

  /// Makes a key of known parts.
  public init(
    library: String, cpu: String, cpuFeatures: String, cores: Int, cgroupQuota: String
  ) {
    self.library = library
    self.cpu = cpu
    self.cpuFeatures = cpuFeatures
    self.cores = cores
    self.cgroupQuota = cgroupQuota
  }

  /// This library on this machine; found out once.
  public static let current = TuningKey(
    library: Library.version,
    cpu: text(cv_processor_name), cpuFeatures: text(cv_processor_features),
    cores: ProcessorCount.available, cgroupQuota: ProcessorQuota.text(ProcessorQuota.current))

  /// The threads that kernels may use by default: the processors of this process, or
  /// fewer where control groups allow it less time than those have.
  public static var threads: Int { ProcessorCount.usable }

  /// What keeps a tuning of this key from being used with another; empty when nothing does.
  ///
  /// - Parameter current: the key that is needed.
  /// - Returns: a phrase for each part that differs, such as `it was made with 4 cores, not 2`.
  public func differences(from current: TuningKey) -> [String] {
    var differences: [String] = []
    func compare(_ own: String, _ other: String, _ words: (String, String) -> String) {
      if own != other { differences.append(words(own, other)) }
    }
    compare(library, current.library) { "it was made by version \($0), and this is \($1)" }
    compare(cpu, current.cpu) { "it was made on another processor (\($0), not \($1))" }
    compare(cpuFeatures, current.cpuFeatures) {
      "the processor had other features (\($0), not \($1))"
    }
    compare("\(cores)", "\(current.cores)") { "it was made with \($0) usable cores, not \($1)" }
    compare(cgroupQuota, current.cgroupQuota) {
      "the control groups' quota was \($0), and is \($1)"
    }
    return differences
  }

  /// The text that a C function writes.
  private static func text(_ write: (UnsafeMutablePointer<CChar>, Int) -> Void) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      // SAFETY: 128 characters, zeroed; the functions end what they write with a zero within them.
      buffer.initialize(repeating: 0)
      guard let start = buffer.baseAddress else { return "" }
      write(start, buffer.count)
      return String(cString: start)
    }
  }
}
