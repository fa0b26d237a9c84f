internal import BenchmarkBuilds
internal import Files
package import Measuring
internal import OrderedJSON

/// The parameters of a suite as they were last listed, so that help can show them without a build.
package struct KnownParameters: Sendable {
  private let path: String

  /// Names the file of a suite.
  ///
  /// - Parameters:
  ///   - suite: the suite file.
  ///   - cacheFolder: where checkouts are kept.
  package init(ofSuite suite: String, in cacheFolder: String) {
    let absolute = suite.hasPrefix("/") ? suite : PathParts.join(workingFolder() ?? "/", suite)
    var hash = ContentHash()
    hash.add(absolute)
    path = "\(cacheFolder)/parameters/\(hash.text).json"
  }

  /// The parameters; empty where nothing was listed yet.
  package var choices: [ParameterChoice] {
    guard let bytes = try? readFile(at: path, limit: 1 << 20),
      let list = try? JSONValue(parsing: bytes), let choices = list.elements
    else { return [] }
    return choices.compactMap { one in
      guard let name = one["name"]?.string, let values = one["values"]?.elements(\.string),
        let isOpen = one["open"]?.bool
      else { return nil }
      return ParameterChoice(
        name: name, about: one["about"]?.string, values: values, isOpen: isOpen)
    }
  }

  /// Keeps parameters; where that fails, help does without.
  func keep(_ parameters: [ParameterChoice]) {
    let list = JSONValue.array(
      parameters.map { parameter in
        .object([
          .init("name", .string(parameter.name)),
          .init("about", .optional(parameter.about, JSONValue.string)),
          .init("values", .array(parameter.values.map(JSONValue.string))),
          .init("open", .bool(parameter.isOpen)),
        ])
      })
    try? makeFolder(at: PathParts(path).folder, access: .owner)
    try? writeFile(Array(list.line.utf8), to: path, replacingExisting: true)
  }
}
