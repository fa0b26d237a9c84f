internal import ObjectFileTestSupport
internal import ProgramLayouts
internal import Testing

@testable import Explanations

@Suite("Functions that differ between two object files")
struct ObjectDifferenceTests {
  private func pieces(_ build: (inout ObjectFileBuilder) -> Void) throws -> [ObjectPiece] {
    var builder = ObjectFileBuilder()
    build(&builder)
    return try ObjectFile(contents: builder.contents).pieces
  }

  private func differences(_ base: [ObjectPiece], _ candidate: [ObjectPiece]) -> [String] {
    PieceChange.differing(base, candidate).map { "\($0.kind.rawValue) \($0.piece.name)" }
  }

  @Test("a function that only moved is none, whatever its neighbours are")
  func moved() throws {
    let base = try pieces {
      $0.function("first", [0x90, 0xC3])
      $0.function("second", [0xC3], calls: ["first"])
    }
    let candidate = try pieces {
      $0.function("added", [0x90, 0x90, 0x90, 0xC3])
      $0.function("second", [0xC3], calls: ["first"])
      $0.function("first", [0x90, 0xC3])
    }
    #expect(differences(base, candidate) == ["new added"])
    #expect(differences(candidate, base) == ["gone added"])
    #expect(differences(base, base).isEmpty)
  }

  @Test("other bytes and another callee are differences")
  func changed() throws {
    let base = try pieces {
      $0.function("f", [0x90, 0xC3])
      $0.function("g", [0xC3], calls: ["f"])
    }
    let bytes = try pieces {
      $0.function("f", [0xC3])
      $0.function("g", [0xC3], calls: ["f"])
    }
    #expect(differences(base, bytes) == ["changed f"])
    let callee = try pieces {
      $0.function("f", [0x90, 0xC3])
      $0.function("g", [0xC3], calls: ["h"])
    }
    #expect(differences(base, callee) == ["changed g"])
  }

  @Test("damaged files give an error or a value")
  func damaged() throws {
    var builder = ObjectFileBuilder()
    builder.function("f", [0x90, 0xC3], calls: ["g"])
    builder.data("table", [1, 2, 3, 4], addressesOf: ["f"])
    let whole = builder.contents
    for index in whole.indices {
      for value in [0, 0x7F, 0xFF] as [UInt8] where whole[index] != value {
        var bytes = whole
        bytes[index] = value
        _ = try? ObjectFile(contents: bytes).pieces
      }
    }
  }
}
