internal import CommandTestSupport
internal import Foundation
internal import Measuring
internal import Testing

@testable import ProgramLayouts

/// The compiler of this machine, where it makes ELF files.
private enum Installed {
  static let compiler: String? = {
    #if os(Linux)
      ["clang", "gcc", "cc"].lazy.compactMap { name in
        ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":")
          .map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
      }.first
    #else
      nil
    #endif
  }()
}

/// Programs of a real compiler, as their loaded parts are read.
@Suite("Loaded images", .enabled(if: Installed.compiler != nil))
struct LoadedImageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let source = """
    #include <stdio.h>
    int main(int count, char **words) { printf("%d %s\\n", count * 31, words[0]); return 0; }

    """

  /// The bytes of a program, compiled in a folder of its own.
  private func program(
    _ source: String, in name: String, _ options: [String] = []
  ) throws -> [UInt8] {
    try folder.write(source, to: "\(name)/main.c")
    let outcome = ProgramOutput.of(
      program: try #require(Installed.compiler),
      arguments: ["-g", "-O1", "-Wl,--build-id", "main.c", "-o", "main"] + options,
      environment: ProcessInfo.processInfo.environment.map { "\($0)=\($1)" },
      folder: folder.file(name), mergingErrors: true)
    try #require(outcome.isSuccess, "\(outcome.text)")
    return Array(try Data(contentsOf: URL(filePath: folder.file("\(name)/main"))))
  }

  @Test("comments change a program's debug information, and nothing that it loads")
  func comments() throws {
    let plain = try program(Self.source, in: "a")
    let commented = try program("// What it does:\n//\n" + Self.source + "// end\n", in: "b")
    #expect(plain != commented)
    let image = try LoadedImage(contents: plain)
    #expect(try LoadedImage(contents: commented) == image)
    #expect(image.byteCount > 100 && image.byteCount < plain.count)
    #expect(!image.hasLibrariesBeside)
  }

  /// An ELF file whose headers of sections stand behind those of programs, with a note, as of Go.
  private static func goProgram(identifier: UInt8, section: UInt8, code: UInt8) -> [UInt8] {
    func bytes(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    func segment(_ type: Int, _ offset: Int, _ size: Int) -> [UInt8] {
      bytes(type, 4) + bytes(4, 4) + bytes(offset, 8) + bytes(0x40_0000 + offset, 8)
        + bytes(0x40_0000 + offset, 8) + bytes(size, 8) + bytes(size, 8) + bytes(4, 8)
    }
    let (headers, sections, note) = (64, 64 + 2 * 56, 64 + 2 * 56 + 64)
    let size = note + 12 + 4 + 4 + 4
    var file: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + bytes(0, 9)
    file += bytes(2, 2) + bytes(62, 2) + bytes(1, 4) + bytes(0x40_0000, 8)
    file += bytes(headers, 8) + bytes(sections, 8) + bytes(0, 4) + bytes(64, 2)
    file += bytes(56, 2) + bytes(2, 2) + bytes(64, 2) + bytes(1, 2) + bytes(0, 2)
    file += segment(4, note, 20) + segment(1, 0, size)
    file += Array(repeating: section, count: 64)
    file += bytes(4, 4) + bytes(4, 4) + bytes(4, 4) + Array("Go".utf8) + [0, 0]
    return file + Array(repeating: identifier, count: 4) + Array(repeating: code, count: 4)
  }

  @Test("Go's identifier of a build and its headers of sections are not compared")
  func go() throws {
    let image = try LoadedImage(
      contents: Self.goProgram(identifier: 1, section: 1, code: 1))
    #expect(
      try LoadedImage(contents: Self.goProgram(identifier: 2, section: 2, code: 1)) == image)
    #expect(
      try LoadedImage(contents: Self.goProgram(identifier: 1, section: 1, code: 2)) != image)
  }

  @Test("headers of sections that lie nowhere are not looked at")
  func sectionsNowhere() throws {
    var file = Self.goProgram(identifier: 1, section: 1, code: 1)
    // The greatest place, and 65,535 headers of as many bytes.
    file.replaceSubrange(40..<48, with: [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F])
    file.replaceSubrange(58..<62, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(try LoadedImage(contents: file).byteCount > 0)
    // No place of this machine.
    file[47] = 0xFF
    #expect(throws: ObjectFileError.self) { try LoadedImage(contents: file) }
  }

  @Test("a number, a text or the size of a table make another image")
  func changes() throws {
    let image = try LoadedImage(contents: try program(Self.source, in: "a"))
    for (index, change) in [("31", "33"), ("%d %s", "%d-%s"), ("int main", "int t[99];int main")]
      .enumerated()
    {
      let changed = Self.source.replacing(change.0, with: change.1)
      #expect(changed != Self.source)
      #expect(try LoadedImage(contents: try program(changed, in: "c\(index)")) != image)
    }
  }

  @Test("the name of a source is not loaded, a text is")
  func fileNames() throws {
    let named = Self.source.replacing("%d %s", with: "run helper-tool %d %s")
    let bytes = try program(named, in: "a")
    let image = try LoadedImage(contents: bytes)
    #expect(image.holds(fileName: "helper-tool"))
    #expect(TextSearch.containsFileName(Array("main.c".utf8), in: bytes[...]))
    #expect(!image.holds(fileName: "main.c"))
  }

  @Test(
    "a program that gets libraries from its own folder is told from others",
    arguments: [
      ("-Wl,-rpath,$ORIGIN/lib", true), ("-Wl,-rpath,lib", true), ("-Wl,-rpath,/opt/lib", false),
      ("-Wl,-rpath,/opt/lib:.", true),
    ])
  func libraries(option: String, isBeside: Bool) throws {
    let image = try LoadedImage(contents: try program(Self.source, in: "a", [option]))
    #expect(image.hasLibrariesBeside == isBeside)
  }

  @Test("damaged files are refused or read, and never crash")
  func damage() throws {
    let bytes = try program(Self.source, in: "a")
    var refused = 0
    var generator = SeededGenerator(seed: 21)
    for round in 0..<400 {
      var damaged = bytes
      if round.isMultiple(of: 4) {
        damaged.removeLast(Int.random(in: 1...bytes.count, using: &generator))
      } else {
        // Headers and notes are at the beginning.
        for _ in 0..<3 {
          damaged[Int.random(in: 0..<1024, using: &generator)] = UInt8.random(
            in: 0...255, using: &generator)
        }
      }
      if (try? LoadedImage(contents: damaged)) == nil { refused += 1 }
    }
    #expect(refused > 100)
    #expect(throws: ObjectFileError.notELF) { try LoadedImage(contents: [1, 2, 3]) }
    #expect(throws: ObjectFileError.self) {
      var object = bytes
      object[16] = 1
      _ = try LoadedImage(contents: object)
    }
  }
}
