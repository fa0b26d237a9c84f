/// What is recorded of the machine and the build with every measurement.
///
/// Raw values are stable: they are keys in files.
public enum EnvironmentField: String, CaseIterable, Sendable, Codable {
  /// The instruction set family the code was compiled for.
  case architecture
  /// The name of the processor.
  case cpuModel
  /// The instruction set extensions it has.
  case cpuFeatures
  /// How many cores there are and how many this process may use.
  case cores
  /// The share of processor time a container is limited to.
  case cgroupQuota
  /// The policy that sets the clock frequency.
  case governor
  /// Whether the clock may rise above its nominal frequency.
  case turbo
  /// Whether cores are shared by two hardware threads.
  case smt
  /// When memory is backed by huge pages.
  case hugePages
  /// Whether addresses are randomised.
  case aslr
  /// The operating system's kernel.
  case operatingSystemKernel
  /// The operating system.
  case operatingSystem
  /// The C library.
  case libc
  /// The Swift compiler.
  case swiftVersion
  /// Debug or release.
  case buildConfiguration
  /// The flags the code was built with.
  case buildFlags
  /// The hash of what is being worked on.
  case inputHash
  /// The hash of the machine code that is measured.
  case codeHash
  /// The commit the code was built from.
  case gitCommit
  /// Whether there were changes on top of the commit.
  case gitState
  /// How many programs wanted a processor over the last 1, 5 and 15 minutes.
  case load
  /// How much processor time a hypervisor gave to others.
  case steal

  /// Whether times are only comparable where this is the same.
  ///
  /// The code under test may differ, because that is what is compared; noise of the machine (load,
  /// steal) always differs.
  public var decidesComparability: Bool {
    switch self {
    case .codeHash, .gitCommit, .gitState, .load, .steal: false
    default: true
    }
  }

  /// The field's name for people.
  public var title: String {
    switch self {
    case .architecture: "architecture"
    case .cpuModel: "CPU model"
    case .cpuFeatures: "CPU features"
    case .cores: "cores"
    case .cgroupQuota: "cgroup CPU quota"
    case .governor: "frequency governor"
    case .turbo: "turbo"
    case .smt: "SMT"
    case .hugePages: "transparent huge pages"
    case .aslr: "address randomisation"
    case .operatingSystemKernel: "system kernel"
    case .operatingSystem: "operating system"
    case .libc: "C library"
    case .swiftVersion: "Swift compiler"
    case .buildConfiguration: "build configuration"
    case .buildFlags: "build flags"
    case .inputHash: "input hash"
    case .codeHash: "code hash"
    case .gitCommit: "git commit"
    case .gitState: "git state"
    case .load: "load average"
    case .steal: "steal"
    }
  }
}
