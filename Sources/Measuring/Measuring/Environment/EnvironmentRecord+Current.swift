internal import CLibrary
internal import CMeasuringShims

extension EnvironmentRecord {
  /// Records this machine now, and what the caller says about the build.
  public static func current(build: BuildFacts = BuildFacts()) -> EnvironmentRecord {
    var record = EnvironmentRecord()
    for field in EnvironmentField.allCases {
      record[field] = .unknown("this operating system does not say")
    }
    record[.architecture] = .known(architecture)
    fillSystemNames(&record)
    #if os(Linux)
      LinuxEnvironment(
        read: { path in Result { () throws(SmallFile.Unreadable) in try SmallFile.read(path) } },
        usableCores: usableCores().isEmpty ? nil : usableCores().count
      ).fill(&record)
    #elseif canImport(Darwin)
      DarwinEnvironment().fill(&record)
    #endif
    build.fill(&record)
    return record
  }

  private static var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      "other"
    #endif
  }

  private static func fillSystemNames(_ record: inout EnvironmentRecord) {
    var names = utsname()
    if uname(&names) == 0 {
      let name = text(names.sysname)
      record[.operatingSystemKernel] = .known("\(name) \(text(names.release))")
    }
    let libc = String(cString: cmeasurement_libc_version())
    if !libc.isEmpty { record[.libc] = .known(libc) }
  }

  /// The text in one of C's fixed arrays, which Swift sees as a tuple.
  private static func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

/// The numbers of the cores this thread may run on, in order; empty when the system does not say.
public func usableCores() -> [Int] {
  var cores = [Int32](repeating: 0, count: 8192)
  let count = cmeasurement_allowed_cores(&cores, Int32(cores.count))
  return cores.prefix(Int(count)).map(Int.init)
}
