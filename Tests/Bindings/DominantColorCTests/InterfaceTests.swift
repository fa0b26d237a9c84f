internal import CInterfaceCheck
internal import DominantColorC
internal import Foundation
internal import Testing

@Suite("The C interface, called from C")
struct InterfaceTests {
  private var fixtures: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appending(path: "Fixtures")
  }

  @Test("everything is as the header says")
  func all() throws {
    let drawings = fixtures.appending(path: "Corpus/png/valid")
    let names = try FileManager.default.contentsOfDirectory(atPath: drawings.path())
    let some = names.filter { $0.hasSuffix(".png") }.sorted().prefix(8)
    let pictures =
      [fixtures.appending(path: "Photos/china.jpg").path()]
      + some.map { drawings.appending(path: $0).path() }
    #expect(pictures.count > 5)
    var arguments = (["check"] + pictures).map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    #expect(dominantcolor_check(Int32(arguments.count), &arguments) == 0)
  }
}
