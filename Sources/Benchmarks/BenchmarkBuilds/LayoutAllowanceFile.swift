package import Files
package import Measuring
internal import OrderedJSON

/// Where a machine keeps how far apart equal code in two layouts may be.
package struct LayoutAllowanceFile {
  /// The path of the file; `nil` where there is no home folder.
  package let path: String?
  let cpuModel: String

  /// The file of this user and machine, among the user's state files.
  package static var standard: LayoutAllowanceFile {
    LayoutAllowanceFile(
      path: StateFolder.path.map { "\($0)/layouts.json" },
      cpuModel: EnvironmentRecord.current()[.cpuModel].value ?? "unknown")
  }

  /// What was measured on this CPU model for all programs; `nil` when nothing was.
  ///
  /// A figure of one CPU model says nothing about another, so the file names its model.
  package var allowance: LayoutAllowance? { Self.allowance(in: record?["allowance"]) }

  /// What was measured on this CPU model for a benchmark.
  ///
  /// - Parameter benchmark: a name that no other benchmark of the machine has.
  /// - Returns: the allowance; `nil` when nothing was measured.
  package func allowance(of benchmark: String) -> LayoutAllowance? {
    let field = record?["benchmarks"]?.fields?.first { $0.name == benchmark }
    return Self.allowance(in: field?.value)
  }

  /// Keeps what was measured for all programs.
  ///
  /// - Throws: `FileAccessError` when the file cannot be written.
  package func keep(_ allowance: LayoutAllowance) throws(FileAccessError) {
    try write(allowance: Self.value(of: allowance), benchmarks: record?["benchmarks"])
  }

  /// Keeps what was measured for a benchmark.
  ///
  /// - Parameters:
  ///   - allowance: what was measured.
  ///   - benchmark: a name that no other benchmark of the machine has.
  /// - Throws: `FileAccessError` when the file cannot be written.
  package func keep(
    _ allowance: LayoutAllowance, of benchmark: String
  ) throws(FileAccessError) {
    let record = record
    let others = record?["benchmarks"]?.fields?.filter { $0.name != benchmark } ?? []
    try write(
      allowance: record?["allowance"],
      benchmarks: .object(others + [.init(benchmark, Self.value(of: allowance))]))
  }

  /// What the file holds; `nil` for none, a damaged one, and one of another CPU model.
  private var record: JSONValue? {
    guard let path, let bytes = try? readFile(at: path),
      let record = try? JSONValue(parsing: bytes), record["cpuModel"]?.string == cpuModel
    else { return nil }
    return record
  }

  private func write(
    allowance: JSONValue?, benchmarks: JSONValue?
  ) throws(FileAccessError) {
    guard let path else { return }
    let record = JSONValue.object(present: [
      "cpuModel": .string(cpuModel), "allowance": allowance, "benchmarks": benchmarks,
    ])
    try makeFolder(at: PathParts(path).folder, access: .owner)
    try writeFile(Array(record.text.utf8), to: path, replacingExisting: true)
  }

  private static func allowance(in value: JSONValue?) -> LayoutAllowance? {
    guard let logRatio = value?["logRatio"]?.number, logRatio >= 0 else { return nil }
    return LayoutAllowance(logRatio: logRatio, layoutPairs: value?["layoutPairs"]?.integer)
  }

  private static func value(of allowance: LayoutAllowance) -> JSONValue {
    .object(present: [
      "logRatio": .number(allowance.logRatio),
      "layoutPairs": allowance.layoutPairs.map(JSONValue.integer),
    ])
  }
}
