internal import CommandTestSupport
internal import Files
internal import Foundation
internal import ImageCodecs
internal import Pixels
internal import Testing

@Suite("Formats beside PNG and JPEG, as built")
struct FormatCommandTests {
  private let showhide: BuiltShowHide
  private static let optional = ["webp", "tif", "avif", "heic"]

  init() throws {
    showhide = try BuiltShowHide()
    for (name, file) in [
      ("in/a.webp", "lossless.webp"), ("in/b.gif", "plain.gif"), ("in/c.avif", "plain.avif"),
      ("in/d.heic", "plain.heic"), ("in/e.tif", "lzw.tif"),
    ] {
      try showhide.write(readFile(at: Fixtures.path("Formats/" + file)), to: name)
    }
    // Files that the system's loader finds first, and that are no libraries: as if none were there.
    for name in ["libwebp.so.7", "libtiff.so.6", "libheif.so.1"] {
      try showhide.write(Array("no library".utf8), to: "none/\(name)")
    }
  }

  private var without: [String: String] {
    ["LD_LIBRARY_PATH": showhide.folder.appending(path: "none").path]
  }

  private static func isThere(_ format: ImageFormat) -> Bool { format.missingLibrary == nil }
  private static let hasAll = ImageFormat.all.allSatisfy(isThere)

  #if os(Linux)
    @Test("a machine without the libraries reads the others, and names the packages")
    func missing() throws {
      let table = try showhide.run(["formats"], environment: without)
      #expect(table.exitCode == 0 && table.errors.isEmpty)
      for package in ["libwebp7", "libheif1", "libtiff6"] {
        #expect(table.output.contains("is not installed: package \(package)"), "\(table.output)")
      }
      let outcome = try showhide.run(["palette", "in/d.heic"], environment: without)
      #expect(outcome.exitCode == 69)
      #expect(
        outcome.errors
          == "Error: 'in/d.heic': HEIC files take libheif, which is not installed. Install the package "
          + "libheif1 (Debian, Ubuntu; on macOS brew has it as libheif).\n")
      let folder = try showhide.run(["palette", "in", "--format", "csv"], environment: without)
      #expect(folder.exitCode == 0)
      #expect(folder.output.contains("in/b.gif") && !folder.output.contains("in/d.heic"))
      #expect(
        folder.errors
          == "Warning: 'in': 4 of 5 entries were skipped: 1 WebP (libwebp is not installed: "
          + "package libwebp7), 1 AVIF (libheif is not installed: package libheif1), 1 HEIC (libheif is "
          + "not installed: package libheif1), 1 TIFF (libtiff is not installed: package libtiff6).\n"
      )
      let index = try showhide.run(["index", "in"], environment: without)
      #expect(index.exitCode == 0)
      #expect(
        index.output.contains("1 picture; 1 read now") && index.output.contains("4 left out:"))
      #expect(index.output.contains("1 WebP (libwebp is not installed: package libwebp7)"))
      let written = try showhide.run(
        ["show", "in/b.gif", "-o", "out.webp"], environment: without)
      #expect(written.exitCode == 69)
      #expect(try showhide.names().contains("out.webp") == false)
    }
  #endif

  @Test("the list of formats is JSON too")
  func json() throws {
    let outcome = try showhide.run(["formats", "--format", "json"])
    #expect(outcome.exitCode == 0)
    let answer = try #require(
      JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let formats = try #require(answer["formats"] as? [[String: Any]])
    #expect(
      formats.map { $0["format"] as? String } == [
        "PNG", "JPEG", "WebP", "GIF", "AVIF", "HEIC", "TIFF", "BMP",
      ])
    for (format, known) in zip(formats, ImageFormat.all) {
      #expect(format["reads"] as? Bool == (known.missingLibrary == nil))
      #expect(format["writes"] as? Bool == (known.missingToWrite == nil && known.isWritable))
    }
    #expect(try showhide.run(["formats", "--format", "xml"]).exitCode == 64)
  }

  @Test(
    "palette, show, index, find and sunflower take all of them, with and without a sandbox",
    .enabled(if: hasAll, "libraries are missing: install libwebp7 libheif1 libtiff6"))
  func everywhere() throws {
    let palettes = try showhide.run(["palette", "in", "--format", "csv"])
    #expect(palettes.exitCode == 0 && palettes.errors.isEmpty, "\(palettes.errors)")
    for name in ["a.webp", "b.gif", "c.avif", "d.heic", "e.tif"] {
      #expect(palettes.output.contains("in/\(name)"))
    }
    // What lossy coding left is no exact colour, however few there are.
    let lossy = try showhide.run(["palette", Fixtures.path("Formats/pq.heic")])
    #expect(lossy.exitCode == 0 && !lossy.output.contains("as they are"), "\(lossy.output)")
    let shown = try showhide.run(["show", "in", "-o", "out/"])
    #expect(shown.exitCode == 0)
    #expect(
      shown.errors
        == "Warning: Files of these formats are only read, and PNG files are made of them: "
        + "GIF, HEIC, TIFF.\n")
    #expect(
      try showhide.names(in: "out") == [
        "a-show.webp", "b-show.png", "c-show.avif", "d-show.png", "e-show.png",
      ])
    #expect(try showhide.picture("out/a-show.webp").header.format == .webP)
    #expect(try showhide.picture("out/c-show.avif").header.format == .avif)
    #expect(try showhide.run(["index", "in"]).output.contains("5 pictures; 5 read now"))
    let found = try showhide.run(["find", "--like", "in/d.heic", "in", "--format", "paths"])
    #expect(found.output.split(separator: "\n").count >= 4, "\(found.output) \(found.errors)")
    #expect(try showhide.run(["sunflower", "in", "-o", "series.svg"]).exitCode == 0)
  }

  @Test(
    "standard input and files are read under a sandbox, with the same answer",
    .enabled(if: hasAll, "libraries are missing: install libwebp7 libheif1 libtiff6"))
  func sandboxed() throws {
    let plain = try showhide.run(["palette", "in", "--format", "csv"])
    let boxed = try showhide.run(["palette", "--sandbox", "in", "--format", "csv"])
    guard boxed.exitCode != 69 else { return }  // this system has none, which its own tests report
    #expect(boxed.output == plain.output, "\(boxed.errors)")
    let input = try showhide.read("in/d.heic")
    let piped = try showhide.run(["palette", "--sandbox", "-", "--format", "csv"], input: input)
    #expect(piped.exitCode == 0, "\(piped.errors)")
  }

  @Test(
    "a WebP is written by its name, and a format that is only read is refused before the work")
  func outputs() throws {
    let refused = try showhide.run(["show", "in/b.gif", "-o", "out.gif"])
    #expect(refused.exitCode == 64)
    #expect(
      refused.errors.contains(
        "'out.gif' does not say a format. End it in .png, .jpg, .jpeg, .webp or .avif, or in / for a folder."
      ),
      "\(refused.errors)")
    guard Self.isThere(.webP) else { return }
    let written = try showhide.run(["show", "in/b.gif", "-o", "out.webp", "--quality", "80"])
    #expect(written.exitCode == 0, "\(written.errors)")
    let header = try showhide.picture("out.webp").header
    #expect((header.width, header.height) == (60, 40))
    guard ImageFormat.avif.missingToWrite == nil else { return }
    let avif = try showhide.run(["show", "in/a.webp", "-o", "out.avif", "--quality", "80"])
    #expect(avif.exitCode == 0 && avif.errors.isEmpty, "\(avif.errors)")
    #expect(try showhide.picture("out.avif").header.format == .avif)
  }
}
