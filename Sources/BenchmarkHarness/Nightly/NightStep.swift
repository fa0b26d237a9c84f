#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The steps of a night by the names that the history keeps them under, with their results as JSON.
enum NightStep {
  /// What the night measures.
  static let plan = "plan"

  /// The measuring of an image, by its place in the plan.
  static func measure(_ index: Int) -> String { "measure \(index)" }

  /// A paired session of a series.
  static func session(_ purpose: NightPurpose, _ series: String) -> String {
    switch purpose {
    case .look: "look \(series)"
    case .confirmation: "confirm \(series)"
    }
  }

  /// A result as one line.
  static func text(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // Names and finite numbers always have a text; an empty one is read as a step not done.
    guard let data = try? encoder.encode(value) else { return "" }
    return String(decoding: data, as: UTF8.self)
  }

  /// A result as it was kept; `nil` when there is none, or when it is of another version.
  static func read<Value: Decodable>(_ text: String?) -> Value? {
    text.flatMap { try? JSONDecoder().decode(Value.self, from: Data($0.utf8)) }
  }
}
