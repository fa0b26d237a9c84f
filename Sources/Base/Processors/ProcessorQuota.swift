/// The processor time that control groups allow this process, in hundredths of a processor: how
/// Linux gives a container less than the whole machine.
package enum ProcessorQuota {
  /// The tightest limit on this process, read once; `nil` without one, or off Linux.
  package static let current: Int? = {
    #if os(Linux)
      tightest { BoundedFile.text($0) }?.limit
    #else
      nil
    #endif
  }()

  /// What the control groups' files say.
  package enum Finding: Equatable, Sendable {
    /// No group sets a limit.
    case unlimited
    /// The tightest limit, in hundredths of a processor.
    case limited(Int)

    /// The limit; `nil` without one.
    package var limit: Int? { if case .limited(let hundredths) = self { hundredths } else { nil } }
  }

  /// The tightest limit in the system's files.
  ///
  /// A process is bound by every group around it. In a container the path is often that of the host
  /// and not visible; the folders above it, which are searched too, then are.
  ///
  /// - Parameter read: gives the text of a file; `nil` when it cannot be read.
  /// - Returns: what the groups say; `nil` when no group is visible.
  package static func tightest(read: (String) -> String?) -> Finding? {
    var finding: Finding?
    for folder in folders(selfCgroup: read("/proc/self/cgroup") ?? "") {
      let found: Finding?
      if let cpuMax = read("\(folder)/cpu.max") {
        found = quota(cpuMax: cpuMax)
      } else {
        found = read("\(folder)/cpu.cfs_quota_us").flatMap { quota in
          read("\(folder)/cpu.cfs_period_us").flatMap { self.quota(cfsQuota: quota, period: $0) }
        }
      }
      guard let found else { continue }
      switch (finding?.limit, found.limit) {
      case (let old?, let new?): finding = .limited(min(old, new))
      case (nil, _): finding = found
      case (_?, nil): break
      }
    }
    return finding
  }

  /// A limit in words: `none`, or such as `1.50 CPUs`.
  package static func text(_ hundredths: Int?) -> String {
    guard let hundredths else { return "none" }
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) CPUs"
  }

  /// Deeper groups are not searched.
  private static let maximumDepth = 32

  private static func folders(selfCgroup: String) -> [String] {
    var folders: [String] = []
    for line in selfCgroup.split(separator: "\n").prefix(maximumDepth) {
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }
      let roots: [String]
      // "0::/user.slice/a" is of version 2, "4:cpu,cpuacct:/a" of version 1 (cgroups(7)).
      if fields[0] == "0", fields[1].isEmpty {
        roots = ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"]
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

  /// Version 2 of control groups: `max 100000`, or `150000 100000`.
  static func quota(cpuMax: String) -> Finding? {
    let words = cpuMax.split { $0 == " " || $0 == "\n" }
    guard words.count == 2 else { return nil }
    return quota(words[0] == "max" ? "-1" : words[0], period: words[1])
  }

  /// Version 1: a quota of −1 is no limit.
  static func quota(cfsQuota: String, period: String) -> Finding? {
    guard let quota = cfsQuota.split(separator: "\n").first,
      let period = period.split(separator: "\n").first
    else { return nil }
    return self.quota(quota, period: period)
  }

  private static func quota(_ quota: Substring, period: Substring) -> Finding? {
    guard let quota = Int(quota), let period = Int(period), period > 0 else { return nil }
    guard quota >= 0, quota < 1 << 40 else { return .unlimited }
    return .limited(max(quota * 100 / period, 1))
  }
}
