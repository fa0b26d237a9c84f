internal import CommandTestSupport
internal import Foundation
internal import GRDB
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
    let teal = try await Self.list(server, "?color=%23055251&within=8")
    #expect(Self.names(teal) == ["flower.jpg"])
    let named = try await Self.list(server, "?color=teal&within=30")
    #expect(Self.names(named).contains("flower.jpg"))
    // As `showhide find`: a word is a family, a colour is near within 10, and either covers 5 %.
    #expect(try await Self.list(server, "?color=Teal")["isSearch"] == .bool(true))
    #expect(try await Self.list(server, "?color=Teal")["color"] == .null)
    #expect(try await server.get("/gallery.json?color=pastel").json()["problem"] == .null)
    let near = Self.names(try await Self.list(server, "?color=%23055251"))
    #expect(near == Self.names(try await Self.list(server, "?color=%23055251&within=10")))
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

  @Test(
    "what changes in the folder is seen once the pause is over, and a changed picture is another one"
  )
  func changes() async throws {
    let folder = try TemporaryFolder()
    try folder.write(fixture("Corpus/photos/flower.jpg"), to: "a.jpg")
    try Self.setAge(60, of: folder.path + "/a.jpg")
    let clock = ManualClock()
    let server = try await TestService(
      pictures: GallerySource(folder: folder.path, keepsIndex: true), clock: clock)
    let id = try #require(try await Self.list(server)["pictures"]?.elements?.first?["id"]?.integer)
    let flower = try await server.get("/gallery/\(id)/preview")
    try folder.write(fixture("Corpus/photos/china.jpg"), to: "b.jpg")
    try folder.write(fixture("Corpus/photos/chelsea.png"), to: "a.jpg")
    #expect(Self.names(try await Self.list(server)) == ["a.jpg"])
    let end = ContinuousClock.now + .seconds(60)
    while Self.names(try await Self.list(server)).count < 2, ContinuousClock.now < end {
      clock.advance(by: .seconds(5))
      await Task.yield()
    }
    #expect(Set(Self.names(try await Self.list(server))) == ["a.jpg", "b.jpg"])
    let cat = try await server.get("/gallery/\(id)/preview")
    #expect(try await cat.events() == ["opened", "decoded", "analysed"])
    #expect(await cat.bytes != flower.bytes)
  }

  @Test("an index that came with the folder names no file but the folder's pictures")
  func foreignIndex() async throws {
    let around = try TemporaryFolder()
    try around.write("the secret", to: "secret.txt")
    let photo = try fixture("Corpus/photos/flower.jpg")
    for name in ["private.jpg", "in/1.jpg", "in/2.jpg", "in/3.jpg", "in/4.jpg", "in/.5.jpg"] {
      try around.write(photo, to: name)
      try Self.setAge(60, of: around.path + "/" + name)
    }
    try around.write("a text", to: "in/notes.txt")
    let folder = around.path + "/in"
    let source = GallerySource(folder: folder, keepsIndex: true)
    let first = try await TestService(pictures: source)
    _ = try await Self.list(first)
    let bad = [
      "../secret.txt", "../private.jpg", around.path + "/private.jpg", "x/../../private.jpg",
      ".5.jpg", "notes.txt", "/etc/passwd",
    ]
    try await DatabaseQueue(path: folder + "/.showhide-index.sqlite").write { database in
      for (number, path) in bad.enumerated() {
        try database.execute(
          sql: """
            INSERT OR REPLACE INTO file (id, path, size, modified, width, height, palette, tones)
            SELECT ?, ?, 10, -1, width, height, palette, tones FROM file WHERE path = '1.jpg'
            """, arguments: [100 + number, path])
      }
    }
    // With the rows as they are, and after the index was brought up to date.
    for number in bad.indices { try await Self.expectGone(first, 100 + number) }
    let server = try await TestService(pictures: source)
    let list = try await Self.list(server)
    let ids = try #require(list["pictures"]?.elements).reduce(into: [:]) { ids, picture in
      ids[picture["name"]?.string ?? ""] = picture["id"]?.integer
    }
    #expect(Set(ids.keys).isSuperset(of: ["1.jpg", "2.jpg", "3.jpg", "4.jpg"]))
    #expect(!ids.keys.contains("secret.txt") && !ids.keys.contains("private.jpg"))
    for number in bad.indices { try await Self.expectGone(server, 100 + number) }
    // A picture that becomes a link, another picture, or no picture.
    let files = FileManager.default
    try files.removeItem(atPath: folder + "/2.jpg")
    try files.createSymbolicLink(atPath: folder + "/2.jpg", withDestinationPath: "../private.jpg")
    try around.write(photo + [0], to: "in/3.jpg")
    try around.write([UInt8](repeating: 65, count: photo.count), to: "in/4.jpg")
    try Self.setAge(60, of: folder + "/4.jpg")
    for (name, status) in [("1.jpg", 200), ("2.jpg", 404), ("3.jpg", 404), ("4.jpg", 404)] {
      let id = try #require(ids[name])
      let answer = try await server.get("/gallery/\(id)/file")
      #expect(await answer.status == status, "\(name)")
    }
  }

  private static func expectGone(_ server: TestService, _ picture: Int) async throws {
    for wish in ["file", "preview"] {
      let answer = try await server.get("/gallery/\(picture)/\(wish)")
      #expect(await answer.status == 404, "\(picture)")
    }
  }

  private static func setAge(_ seconds: Double, of path: String) throws {
    // A whole second, so that it is the same each time.
    let date = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 - seconds).rounded(.down))
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
  }
}
