internal import Testing

@testable internal import Measuring

@Suite("Reading Linux's files")
struct LinuxEnvironmentTests {
  private func record(_ files: [String: String], usableCores: Int? = nil) -> EnvironmentRecord {
    var record = EnvironmentRecord()
    LinuxEnvironment(
      read: { path in
        files[path].map { .success($0) }
          ?? .failure(SmallFile.Unreadable(description: "\(path): No such file or directory"))
      }, usableCores: usableCores
    ).fill(&record)
    return record
  }

  private let amd = """
    processor\t: 0
    vendor_id\t: AuthenticAMD
    cpu family\t: 25
    model\t\t: 17
    model name\t: AMD EPYC
    stepping\t: 1
    flags\t\t: sse2 fpu avx2

    processor\t: 1
    model name\t: AMD EPYC
    flags\t\t: sse2 fpu avx2
    """

  private let arm = """
    processor\t: 0
    BogoMIPS\t: 243.75
    Features\t: fp asimd crc32
    CPU implementer\t: 0x41
    CPU architecture: 8
    CPU variant\t: 0x3
    CPU part\t: 0xd0c
    CPU revision\t: 1
    """

  @Test("An AMD virtual machine's processor")
  func amdProcessor() {
    let record = record(["/proc/cpuinfo": amd], usableCores: 1)
    #expect(record[.cpuModel] == .known("AMD EPYC (family 25 model 17 stepping 1)"))
    #expect(record[.cpuFeatures] == .known("avx2 fpu sse2"))
    #expect(record[.cores] == .known("1 usable of 2 online"))
  }

  @Test("An Intel processor, here without a stepping")
  func intelProcessor() {
    let text = """
      processor : 0
      cpu family : 6
      model : 143
      model name : Intel(R) Xeon(R) Platinum 8481C CPU @ 2.70GHz
      flags : fpu sse
      """
    let record = record(["/proc/cpuinfo": text])
    #expect(
      record[.cpuModel]
        == .known("Intel(R) Xeon(R) Platinum 8481C CPU @ 2.70GHz (family 6 model 143 stepping ?)"))
    #expect(record[.cores] == .known("1 online"))
  }

  @Test("ARM processors, known by name or only by number")
  func armProcessor() {
    let record = record(["/proc/cpuinfo": arm])
    #expect(
      record[.cpuModel] == .known("Neoverse N1 (implementer 0x41 part 0xd0c r0x3p1)"))
    #expect(record[.cpuFeatures] == .known("asimd crc32 fp"))
    let strange = ProcessorDescription(cpuinfo: "CPU implementer: 0x99\nCPU part: 0x001\n")
    #expect(strange.model == "ARM core (implementer 0x99 part 0x001 r?p?)")
  }

  @Test("A processor that says nothing is unknown with a reason")
  func silentProcessor() {
    let empty = record(["/proc/cpuinfo": "hart : \nno colon here\n"])
    for field in [EnvironmentField.cpuModel, .cpuFeatures, .cores] {
      #expect(empty[field] == .unknown("/proc/cpuinfo does not say"))
      #expect(
        record([:])[field] == .unknown("/proc/cpuinfo: No such file or directory"))
    }
    #expect(ProcessorDescription(cpuinfo: "model name : X\n").model == "X")
  }

  @Test("Version 2 groups: the tightest limit around the process counts")
  func groupsVersion2() {
    let files = [
      "/proc/self/cgroup": "0::/a/b\n",
      "/sys/fs/cgroup/a/b/cpu.max": "max 100000\n",
      "/sys/fs/cgroup/a/cpu.max": "150000 100000\n",
    ]
    #expect(record(files)[.cgroupQuota] == .known("1.5 CPUs"))
    #expect(
      record(["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "max 100000\n"])[
        .cgroupQuota]
        == .known("none"))
  }

  @Test("Version 1 groups: quota over period, and −1 is no limit")
  func groupsVersion1() {
    let group = "5:cpuset:/x\n4:cpu,cpuacct:/docker/f00\n1:name=systemd:/\n"
    let files = [
      "/proc/self/cgroup": group,
      "/sys/fs/cgroup/cpu,cpuacct/docker/f00/cpu.cfs_quota_us": "50000\n",
      "/sys/fs/cgroup/cpu,cpuacct/docker/f00/cpu.cfs_period_us": "100000\n",
      "/sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1\n",
      "/sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
    ]
    #expect(record(files)[.cgroupQuota] == .known("0.5 CPUs"))
    var open = files
    open["/sys/fs/cgroup/cpu,cpuacct/docker/f00/cpu.cfs_quota_us"] = nil
    #expect(record(open)[.cgroupQuota] == .known("none"))
  }

  @Test("Without visible groups the quota is unknown")
  func noGroups() {
    #expect(
      record(["/proc/self/cgroup": "broken\n"])[.cgroupQuota]
        == .unknown("no cpu.max or cpu.cfs_quota_us is visible"))
    #expect(
      record([:])[.cgroupQuota] == .unknown("/proc/self/cgroup: No such file or directory"))
  }

  @Test("Governors of all cores are collected")
  func governors() {
    let cpu = "/sys/devices/system/cpu"
    let files = [
      "\(cpu)/cpu0/cpufreq/scaling_governor": "performance\n",
      "\(cpu)/cpu1/cpufreq/scaling_governor": "powersave\n",
      "\(cpu)/cpu2/cpufreq/scaling_governor": "performance\n",
    ]
    #expect(record(files)[.governor] == .known("performance, powersave"))
    #expect(record([:])[.governor].value == nil)
  }

  @Test("Turbo, SMT, huge pages and address randomisation in words")
  func settings() {
    #expect(KernelSettings.turbo(noTurbo: "0\n", boost: nil) == "on")
    #expect(KernelSettings.turbo(noTurbo: "1\n", boost: nil) == "off")
    #expect(KernelSettings.turbo(noTurbo: nil, boost: "1\n") == "on")
    #expect(KernelSettings.turbo(noTurbo: nil, boost: "0\n") == "off")
    #expect(KernelSettings.turbo(noTurbo: nil, boost: nil) == nil)
    #expect(KernelSettings.smt("on\n") == "on")
    #expect(KernelSettings.smt("forceoff\n") == "off")
    #expect(KernelSettings.smt("notsupported\n") == "not supported by this processor")
    #expect(KernelSettings.smt("notimplemented\n") == nil)
    #expect(KernelSettings.smt("strange") == nil)
    #expect(KernelSettings.bracketed("always [madvise] never\n") == "madvise")
    #expect(KernelSettings.bracketed("madvise\n") == nil)
    let aslr = KernelSettings.addressRandomisation
    #expect(aslr("2\n", nil) == "on")
    #expect(aslr("1\n", "00000000\n") == "on, without the heap")
    #expect(aslr("0\n", nil) == "off")
    #expect(aslr("2\n", "00040000\n") == "off for this process")
    #expect(aslr("7\n", nil) == nil)
  }

  @Test("The remaining files, and words where they are strange")
  func rest() {
    let record = record([
      "/etc/os-release": "NAME=Debian\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n",
      "/proc/loadavg": "0.1 0.2 0.3 1/2 3\n",
      "/proc/stat": "cpu  1 1 1 1 1 1 1 1 0 0\n",
      "/sys/kernel/mm/transparent_hugepage/enabled": "[always] madvise never\n",
      "/proc/sys/kernel/randomize_va_space": "2\n",
      "/sys/devices/system/cpu/smt/control": "weird\n",
    ])
    #expect(record[.operatingSystem] == .known("Debian GNU/Linux 12 (bookworm)"))
    #expect(record[.load] == .known("0.1 0.2 0.3"))
    #expect(record[.steal] == .known("12.5 % since boot"))
    #expect(record[.hugePages] == .known("always"))
    #expect(record[.aslr] == .known("on"))
    #expect(
      record[.smt] == .unknown("/sys/devices/system/cpu/smt/control says \"weird\""))
    #expect(KernelSettings.operatingSystem(osRelease: "NAME=x") == nil)
  }
}
