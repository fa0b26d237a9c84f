internal import Files
internal import Foundation
internal import ImageCodecs
internal import Pixels
internal import SyntheticImages
internal import Testing

@Suite("Folders of folders keep their tree, and lists serve every command, as built")
struct FolderTreeTests {
  private let showhide: BuiltShowHide

  init() throws {
    showhide = try BuiltShowHide()
    let picture = try PNGEncoder().encode(
      ImageBuffer(width: 1, colors: [RGB8(red: 200, green: 30, blue: 20)]))
    for name in ["a/IMG_1.png", "b/IMG_1.png", "b/deep/IMG_2.png"] {
      try showhide.write(picture, to: "in/\(name)")
    }
    try showhide.write(Array("text".utf8), to: "in/b/notes.txt")
  }

  /// The paths of all files in a folder of the command's folder, sorted.
  private func tree(_ name: String) -> [String] {
    Array(FolderWalk(showhide.folder.appending(path: name).path)).map(\.path).sorted()
  }

  @Test("--recursive enters folders, skips links to them, and outputs keep their place")
  func recursive() throws {
    #expect(
      symlink("../..", showhide.folder.appending(path: "in/b/loop").path) == 0)
    let outcome = try showhide.run(["show", "in", "--recursive", "-o", "out"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(
      outcome.errors
        == "Warning: 'in': 2 of 5 entries were skipped: 1 folder, 1 not a PNG, JPEG, WebP, GIF, AVIF, HEIC, TIFF or BMP.\n"
    )
    #expect(
      tree("out") == ["a/IMG_1-show.png", "b/IMG_1-show.png", "b/deep/IMG_2-show.png"])
    let pair = try showhide.run(["both", "in", "-r", "-o", "in/out/"])
    #expect(pair.exitCode == 0, "\(pair.errors)")
    // What was made is no input of the next run.
    let again = try showhide.run(["both", "in", "-r", "-o", "in/out/", "--force"])
    #expect(again.exitCode == 0, "\(again.errors)")
    #expect(tree("in/out").count == 6)
  }

  @Test("without --recursive a folder of folders says how to enter them")
  func flat() throws {
    let outcome = try showhide.run(["palette", "in"])
    #expect(outcome.exitCode == 66)
    #expect(outcome.errors.contains("Its folders are entered with --recursive."))
    // The folder is the error, whatever the output is called.
    for arguments in [["show", "in", "-o", "out"], ["hide", "in", "-o", "out", "--sandbox"]] {
      let shown = try showhide.run(arguments)
      #expect(shown.exitCode == 66, "\(shown.errors)")
      #expect(shown.errors.contains("Its folders are entered with --recursive."))
    }
    let all = try showhide.run(["palette", "in", "-r", "--format", "csv"])
    #expect(all.output.split(separator: "\r\n").count == 4)
  }

  @Test("equal names of different folders are no conflict")
  func equalNames() throws {
    let outcome = try showhide.run(["hide", "in/a/IMG_1.png", "in/b/IMG_1.png", "-o", "out"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(tree("out") == ["a/IMG_1-hide.png", "b/IMG_1-hide.png"])
    let twice = try showhide.run(["hide", "in/a/IMG_1.png", "in/a/IMG_1.png", "-o", "more"])
    #expect(twice.exitCode == 64)
    #expect(twice.errors.contains("would both be written to"))
  }

  @Test("lists serve show and sunflower")
  func lists() throws {
    let list = Array("in/a/IMG_1.png\nin/b/deep/IMG_2.png\n".utf8)
    let shown = try showhide.run(["show", "--files-from", "-", "-o", "out"], input: list)
    #expect(shown.exitCode == 0, "\(shown.errors)")
    #expect(tree("out") == ["IMG_1-show.png", "IMG_2-show.png"])
    let drawn = try showhide.run(["sunflower", "--files-from", "-", "-o", "s.svg"], input: list)
    #expect(drawn.output == "2 pictures → s.svg\n")
    let missing = try showhide.run(["show", "--files-from", "gone", "-o", "out"])
    #expect(missing.exitCode == 66)
    #expect(try showhide.run(["show", "-o", "out"]).exitCode == 64)
  }

  @Test("a bare name is a folder where several pictures go there")
  func bareName() throws {
    let outcome = try showhide.run(["both", "in/a/IMG_1.png", "-o", "pair"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(tree("pair") == ["IMG_1-hide.png", "IMG_1-show.png"])
    #expect(try showhide.run(["show", "in/a/IMG_1.png", "-o", "single"]).exitCode == 64)
  }
}
