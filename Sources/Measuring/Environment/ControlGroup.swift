/// How much processor time a Linux control group allows, from the kernel's files.
enum ControlGroup {
  /// A limit that a group sets.
  enum Quota: Equatable, Comparable {
    /// So many processors' worth of time.
    case processors(Double)
    /// As much as there is.
    case unlimited

    var description: String {
      switch self {
      case .unlimited: "none"
      case .processors(let count):
        // Two decimals without Foundation.
        "\((count * 100).rounded() / 100) CPUs"
      }
    }
  }

  /// The folders whose limits apply to a process, innermost first, from `/proc/self/cgroup`.
  ///
  /// In a container the path is often that of the host and not visible; the folders above it,
  /// which are also in the list, then are.
  static func folders(selfCgroup: String) -> [String] {
    var result: [String] = []
    for line in selfCgroup.split(separator: "\n") {
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }
      let controllers = fields[1].split(separator: ",")
      let roots: [String]
      if fields[0] == "0", fields[1].isEmpty {
        roots = ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"]
      } else if controllers.contains("cpu") {
        roots = ["/sys/fs/cgroup/\(fields[1])", "/sys/fs/cgroup/cpu"]
      } else {
        continue
      }
      for root in roots {
        for folder in ancestors(root: root, path: fields[2]) where !result.contains(folder) {
          result.append(folder)
        }
      }
    }
    return result
  }

  /// `/root/a/b`, `/root/a`, `/root` for the path `/a/b`.
  private static func ancestors(root: String, path: Substring) -> [String] {
    let parts = path.split(separator: "/")
    return (0...parts.count).reversed().map { count in
      ([root] + parts.prefix(count).map(String.init)).joined(separator: "/")
    }
  }

  /// Version 2: `cpu.max` holds "max 100000" or "150000 100000".
  static func quota(cpuMax: String) -> Quota? {
    let fields = cpuMax.split { $0 == " " || $0 == "\n" }
    guard fields.count == 2, let period = Double(fields[1]), period > 0 else { return nil }
    if fields[0] == "max" { return .unlimited }
    return Double(fields[0]).map { .processors($0 / period) }
  }

  /// Version 1: `cpu.cfs_quota_us` holds −1 for no limit, `cpu.cfs_period_us` the period.
  static func quota(cfsQuota: String, cfsPeriod: String) -> Quota? {
    let words = (cfsQuota + " " + cfsPeriod).split { $0 == " " || $0 == "\n" }
    guard words.count == 2, let quota = Double(words[0]), let period = Double(words[1]) else {
      return nil
    }
    guard quota >= 0 else { return .unlimited }
    return period > 0 ? .processors(quota / period) : nil
  }
}
