/// How much processor time the control groups around this process allow, in hundredths of a
/// processor: Linux's way of giving a container less than the machine.
enum ProcessorQuota {
  /// The tightest limit on this process; `nil` without one, or off Linux.
  static func current() -> Int? {
    #if os(Linux)
      tightest(read: { BoundedFile.text($0) })
    #else
      nil
    #endif
  }

  /// The tightest limit by the kernel's files, which tests give in another way.
  ///
  /// A process is bound by every group around it. In a container the path is often that of the host
  /// and not visible; the folders above it, which are looked at too, then are.
  static func tightest(read: (String) -> String?) -> Int? {
    var tightest: Int?
    for folder in folders(selfCgroup: read("/proc/self/cgroup") ?? "") {
      let quota =
        read("\(folder)/cpu.max").map(hundredths(cpuMax:))
        ?? hundredths(
          quota: read("\(folder)/cpu.cfs_quota_us") ?? "",
          period: read("\(folder)/cpu.cfs_period_us") ?? "")
      if let quota { tightest = min(tightest ?? quota, quota) }
    }
    return tightest
  }

  /// The words for a quota in a tuning file: `none`, or `1.50 CPUs`.
  static func text(_ hundredths: Int?) -> String {
    guard let hundredths else { return "none" }
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) CPUs"
  }

  /// Groups deeper than this are not followed: nobody nests them so.
  private static let maximumDepth = 32

  private static func folders(selfCgroup: String) -> [String] {
    var folders: [String] = []
    for line in selfCgroup.split(separator: "\n").prefix(maximumDepth) {
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }
      let roots: [String]
      if fields[0] == "0", fields[1].isEmpty {
        roots = ["/sys/fs/cgroup"]
      } else if fields[1].split(separator: ",").contains("cpu") {
        roots = ["/sys/fs/cgroup/\(fields[1])", "/sys/fs/cgroup/cpu"]
      } else {
        continue
      }
      let parts = fields[2].split(separator: "/").prefix(maximumDepth).map(String.init)
      for root in roots {
        for depth in 0...parts.count {
          let folder = ([root] + parts.prefix(depth)).joined(separator: "/")
          if !folders.contains(folder) { folders.append(folder) }
        }
      }
    }
    return folders
  }

  /// Version 2 says "max 100000" or "150000 100000".
  private static func hundredths(cpuMax: String) -> Int? {
    let words = cpuMax.split { $0 == " " || $0 == "\n" }
    return words.count == 2 ? hundredths(quota: words[0], period: words[1]) : nil
  }

  /// Version 1 says −1 for no limit, version 2 "max", which is no number.
  private static func hundredths(quota: some StringProtocol, period: some StringProtocol) -> Int? {
    func number(_ text: some StringProtocol) -> Int? { Int(String(text.filter { $0 != "\n" })) }
    guard let quota = number(quota), let period = number(period), quota > 0, period > 0,
      quota < 1 << 40
    else { return nil }
    return max(quota * 100 / period, 1)
  }
}
