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
    #expect(areas.count == 8)
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
}
