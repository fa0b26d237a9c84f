internal import ObjectFileTestSupport
internal import Testing

@testable import Explanations
@testable import ProgramLayouts

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

  @Test("static pieces of one name are told apart by what they are, not by order or number")
  func statics() throws {
    func piece(_ name: String, _ fingerprint: UInt64) -> ObjectPiece {
      ObjectPiece(
        name: name, isCode: true, size: 1, section: ".text", offset: 0, fingerprint: fingerprint)
    }
    let base = [piece("step", 1), piece("step", 2), piece("counter.0", 3)]
    let candidate = [piece("step", 9), piece("step", 1), piece("counter.4", 3)]
    #expect(differences(base, candidate) == ["changed step"])
    #expect(differences(base, [piece("step", 2)]) == ["gone step", "gone counter.0"])
    #expect(differences([piece("step", 2)], base) == ["new step", "new counter.0"])
    #expect(piece("counter.4", 3).key == "counter")
    #expect(piece(".text", 3).key == ".text")
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
