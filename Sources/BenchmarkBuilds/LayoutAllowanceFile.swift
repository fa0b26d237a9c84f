#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

internal import CLibrary
public import Files
public import Measuring

/// Where a machine keeps how far apart equal code in two layouts may be.
public struct LayoutAllowanceFile {
  /// What the file holds: a figure of one CPU model says nothing about another.
  private struct Record: Codable {
    let cpuModel: String
    let allowance: LayoutAllowance
  }

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
  public var allowance: LayoutAllowance? {
    guard let path, let bytes = try? readFile(at: path),
      let record = try? JSONDecoder().decode(Record.self, from: Data(bytes)),
      record.cpuModel == cpuModel, record.allowance.logRatio.isFinite,
      record.allowance.logRatio >= 0
    else { return nil }
    return record.allowance
  }

  /// Keeps what was measured.
  ///
  /// - Throws: `FileAccessError` when the file cannot be written.
  public func keep(_ allowance: LayoutAllowance) throws(FileAccessError) {
    guard let path,
      let data = try? JSONEncoder().encode(Record(cpuModel: cpuModel, allowance: allowance))
    else { return }
    try makeFolder(at: PathParts(path).folder, access: .owner)
    try writeFile(Array(data), to: path, replacingExisting: true)
  }
}
