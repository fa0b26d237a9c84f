package import Files
internal import OrderedJSON

/// The folder of records, a file for each machine: part of the checkout, so that what one machine
/// measured is known on the others.
package struct GoalRecords {
  package let folder: String

  /// Its place in a checkout.
  package static let inCheckout = "Benchmarks/Records/Goals"

  /// The records of the checkout that holds a folder.
  ///
  /// - Parameter folder: an absolute path.
  /// - Returns: the records; `nil` where there is no folder for them.
  package static func around(_ folder: String) -> GoalRecords? {
    PathParts(PathParts.join(folder, "")).enclosingFolders
      .map { PathParts.join($0, inCheckout) }
      .first { FileKind(path: PathParts($0).folder) == .folder }
      .map(GoalRecords.init(folder:))
  }

  /// The largest record that is read; one of a hundred goals has 30 kB.
  private static let largestFile = 1 << 20

  /// Every record, by the machines' names, and what is wrong with files that hold none.
  package func load() -> (records: [GoalRecord], problems: [String]) {
    var records: [GoalRecord] = []
    var problems: [String] = []
    for name in (names(inFolder: folder) ?? []).sorted() where name.hasSuffix(".json") {
      let path = PathParts.join(folder, name)
      do throws(FileAccessError) {
        let bytes = try readFile(at: path, limit: Self.largestFile)
        guard let record = (try? JSONValue(parsing: bytes)).flatMap(GoalRecord.init) else {
          problems.append(
            "'\(path)' is not a record of goals. Remove it, or measure that machine again.")
          continue
        }
        records.append(record)
      } catch {
        problems.append(error.description)
      }
    }
    return (records.sorted { ($0.machine.name, $0.day) < ($1.machine.name, $1.day) }, problems)
  }

  /// Keeps a record in place of the machine's last one.
  ///
  /// - Returns: the file.
  /// - Throws: `FileAccessError` when it cannot be written.
  package func keep(_ record: GoalRecord) throws(FileAccessError) -> String {
    try makeFolder(at: folder)
    let path = PathParts.join(folder, record.machine.fingerprint + ".json")
    try writeFile(Array((record.json.text + "\n").utf8), to: path, replacingExisting: true)
    return path
  }
}
