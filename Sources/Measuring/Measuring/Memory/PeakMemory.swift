internal import CMeasuringShims

#if canImport(Darwin)
  internal import Darwin
#endif

/// The most memory the process has held at once.
///
/// On Linux the peak can be set back, so that each piece of work gets its own; elsewhere it is the
/// peak since the process started.
///
/// ```swift
/// let scoped = PeakMemory.reset()
/// work()
/// let peak = PeakMemory.bytes()
/// ```
public enum PeakMemory {
  /// Peak bytes resident since the last reset; nil when the system does not say.
  public static func bytes() -> Int? {
    #if os(Linux)
      guard let status = try? SmallFile.read("/proc/self/status") else { return nil }
      return bytes(field: "VmHWM", inStatus: status)
    #elseif canImport(Darwin)
      var usage = rusage()
      return getrusage(RUSAGE_SELF, &usage) == 0 ? Int(usage.ru_maxrss) : nil
    #else
      return nil
    #endif
  }

  /// Peak bytes resident of another process that still runs; nil when the system does not say.
  static func bytes(ofProcess identifier: Int32) -> Int? {
    #if os(Linux)
      guard let status = try? SmallFile.read("/proc/\(identifier)/status") else { return nil }
      return bytes(field: "VmHWM", inStatus: status)
    #else
      return nil
    #endif
  }

  /// Bytes resident now; nil when the system does not say.
  public static func currentBytes() -> Int? {
    #if os(Linux)
      guard let status = try? SmallFile.read("/proc/self/status") else { return nil }
      return bytes(field: "VmRSS", inStatus: status)
    #else
      return nil
    #endif
  }

  /// Sets the peak back to what is resident now.
  ///
  /// First, freed memory is returned to the system: work that reuses it would not seem to need any.
  ///
  /// - Returns: Whether the system allowed it; if not, the peak stays that of the whole process.
  public static func reset() -> Bool {
    #if os(Linux)
      cmeasurement_return_free_memory()
      // "5" is the kernel's code for "reset the peak resident set size" (man 5 proc, clear_refs).
      return (try? SmallFile.write("5", to: "/proc/self/clear_refs")) != nil
    #else
      return false
    #endif
  }

  /// A field such as "VmHWM:     2128 kB" of `/proc/self/status`.
  static func bytes(field: String, inStatus status: String) -> Int? {
    for line in status.split(separator: "\n") where line.hasPrefix(field + ":") {
      let words = line.dropFirst(field.count + 1).split { $0 == " " || $0 == "\t" }
      guard words.count == 2, words[1] == "kB", let kilobytes = Int(words[0]) else { return nil }
      return kilobytes * 1024
    }
    return nil
  }
}
