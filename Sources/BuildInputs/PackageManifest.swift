#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

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

  private let root: ManifestValue

  /// Reads the output of `swift package dump-package`; nil when it is something else.
  init?(json: String) {
    guard let value = try? JSONDecoder().decode(ManifestValue.self, from: Data(json.utf8)),
      case .object = value
    else { return nil }
    root = value
  }

  /// The targets of a product and everything that they depend on in this package, by name; nil when
  /// there is no such product or target.
  func targets(of product: String) -> [Target]? {
    var waiting =
      root["products"].elements.first { $0["name"].text == product }
      .map { $0["targets"].elements.compactMap(\.text) } ?? [product]
    var all: [String: ManifestValue] = [:]
    for target in root["targets"].elements {
      if let name = target["name"].text { all[name] = target }
    }
    guard waiting.contains(where: { all[$0] != nil }) else { return nil }
    var found: [String: Target] = [:]
    while let name = waiting.popLast() {
      // Products of other packages are named as well; their versions are inputs of their own.
      guard found[name] == nil, let target = all[name] else { continue }
      found[name] = Self.target(name, target)
      for dependency in target["dependencies"].elements + target["pluginUsages"].elements {
        for kind in ["byName", "target", "product", "plugin"] {
          if let other = dependency[kind].elements.first?.text { waiting.append(other) }
        }
      }
    }
    return found.values.sorted { $0.name < $1.name }
  }

  private static func target(_ name: String, _ target: ManifestValue) -> Target {
    let type = target["type"].text ?? ""
    return Target(
      name: name, path: target["path"].text ?? "Sources/\(name)", description: target.sortedText,
      runsPrograms: type == "macro" || type == "plugin" || !target["pluginUsages"].elements.isEmpty)
  }

  /// What holds for all targets: tools, language versions, platforms and dependencies.
  var shared: String {
    let keys = [
      "toolsVersion", "swiftLanguageVersions", "platforms", "cLanguageStandard",
      "cxxLanguageStandard", "dependencies", "traits", "name", "defaultLocalization",
    ]
    return keys.map { "\($0)=\(root[$0].sortedText)" }.joined(separator: "\n")
  }
}

/// A value of JSON, with texts that are equal when the values are.
enum ManifestValue: Decodable, Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([ManifestValue])
  case object([String: ManifestValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([ManifestValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: ManifestValue].self))
    }
  }

  subscript(key: String) -> ManifestValue {
    if case .object(let members) = self { members[key] ?? .null } else { .null }
  }

  var elements: [ManifestValue] {
    if case .array(let elements) = self { elements } else { [] }
  }

  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The value with the members of objects in alphabetical order.
  var sortedText: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): "\(value)"
    case .string(let text): "\(text.debugDescription)"
    case .array(let elements): "[\(elements.map(\.sortedText).joined(separator: ","))]"
    case .object(let members):
      "{"
        + members.sorted { $0.key < $1.key }
        .map { "\($0.key.debugDescription):\($0.value.sortedText)" }.joined(separator: ",") + "}"
    }
  }
}
