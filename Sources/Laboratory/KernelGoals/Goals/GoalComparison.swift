package import OrderedJSON
internal import Reporting

/// Goals beside what every machine on record measured.
package struct GoalComparison {
  package let records: [GoalRecord]

  package init(records: [GoalRecord]) {
    self.records = records
  }

  /// A goal, wherever it was measured.
  private struct Key: Hashable {
    let image: String
    let pixelCount: Int
    let title: String
    /// Of each machine; `nil` where it has no such result.
    func result(in record: GoalRecord) -> GoalResult? {
      record.results.first {
        $0.image == image && $0.pixelCount == pixelCount && $0.title == title
      }
    }
  }

  /// Each goal once, in the order of the first record that has it.
  private var keys: [Key] {
    var keys: [Key] = []
    var seen: Set<Key> = []
    for result in records.flatMap(\.results) {
      let key = Key(image: result.image, pixelCount: result.pixelCount, title: result.title)
      if seen.insert(key).inserted { keys.append(key) }
    }
    return keys
  }

  /// What holds for all machines: met everywhere, missed somewhere, or neither.
  private func verdict(_ results: [GoalResult?]) -> String {
    if results.contains(where: { $0?.verdict == .missed }) { return "missed" }
    return results.allSatisfy { $0?.verdict == .met } ? "met" : "open"
  }

  /// The table: a column for each machine, numbered as in the lines above it.
  package var table: String {
    var text = ""
    for (number, record) in records.enumerated() {
      text += "[\(number + 1)] \(record.machine.name), measured on \(record.day)"
      text += record.commit.map { ", commit \($0.prefix(7))\n" } ?? "\n"
    }
    var table = TextTable(
      columns: [.init("image", .left), .init("size"), .init("what", .left), .init("goal")]
        + records.indices.map { .init("[\($0 + 1)]") } + [.init("on all", .left)])
    for key in keys {
      let results = records.map(key.result)
      guard let any = results.lazy.compactMap({ $0 }).first else { continue }
      table.append(
        [
          TextTable.Cell(key.image), TextTable.Cell(Quantities.megapixels(key.pixelCount)),
          TextTable.Cell(key.title), TextTable.Cell(any.limitText),
        ]
          + results.map { result in
            TextTable.Cell(result.map { $0.valueText($0.value) } ?? "–")
          } + [TextTable.Cell(verdict(results))])
    }
    return text + "\n" + table.lines().joined(separator: "\n") + "\n"
  }

  /// Every record, for programs.
  package var json: JSONValue {
    .object([.init("schema", .integer(1)), .init("machines", .array(records.map(\.json)))])
  }
}
