internal import Foundation

/// The counts that subjects may have, as committed.
struct CountRecord: Codable {
  /// What is counted, for people who read the file.
  var unit: String
  /// By subject.
  var limits: [String: Limits]

  /// The least and the most that a count may be: below the floor is a gain to be recorded, above
  /// the ceiling a loss to be explained.
  struct Limits: Codable {
    var floor: Int
    var ceiling: Int

    /// Limits about a count, a share to either side.
    init(about count: Int, tolerance: Double) {
      floor = Int((Double(count) * (1 - tolerance)).rounded(.down))
      ceiling = Int((Double(count) * (1 + tolerance)).rounded(.up))
    }
  }

  /// Makes a record of known limits.
  init(unit: String, limits: [String: Limits]) {
    self.unit = unit
    self.limits = limits
  }

  /// Reads a record.
  init(contentsOf file: URL) throws {
    self = try JSONDecoder().decode(CountRecord.self, from: try Data(contentsOf: file))
  }

  /// Makes a record of counts.
  init(unit: String, counts: [(name: String, count: Int)], tolerance: Double) {
    self.unit = unit
    limits = Dictionary(
      uniqueKeysWithValues: counts.map { ($0.name, Limits(about: $0.count, tolerance: tolerance)) })
  }

  /// Writes the record, keys in order, so that a change shows as the lines that changed.
  func write(to file: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try (encoder.encode(self) + Data("\n".utf8)).write(to: file)
  }

  /// What is wrong with a count; `nil` when nothing is.
  func problem(of name: String, count: Int) -> String? {
    guard let limits = limits[name] else { return "not in the record" }
    if count > limits.ceiling { return "above the ceiling of \(limits.ceiling)" }
    if count < limits.floor { return "below the floor of \(limits.floor): record the gain" }
    return nil
  }
}
