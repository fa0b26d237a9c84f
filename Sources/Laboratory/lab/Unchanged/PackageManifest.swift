internal import OrderedJSON

/// What SwiftPM's `dump-package` says of a package, as far as one product depends on it.
struct PackageManifest {
  /// A target that is compiled for a product.
  struct Target: Equatable {
    let name: String
    /// Its folder, relative to the package's.
    let path: String
    /// Everything that the manifest says of it, in a fixed order.
    let description: String
    /// Whether building it runs a program of a package.
    let runsPrograms: Bool
  }

  private let root: JSONValue

  /// Reads the output of `swift package dump-package`; nil when it is something else.
  init?(json: String) {
    guard let value = try? JSONValue(parsing: Array(json.utf8)), value.fields != nil else {
      return nil
    }
    root = value
  }

  /// The targets of a product and everything that they depend on in this package, by name; nil when
  /// there is no such product or target.
  func targets(of product: String) -> [Target]? {
    var waiting =
      root["products"].items.first { $0["name"].text == product }
      .map { $0["targets"].items.compactMap(\.string) } ?? [product]
    var all: [String: JSONValue] = [:]
    for target in root["targets"].items {
      if let name = target["name"].text { all[name] = target }
    }
    guard waiting.contains(where: { all[$0] != nil }) else { return nil }
    var found: [String: Target] = [:]
    while let name = waiting.popLast() {
      // Products of other packages are named as well; their versions are inputs of their own.
      guard found[name] == nil, let target = all[name] else { continue }
      found[name] = Self.target(name, target)
      for dependency in target["dependencies"].items + target["pluginUsages"].items {
        for kind in ["byName", "target", "product", "plugin"] {
          if let other = dependency[kind].items.first?.string { waiting.append(other) }
        }
      }
    }
    return found.values.sorted { $0.name < $1.name }
  }

  private static func target(_ name: String, _ target: JSONValue) -> Target {
    let type = target["type"].text ?? ""
    return Target(
      name: name, path: target["path"].text ?? "Sources/\(name)", description: target.sortedText,
      runsPrograms: type == "macro" || type == "plugin" || !target["pluginUsages"].items.isEmpty)
  }

  /// What holds for all targets: tools, language versions, platforms and dependencies.
  var shared: String {
    let keys = [
      "toolsVersion", "swiftLanguageVersions", "platforms", "cLanguageStandard",
      "cxxLanguageStandard", "dependencies", "traits", "name", "defaultLocalization",
    ]
    return keys.map { "\($0)=\(root[$0]?.sortedText ?? "null")" }.joined(separator: "\n")
  }
}

extension JSONValue? {
  /// The elements of an array; none for anything else.
  fileprivate var items: [JSONValue] { self?.elements ?? [] }

  /// The text of a string; `nil` for anything else.
  fileprivate var text: String? { self?.string }
}

extension JSONValue {
  /// A text that is equal when the value is: the fields of objects are in alphabetical order.
  fileprivate var sortedText: String {
    switch self {
    case .object(let fields):
      "{"
        + fields.sorted { $0.name < $1.name }
        .map { "\($0.name.debugDescription):\($0.value.sortedText)" }.joined(separator: ",") + "}"
    case .array(let elements): "[\(elements.map(\.sortedText).joined(separator: ","))]"
    case .string(let text): text.debugDescription
    case .literal, .integer, .number: number.map { "\($0)" } ?? text
    case .bool, .null: text
    }
  }
}
