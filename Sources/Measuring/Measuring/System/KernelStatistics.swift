/// Numbers in the Linux kernel's `/proc/stat` and `/proc/loadavg`.
enum KernelStatistics {
  /// The steal column (the eighth) of the first line of `/proc/stat`; 0 where it is missing.
  ///
  /// Works on bytes and allocates nothing, as it is called around every epoch.
  static func stealTicks(statBytes: some Collection<UInt8>) -> UInt64 {
    let space = UInt8(ascii: " ")
    let newline = UInt8(ascii: "\n")
    var column = 0
    var inNumber = false
    var value: UInt64 = 0
    for byte in statBytes {
      if byte == newline { break }
      if byte == space {
        //     column   1     2      3      4        5      6        7     8         9
        //     /proc    cpu   user   nice   system   idle   iowait   irq   softirq   steal
        if inNumber, column == 9 { return value }
        inNumber = false
        continue
      }
      if !inNumber {
        inNumber = true
        column += 1
        value = 0
      }
      // The first column is the word "cpu"; from the second on there are digits.
      guard column > 1 else { continue }
      guard (48...57).contains(byte) else { return 0 }
      value = value &* 10 &+ UInt64(byte - 48)
    }
    return inNumber && column == 9 ? value : 0
  }

  /// Steal as a share of all processor time since the machine started, "0.4 %" for example.
  static func stealShare(stat: String) -> String? {
    guard let line = stat.split(separator: "\n").first, line.hasPrefix("cpu ") else { return nil }
    let ticks = line.split(separator: " ").dropFirst().compactMap { UInt64($0) }
    guard ticks.count >= 8 else { return nil }
    // Guest time (columns 9 and 10) is contained in user time and must not count twice.
    let total = ticks.prefix(8).reduce(0, &+)
    guard total > 0 else { return nil }
    // Rounded to tenths of a percent in integers: half of the divisor is added first.
    let tenths = (ticks[7] * 1000 + total / 2) / total
    return "\(tenths / 10).\(tenths % 10) % since boot"
  }

  /// The three load averages, "0.51 0.40 0.22" for example.
  static func loadAverages(_ text: String) -> String? {
    let fields = text.split { $0 == " " || $0 == "\n" }.prefix(3)
    guard fields.count == 3, fields.allSatisfy({ Double($0) != nil }) else { return nil }
    return fields.joined(separator: " ")
  }
}
