internal import CommandTestSupport
internal import Foundation
internal import OrderedJSON
internal import PictureServer
internal import Testing

@Suite("The gallery")
struct GalleryTests {
  /// Waits until the folder is indexed.
  private static func list(_ server: TestService, _ query: String = "") async throws -> JSONValue {
    while true {
      let list = try await server.get("/gallery.json" + query).json()
      if list["indexing"] == .bool(false) { return list }
      await Task.yield()
    }
  }

  private static func names(_ list: JSONValue) -> [String] {
    (list["pictures"]?.elements ?? []).compactMap { $0["name"]?.string }
  }

  @Test("pictures come by hue, and by the colour that is asked for")
  func order() async throws {
    let server = try await TestService()
    let all = try await Self.list(server)
    #expect(all["problem"] == .null, "\(all.line)")
    #expect(all["total"]?.integer == 4)
    let hues = try #require(all["pictures"]?.elements).compactMap { $0["hue"]?.integer }
    #expect(hues == hues.sorted())
    let teal = try await Self.list(server, "?color=%23055251&within=6")
    #expect(Self.names(teal) == ["flower.jpg"])
    let named = try await Self.list(server, "?color=teal&within=30")
    #expect(Self.names(named).contains("flower.jpg"))
    let none = try await Self.list(server, "?color=%23ff00ff&within=3")
    #expect(none["total"]?.integer == 0)
    let unknown = try await server.get("/gallery.json?color=%3Cscript%3E")
    #expect(await unknown.status == 400)
  }

  @Test("a picture's small one, colours and file come by its number, the second time without work")
  func pictures() async throws {
    let server = try await TestService()
    let list = try await Self.list(server)
    let picture = try #require(
      list["pictures"]?.elements?.first { $0["name"]?.string == "flower.jpg" })
    let id = try #require(picture["id"]?.integer)
    let first = try await server.get("/gallery/\(id)/preview")
    #expect(try await first.events() == ["opened", "decoded", "analysed"])
    let second = try await server.get("/gallery/\(id)/preview")
    #expect(await first.bytes == (await second.bytes))
    let file = try await server.get("/gallery/\(id)/file")
    #expect(await file.bytes == (try fixture("Corpus/photos/flower.jpg")))
    #expect(await file.fields["content-type"] == "application/octet-stream")
  }

  @Test("a folder of one's own keeps its index, and names in it are only text")
  func folder() async throws {
    let folder = try TemporaryFolder()
    let name = "<img src=x onerror=alert(1)>\u{1B}.jpg"
    try folder.write(fixture("Corpus/photos/flower.jpg"), to: name)
    try folder.write("not a picture", to: "secret.txt")
    try folder.write("not a picture either", to: "broken.jpg")
    let source = GallerySource(folder: folder.path, keepsIndex: true)
    let server = try await TestService(pictures: source)
    let list = try await Self.list(server)
    #expect(list["total"]?.integer == 1)
    let shown = try #require(Self.names(list).first)
    #expect(shown.hasPrefix("<img") && !shown.contains("\u{1B}"))
    #expect(try folder.names(in: ".").contains(".showhide-index.sqlite"))
    // Whatever number is asked for, only the picture is there.
    var found = 0
    for id in 0...20 {
      let answer = try await server.get("/gallery/\(id)/file")
      if await answer.status == 200 { found += 1 }
    }
    #expect(found == 1)
  }
}
