internal import Processors

/// Fills a record from Linux's files.
///
/// It reads through a closure, so that tests give it the files of other machines.
struct LinuxEnvironment {
  /// Gives the text of a file, or says why it cannot.
  let read: (String) -> Result<String, SmallFile.Unreadable>

  /// The cores the process may run on; nil when the system does not say.
  let usableCores: Int?

  /// Sets every field that the files report.
  func fill(_ record: inout EnvironmentRecord) {
    fillProcessor(&record)
    record[.cgroupQuota] = quota()
    record[.governor] = governor()
    let cpu = "/sys/devices/system/cpu"
    record[.turbo] = EnvironmentValue(
      KernelSettings.turbo(
        noTurbo: text("\(cpu)/intel_pstate/no_turbo"), boost: text("\(cpu)/cpufreq/boost")),
      orUnknown: "the system has no frequency control, as is usual in virtual machines")
    record[.smt] = value("\(cpu)/smt/control", KernelSettings.smt)
    record[.hugePages] = value(
      "/sys/kernel/mm/transparent_hugepage/enabled", KernelSettings.bracketed)
    record[.aslr] = value("/proc/sys/kernel/randomize_va_space") { setting in
      KernelSettings.addressRandomisation(
        setting: setting, personality: text("/proc/self/personality"))
    }
    record[.operatingSystem] = value("/etc/os-release") {
      KernelSettings.operatingSystem(osRelease: $0)
    }
    record[.load] = value("/proc/loadavg", KernelStatistics.loadAverages)
    record[.steal] = value("/proc/stat") { KernelStatistics.stealShare(stat: $0) }
  }

  private func fillProcessor(_ record: inout EnvironmentRecord) {
    switch read("/proc/cpuinfo") {
    case .failure(let problem):
      for field in [EnvironmentField.cpuModel, .cpuFeatures, .cores] {
        record[field] = .unknown(problem.description)
      }
    case .success(let text):
      let processor = ProcessorDescription(cpuinfo: text)
      let silent = "/proc/cpuinfo does not say"
      record[.cpuModel] = EnvironmentValue(processor.model, orUnknown: silent)
      record[.cpuFeatures] = EnvironmentValue(processor.features, orUnknown: silent)
      guard processor.count > 0 else {
        record[.cores] = .unknown(silent)
        return
      }
      let usable = usableCores.map { "\($0) usable of " } ?? ""
      record[.cores] = .known("\(usable)\(processor.count) online")
    }
  }

  private func quota() -> EnvironmentValue {
    let groups: String
    switch read("/proc/self/cgroup") {
    case .failure(let problem): return .unknown(problem.description)
    case .success(let text): groups = text
    }
    let finding = ProcessorQuota.tightest {
      $0 == "/proc/self/cgroup" ? groups : text($0)
    }
    let words = finding.map { finding in
      finding.limit.map { "\(Double($0) / 100) CPUs" } ?? "none"
    }
    return EnvironmentValue(words, orUnknown: "no cpu.max or cpu.cfs_quota_us is visible")
  }

  private func governor() -> EnvironmentValue {
    var governors: [String] = []
    var core = 0
    while let text = text("/sys/devices/system/cpu/cpu\(core)/cpufreq/scaling_governor") {
      let word = KernelSettings.word(text)
      if !governors.contains(word) { governors.append(word) }
      core += 1
    }
    return EnvironmentValue(
      governors.isEmpty ? nil : governors.joined(separator: ", "),
      orUnknown: "the system has no frequency control, as is usual in virtual machines")
  }

  private func text(_ path: String) -> String? { try? read(path).get() }

  private func value(
    _ path: String, _ interpret: (String) -> String?
  ) -> EnvironmentValue {
    switch read(path) {
    case .failure(let problem): .unknown(problem.description)
    case .success(let text):
      EnvironmentValue(
        interpret(text), orUnknown: "\(path) says \"\(text.prefix(40).filter { $0 != "\n" })\"")
    }
  }
}
