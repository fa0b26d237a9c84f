internal import Foundation
internal import Testing

/// The table of modules in ARCHITECTURE.md beside the manifest.
@Suite("The table of modules in ARCHITECTURE.md")
struct ModuleTableTests {
  private static let checkout = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func text(_ name: String) throws -> String {
    try String(contentsOf: checkout.appending(path: name), encoding: .utf8)
  }

  /// Targets whose sources are in `Sources`, and what the manifest lets them import.
  private static func manifest() throws -> [String: Set<String>] {
    let target = try Regex(
      #"\.(?:executableTarget|target|systemLibrary)\(\s*name: "(\w+)""#
        + #"(,\s*dependencies: \[([^\]]*)\])?"#,
      as: (Substring, Substring, Substring?, Substring?).self)
    let packages = [
      "argumentParser": "ArgumentParser", "grdb": "GRDB", "sqlite": "GRDBSQLite",
    ]
    let manifest = try text("Package.swift")
    var result: [String: Set<String>] = [:]
    for match in manifest.matches(of: target) {
      let name = String(match.output.1)
      let folder = checkout.appending(path: "Sources/\(name)").path
      guard FileManager.default.fileExists(atPath: folder) else { continue }
      let words = (match.output.3 ?? "").split { !$0.isLetter && !$0.isNumber }.map(String.init)
      result[name] = Set(words.map { packages[$0] ?? $0 })
    }
    return result
  }

  /// Modules and what the table says that they depend on.
  private static func table() throws -> [String: Set<String>] {
    var result: [String: Set<String>] = [:]
    for line in try text("ARCHITECTURE.md").split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 3 else { continue }
      let imports = cells[2] == "–" ? [] : cells[2].components(separatedBy: ", ")
      for name in cells[0].components(separatedBy: ", ") {
        result[name.trimmingCharacters(in: ["`"])] = Set(imports)
      }
    }
    return result
  }

  @Test("it lists every module, with exactly what the manifest lets it import")
  func complete() throws {
    let manifest = try Self.manifest()
    let table = try Self.table()
    #expect(manifest.count > 20)
    for (name, imports) in manifest {
      #expect(table[name] == imports, "\(name): the manifest says \(imports.sorted())")
    }
    #expect(Set(table.keys).subtracting(manifest.keys) == [])
  }
}
