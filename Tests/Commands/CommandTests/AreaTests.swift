internal import CommandTestSupport
internal import Foundation
internal import Testing

/// The manifest, the folders of `Sources` and the areas' README.md files.
@Suite("Areas")
struct AreaTests {
  private static let checkout = Fixtures.path("../..")

  private static func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(checkout)/\(name)", encoding: .utf8)
  }

  private static func folders(in name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(checkout)/\(name)").filter {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(
        atPath: "\(checkout)/\(name)/\($0)", isDirectory: &isFolder) && isFolder.boolValue
    }.sorted()
  }

  @Test("each README.md of an area lists the area's modules, each once, and no other")
  func modules() throws {
    let areas = try Self.folders(in: "Sources")
    #expect(areas.count == 10)
    for area in areas {
      let readme = try Self.text("Sources/\(area)/README.md")
      let listed = readme.split(separator: "\n").filter { $0.hasPrefix("| `") }.map {
        $0.split(separator: "`")[1]
      }
      #expect(listed.map(String.init).sorted() == (try Self.folders(in: "Sources/\(area)")))
    }
  }

  @Test("every folder of an area is a target of the manifest, in the area's list")
  func targets() throws {
    let manifest = try Self.text("Package.swift")
    for area in try Self.folders(in: "Sources") {
      let lists = manifest.components(separatedBy: "= area(\n").dropFirst()
        .filter { $0.hasPrefix("  \"\(area)\",") || $0.hasPrefix("    \"\(area)\",") }
        .map { $0.components(separatedBy: "\n\n")[0] }
      #expect(!lists.isEmpty, "\(area)")
      for module in try Self.folders(in: "Sources/\(area)") {
        let trio = ["Baseline", "AVX2", "AVX512"].first { module.hasSuffix($0) }
        let name = trio.map { String(module.dropLast($0.count)) } ?? module
        #expect(lists.contains { $0.contains("\"\(name)\"") }, "\(area)/\(module)")
      }
    }
  }

  @Test("an area imports areas above it in the manifest only, and its README.md says which")
  func imports() throws {
    let manifest = try Self.text("Package.swift")
    let areaOf = Dictionary(
      uniqueKeysWithValues: try Self.folders(in: "Sources").flatMap { area in
        try Self.folders(in: "Sources/\(area)").map { ($0, area) }
      })
    var order: [String] = []
    for list in manifest.components(separatedBy: "= area(\n").dropFirst() {
      let names = list.components(separatedBy: "\n\n")[0].split(separator: "\"")
        .enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
      let area = try #require(names.first)
      // The lists of what only some builds have come last, under areas that are there already.
      if !order.contains(area) { order.append(area) }
      let imported = Set(names.compactMap { areaOf[$0] }).subtracting([area])
      #expect(imported.isSubset(of: order), "\(area): \(imported.sorted())")
      let readme = try Self.text("Sources/\(area)/README.md")
      for name in imported {
        let line = readme.split(separator: "\n").first { $0.hasPrefix("Areas that it imports: ") }
        #expect(line?.contains("`\(name)`") == true, "\(area): \(name)")
      }
    }
    #expect(Set(order) == Set(areaOf.values))
  }
}
