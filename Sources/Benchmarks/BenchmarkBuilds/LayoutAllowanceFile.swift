internal import CLibrary
public import Files
public import Measuring
internal import OrderedJSON

/// Where a machine keeps how far apart equal code in two layouts may be.
public struct LayoutAllowanceFile {
  /// The path of the file; `nil` where there is no home folder.
  public let path: String?
  private let cpuModel: String

  /// Makes a file of known place, for a CPU model.
  public init(path: String?, cpuModel: String) {
    self.path = path
    self.cpuModel = cpuModel
  }

  /// The file of this user and machine, in the folder of a project's state (XDG Base Directory
  /// Specification).
  public static func standard(of project: BenchmarkProject) -> LayoutAllowanceFile {
    func variable(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let base = variable("XDG_STATE_HOME") ?? variable("HOME").map { "\($0)/.local/state" }
    return LayoutAllowanceFile(
      path: base.map { "\($0)/\(project.name)/layouts.json" },
      cpuModel: EnvironmentRecord.current()[.cpuModel].value ?? "unknown")
  }

  /// What was measured on this CPU model; `nil` when nothing was.
  ///
  /// A figure of one CPU model says nothing about another, so the file names its model.
  public var allowance: LayoutAllowance? {
    guard let path, let bytes = try? readFile(at: path),
      let record = try? JSONValue(parsing: bytes), record["cpuModel"]?.string == cpuModel,
      let allowance = record["allowance"], let logRatio = allowance["logRatio"]?.number,
      logRatio >= 0
    else { return nil }
    return LayoutAllowance(logRatio: logRatio, layoutPairs: allowance["layoutPairs"]?.integer)
  }

  /// Keeps what was measured.
  ///
  /// - Throws: `FileAccessError` when the file cannot be written.
  public func keep(_ allowance: LayoutAllowance) throws(FileAccessError) {
    guard let path else { return }
    let record = JSONValue.object([
      .init("cpuModel", .string(cpuModel)),
      .init(
        "allowance",
        .object(present: [
          "logRatio": .number(allowance.logRatio),
          "layoutPairs": allowance.layoutPairs.map(JSONValue.integer),
        ])),
    ])
    try makeFolder(at: PathParts(path).folder, access: .owner)
    try writeFile(Array(record.text.utf8), to: path, replacingExisting: true)
  }
}
