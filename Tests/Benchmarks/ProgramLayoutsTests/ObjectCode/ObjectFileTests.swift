internal import ObjectFileTestSupport
internal import Testing

@testable internal import ProgramLayouts

@Suite("Object files")
struct ObjectFileTests {
  private var sample: ObjectFileBuilder {
    var builder = ObjectFileBuilder()
    builder.function("main", [0xC3], calls: ["helper", "puts"])
    builder.function("helper", [0x90, 0xC3], binding: 0)
    builder.data("table", [1, 2, 3, 4], addressesOf: ["helper"])
    return builder
  }

  @Test("Sections, symbols and relocations are read as they were written")
  func reading() throws {
    let file = try sample.file()
    #expect(file.machine == .x86)
    let main = try #require(file.sections.first { $0.name == ".text.main" })
    #expect(main.flags == [.allocated, .executable])
    #expect(Array(file.contents[main.bytes]) == [0xE8, 0, 0, 0, 0, 0xE8, 0, 0, 0, 0, 0xC3])
    #expect(main.relocations.map(\.offset) == [1, 6])
    #expect(main.relocations.map { file.symbols[$0.symbol].name } == ["helper", "puts"])
    #expect(main.relocations.allSatisfy { $0.addend == -4 && $0.type == 4 })
    let helper = try #require(file.symbols.first { $0.name == "helper" })
    #expect(helper.binding == .local && helper.isFunction)
    #expect(file.symbols.first { $0.name == "puts" }?.place == .undefined)
    #expect(file.sections.first { $0.name == ".rodata.table" }?.size == 12)
  }

  @Test("What is not an object file is named")
  func otherFiles() {
    func error(_ bytes: [UInt8]) -> ObjectFileError? {
      do throws(ObjectFileError) {
        _ = try ObjectFile(contents: bytes)
        return nil
      } catch {
        return error
      }
    }
    #expect(error([]) == .notELF)
    #expect(error(Array("#!/bin/sh\n".utf8)) == .notELF)
    #expect(error([0x42, 0x43, 0xC0, 0xDE, 0, 0]) == .intermediateCode)
    var bytes = sample.contents
    bytes[4] = 1
    #expect(error(bytes) == .unsupported("ELF that is not 64-bit and little-endian"))
    bytes = sample.contents
    bytes[16] = 2
    #expect(error(bytes)?.description.contains("type 2") == true)
    bytes = sample.contents
    bytes[18] = 8
    #expect(error(bytes)?.description.contains("machine 8") == true)
    for problem: ObjectFileError in [
      .notELF, .intermediateCode, .malformed("m"), .unsupported("u"),
    ] {
      #expect(!problem.description.isEmpty)
    }
  }

  @Test("Every shortened file is refused or read, without a crash")
  func truncation() throws {
    let whole = sample.contents
    for length in 0..<whole.count {
      #expect(throws: ObjectFileError.self) { try ObjectFile(contents: Array(whole[..<length])) }
    }
  }

  @Test("Every changed byte and many changed words give a value or an error")
  func mutation() {
    let whole = sample.contents
    var read = 0
    for place in whole.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var bytes = whole
        bytes[place] = value
        if (try? ObjectFile(contents: bytes)) != nil { read += 1 }
      }
    }
    #expect(read > 0)
    for place in stride(from: 0, to: whole.count - 8, by: 4) {
      for word: UInt64 in [.max, 1 << 63, 1 << 40, UInt64(whole.count), .max - 63] {
        var bytes = whole
        bytes.replaceSubrange(place..<place + 8, with: word.littleEndianBytes)
        guard let file = try? ObjectFile(contents: bytes) else { continue }
        // What is read can be compared.
        let program = ObjectProgram(inputs: [.init(name: "a", file: file)])
        _ = CodeComparison.compare(program, program, from: .program(main: "main"))
      }
    }
  }

  @Test("Entries as long as numbers go, and places before a variable, are read without a crash")
  func farPlaces() throws {
    func file(entry: UInt64, addend: Int64) throws -> ObjectFile {
      var builder = ObjectFileBuilder()
      builder.function("main", [0xC3])
      // On arm64 code is not divided, and addends are as they were written.
      builder.machine = 183
      builder.sections[0].bytes = [UInt8](repeating: 0, count: 8)
      builder.sections[0].relocations = [(0, 257, "numbers", addend)]
      builder.sections.append(
        .init(
          name: ".rodata.cst8", flags: [.allocated, .mergeable],
          bytes: [UInt8](repeating: 7, count: 24), entrySize: entry))
      builder.symbols.append(
        .init(name: "numbers", section: ".rodata.cst8", binding: 0, kind: 3))
      if addend < 0 {
        builder.symbols.append(
          .init(name: "first", section: ".rodata.cst8", binding: 0, kind: 1, size: 8))
      }
      return try builder.file()
    }
    let whole = try file(entry: UInt64(Int.max), addend: 8)
    #expect(whole.pieces.map(\.name) == ["main"])
    let program = ObjectProgram(inputs: [.init(name: "a", file: whole)])
    #expect(
      CodeComparison.compare(program, program, from: .program(main: "main"))
        == .same(functions: 1, bytes: 32))
    #expect(try file(entry: 8, addend: -4).pieces.map(\.name) == ["main", "first"])
  }

  @Test("Names that share one long text do not multiply")
  func sharedNames() {
    var builder = ObjectFileBuilder()
    builder.function("f", [0xC3])
    let long = String(repeating: "n", count: 20_000)
    builder.symbols.append(.init(name: long, section: ".text.f"))
    for index in 0..<400 {
      builder.symbols.append(.init(name: "s\(index)", section: ".text.f"))
    }
    var bytes = builder.contents
    #expect((try? ObjectFile(contents: bytes)) != nil)
    // All symbols take the long name: their count times its length is many times the file.
    guard let start = Self.place(of: Array(long.utf8), in: bytes),
      let table = Self.place(of: Array("\0f\0n".utf8), in: bytes)
    else {
      Issue.record("the table of names was not found")
      return
    }
    let name = UInt32(start - table).littleEndianBytes
    for index in 0..<401 {
      let entry = Self.symbolTable(in: bytes) + 24 * (index + 2)
      bytes.replaceSubrange(entry..<entry + 4, with: name)
    }
    #expect(throws: ObjectFileError.malformed("its names are longer than the file")) {
      try ObjectFile(contents: bytes)
    }
  }

  private static func place(of part: [UInt8], in bytes: [UInt8]) -> Int? {
    (0...(bytes.count - part.count)).first {
      bytes[$0] == part[0] && bytes[$0...].starts(with: part)
    }
  }

  private static func symbolTable(in bytes: [UInt8]) -> Int {
    func integer(_ at: Int) -> Int {
      (0..<8).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
    }
    let headers = integer(40)
    let count = Int(bytes[60])
    for index in 0..<count where bytes[headers + index * 64 + 4] == 2 {
      return integer(headers + index * 64 + 24)
    }
    return 0
  }
}
