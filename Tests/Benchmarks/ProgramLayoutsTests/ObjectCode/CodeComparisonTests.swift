internal import ObjectFileTestSupport
internal import Testing

@testable internal import ProgramLayouts

@Suite("Comparison of code before layout")
struct CodeComparisonTests {
  /// Two files: main calls work and a library; work reads a table with the address of a callback.
  private func builders() -> [ObjectFileBuilder] {
    var main = ObjectFileBuilder()
    main.function("main", [0x31, 0xC0, 0xC3], calls: ["work", "puts"])
    main.function("unused", [0x90, 0xC3], calls: ["work"])
    var work = ObjectFileBuilder()
    work.function("work", [0x48, 0xC3], calls: ["local", "table"])
    work.function("local", [0x0F, 0x1F, 0xC3], binding: 0)
    work.function("callback", [0x41, 0xC3])
    work.function("idle", [0x42, 0xC3])
    work.data("table", [9, 8, 7], addressesOf: ["callback"])
    work.data("note", [1], section: ".comment", flags: [])
    return [main, work]
  }

  private func program(_ builders: [ObjectFileBuilder]) throws -> ObjectProgram {
    ObjectProgram(
      inputs: try builders.enumerated().map {
        .init(name: "\($0.offset).o", file: try $0.element.file())
      })
  }

  private func compare(
    _ left: [ObjectFileBuilder], _ right: [ObjectFileBuilder],
    from entry: CodeComparison.EntryPoints = .program(main: "main")
  ) throws -> CodeComparison.Result {
    CodeComparison.compare(try program(left), try program(right), from: entry)
  }

  @Test("A program is the same as itself, and only what is reachable is counted")
  func identity() throws {
    // main, work, local, callback: 13 + 12 + 3 + 2 bytes of code, and 11 of the table.
    #expect(try compare(builders(), builders()) == .same(functions: 4, bytes: 41))
  }

  @Test("Order, numbering and names within a file, and unreachable pieces, do not matter")
  func irrelevant() throws {
    var other = builders()
    for index in other.indices {
      other[index].sections.reverse()
      other[index].symbols.reverse()
    }
    #expect(try compare(builders(), other) == .same(functions: 4, bytes: 41))
    other = builders()
    other[1].function("added", [0x99], calls: ["callback"])
    other[1].sections[3].bytes = [0x55]  // idle
    other[0].sections[1].bytes[5] = 0x55  // unused
    other[1].sections.removeAll { $0.name == ".comment" }
    other[1].symbols.removeAll { $0.name == "note" }
    #expect(try compare(builders(), other) == .same(functions: 4, bytes: 41))
    other = builders()
    for index in other[1].symbols.indices where other[1].symbols[index].name == "local" {
      other[1].symbols[index].name = "renamed"
    }
    other[1].sections[0].relocations[0].symbol = "renamed"
    #expect(try compare(builders(), other) == .same(functions: 4, bytes: 41))
  }

  @Test("Debug information does not matter")
  func debugInformation() throws {
    var other = builders()
    other[0].sections.append(.init(name: ".debug_line", flags: [], bytes: [1, 2, 3]))
    other[0].sections.append(
      .init(name: ".swift_modhash", flags: [.allocated, .retained], bytes: [7]))
    #expect(try compare(builders(), other) == .same(functions: 4, bytes: 41))
  }

  @Test("Any changed byte of reachable code or data is never the same")
  func mutatedBytes() throws {
    let reachable: Set = [
      ".text.main", ".text.work", ".text.local", ".text.callback", ".rodata.table",
    ]
    var mutations = 0
    for (file, builder) in builders().enumerated() {
      for (index, section) in builder.sections.enumerated() {
        for byte in section.bytes.indices {
          for bit in 0..<8 {
            var other = builders()
            other[file].sections[index].bytes[byte] ^= 1 << bit
            let result = try compare(builders(), other)
            if reachable.contains(section.name) {
              mutations += 1
              let name = section.name.split(separator: ".").last.map(String.init) ?? ""
              #expect(result == .different([name]))
            } else {
              #expect(result == .same(functions: 4, bytes: 41))
            }
          }
        }
      }
    }
    #expect(mutations == 41 * 8)
  }

  @Test("Any changed relocation of reachable code or data is never the same")
  func mutatedRelocations() throws {
    func expectDifference(_ change: (inout [ObjectFileBuilder]) -> Void, line: Int = #line) throws {
      var other = builders()
      change(&other)
      guard case .different = try compare(builders(), other) else {
        Issue.record("line \(line): not different")
        return
      }
    }
    try expectDifference { $0[0].sections[0].relocations[0].symbol = "unused" }
    try expectDifference { $0[0].sections[0].relocations[1].symbol = "printf" }
    try expectDifference { $0[0].sections[0].relocations[1].symbol = "work" }
    try expectDifference { $0[0].sections[0].relocations[0].addend = 0 }
    try expectDifference { $0[0].sections[0].relocations[1].addend = 0 }
    try expectDifference { $0[0].sections[0].relocations[0].type = 2 }
    try expectDifference { $0[0].sections[0].relocations[0].offset = 2 }
    try expectDifference { $0[0].sections[0].relocations.removeLast() }
    try expectDifference { $0[1].sections[4].relocations[0].symbol = "idle" }
    try expectDifference { $0[1].sections[4].relocations[0].addend = 1 }
    try expectDifference { $0[1].sections[0].alignment = 32 }
    try expectDifference { $0[1].sections[4].flags = [.allocated, .writable] }
    try expectDifference { $0[1].sections[4].entrySize = 8 }
    try expectDifference { $0[1].sections[4].type = 14 }
    try expectDifference { $0[0].machine = 183 }
  }

  @Test("Two pieces that became one, and one that became two, are different")
  func aliasing() throws {
    func make(_ second: String) -> [ObjectFileBuilder] {
      var builder = ObjectFileBuilder()
      builder.function("main", [0xC3], calls: ["a", second])
      builder.function("a", [0x90, 0xC3])
      builder.function("b", [0x90, 0xC3])
      return [builder]
    }
    #expect(try compare(make("a"), make("a")) == .same(functions: 2, bytes: 13))
    #expect(try compare(make("b"), make("b")) == .same(functions: 3, bytes: 15))
    #expect(try compare(make("a"), make("b")) == .different(["main"]))
    #expect(try compare(make("b"), make("a")) == .different(["main"]))
  }

  @Test("Recursion ends")
  func recursion() throws {
    var builder = ObjectFileBuilder()
    builder.function("main", [0xC3], calls: ["even"])
    builder.function("even", [0xC3], calls: ["odd"])
    builder.function("odd", [0xC3], calls: ["even", "odd"])
    #expect(try compare([builder], [builder]) == .same(functions: 3, bytes: 23))
  }

  @Test("Initializers and tables that the runtime finds are reached without a reference")
  func roots() throws {
    for (section, flags) in [
      (".init_array", SectionFlags.allocated), ("swift5_type_metadata", .allocated),
      (".rodata.kept", [.allocated, .retained]),
    ] as [(String, SectionFlags)] {
      func make(_ code: UInt8, isPresent: Bool = true) -> [ObjectFileBuilder] {
        var all = builders()
        all[1].function("hidden", [code])
        if isPresent {
          all[1].data("list", [], addressesOf: ["hidden"], section: section, flags: flags)
        }
        return all
      }
      #expect(try compare(make(1), make(1)) == .same(functions: 5, bytes: 50))
      #expect(try compare(make(1), make(2)) == .different(["hidden"]))
      #expect(try compare(make(1), make(1, isPresent: false)) == .different(["\(section) of 1.o"]))
      #expect(try compare(make(1, isPresent: false), make(1)) == .different(["\(section) of 1.o"]))
    }
  }

  @Test("Where functions are looked up by name, all that other files see is reachable")
  func lookups() throws {
    func make(_ code: UInt8) -> [ObjectFileBuilder] {
      var all = builders()
      all[0].sections[0].relocations[1].symbol = "dlsym"
      all[1].sections[3].bytes[0] = code  // idle
      return all
    }
    #expect(try compare(make(1), make(1)) == .same(functions: 6, bytes: 50))
    #expect(try compare(make(1), make(2)) == .different(["idle"]))
  }

  @Test("A function that replaces one of the C library is reachable")
  func interposition() throws {
    func make(_ code: UInt8) -> [ObjectFileBuilder] {
      var all = builders()
      all[1].function("malloc", [code])
      return all
    }
    #expect(try compare(make(1), make(1)) == .same(functions: 5, bytes: 42))
    #expect(try compare(make(1), make(2)) == .different(["malloc"]))
    #expect(try compare(make(1), builders()) == .different(["malloc"]))
  }

  @Test("Of weak definitions the first counts, a strong one before it")
  func weakDefinitions() throws {
    func make(_ codes: [(UInt8, binding: UInt8)]) -> [ObjectFileBuilder] {
      var all = builders()
      for (code, binding) in codes {
        var file = ObjectFileBuilder()
        file.function("local", [code], binding: binding)
        all.append(file)
      }
      all[1].symbols.removeAll { $0.name == "local" }
      return all
    }
    let one = make([(1, 2)])
    #expect(try compare(one, one) == .same(functions: 4, bytes: 39))
    #expect(
      try compare(make([(1, 2), (2, 2)]), make([(1, 2), (3, 2)])) == .same(functions: 4, bytes: 39))
    #expect(try compare(make([(1, 2), (2, 2)]), make([(2, 2), (1, 2)])) == .different(["local"]))
    #expect(
      try compare(make([(1, 2), (2, 1)]), make([(3, 2), (2, 1)])) == .same(functions: 4, bytes: 39))
    #expect(
      try compare(make([(1, 1), (1, 1)]), make([(1, 1), (1, 1)]))
        == .notProven(["'local' is defined more than once"]))
  }

  @Test("Of equal groups the first is kept")
  func groups() throws {
    func make(_ codes: [UInt8]) -> [ObjectFileBuilder] {
      var all = builders()
      all[1].symbols.removeAll { $0.name == "local" }
      for code in codes {
        var file = ObjectFileBuilder()
        file.function("local", [code], binding: 2)
        file.groups = [("local", [".text.local"])]
        all.append(file)
      }
      return all
    }
    #expect(try compare(make([1, 2]), make([1, 3])) == .same(functions: 4, bytes: 39))
    #expect(try compare(make([1, 2]), make([2, 1])) == .different(["local"]))
  }

  @Test("Entries of mergeable sections are compared one by one")
  func mergeableEntries() throws {
    func make(_ texts: [String], offset: Int64, named: Bool = true) -> [ObjectFileBuilder] {
      var builder = ObjectFileBuilder()
      builder.function("main", [0xC3])
      builder.sections[0].bytes = [UInt8](repeating: 0, count: 8)
      builder.sections[0].relocations = [(0, named ? 2 : 1, "text", named ? -4 : offset)]
      builder.sections.append(
        .init(
          name: ".rodata.str1.1", flags: [.allocated, .mergeable, .strings],
          bytes: texts.flatMap { Array($0.utf8) + [0] }, entrySize: 1))
      builder.symbols.append(
        .init(
          name: "text", section: ".rodata.str1.1", value: named ? UInt64(offset) : 0, binding: 0,
          kind: named ? 0 : 3))
      return [builder]
    }
    for named in [true, false] {
      let one = make(["abc", "de"], offset: 4, named: named)
      let same = make(["longer", "de", "f"], offset: 7, named: named)
      let other = make(["longer", "dx"], offset: 7, named: named)
      let inside = make(["longer", "de"], offset: 8, named: named)
      #expect(try compare(one, same) == .same(functions: 1, bytes: 11))
      #expect(try compare(one, other) == .different([".rodata.str1.1 of 0.o"]) || named)
      #expect(try compare(one, other) != .same(functions: 1, bytes: 11))
      #expect(try compare(one, inside) == .different(["main"]))
    }
  }

  @Test("From some functions, indirect calls and written memory leave a doubt")
  func partialClosures() throws {
    func make(_ bytes: [UInt8]) -> [ObjectFileBuilder] {
      var builder = ObjectFileBuilder()
      builder.function("kernel", bytes, calls: ["leaf"])
      builder.function("leaf", [0xC3])
      return [builder]
    }
    let entry = CodeComparison.EntryPoints.functions(["kernel"])
    let direct = make([0xC3])
    #expect(try compare(direct, direct, from: entry) == .same(functions: 2, bytes: 7))
    for call: [UInt8] in [
      [0xFF, 0xD0], [0x41, 0xFF, 0xE3], [0xFF, 0x50, 0x08], [0xFF, 0x25, 0, 0],
    ] {
      let indirect = make(call)
      #expect(
        try compare(indirect, indirect, from: entry)
          == .notProven(["'kernel' may call through a pointer"]))
      #expect(try compare(indirect, direct, from: entry) == .different(["kernel"]))
    }
    // inc through FF is not a branch.
    #expect(
      try compare(make([0xFF, 0xC0]), make([0xFF, 0xC0]), from: entry)
        == .same(functions: 2, bytes: 8))
    var writing = direct
    writing[0].data("state", [0], section: ".data.state", flags: [.allocated, .writable])
    writing[0].sections[1].relocations = [(0, 2, "state", 0)]
    #expect(
      try compare(writing, writing, from: entry)
        == .notProven(["'state' may have been written by other functions"]))
    var casting = direct
    casting[0].sections[0].relocations[0].symbol = "swift_dynamicCastClass"
    guard case .notProven = try compare(casting, casting, from: entry) else {
      Issue.record("a cast searches the tables of the program")
      return
    }
    #expect(
      try compare(direct, direct, from: .functions([])) == .notProven(["there is no entry point"]))
    #expect(
      try compare(direct, direct, from: .functions(["none"]))
        == .notProven(["neither side defines 'none'"]))
    #expect(
      try compare(direct, make([0x90]), from: .functions(["leaf"])) == .same(functions: 1, bytes: 1)
    )
  }

  @Test("Branches to a register are found on arm64")
  func arm64() throws {
    func make(_ word: UInt32) -> [ObjectFileBuilder] {
      var builder = ObjectFileBuilder()
      builder.machine = 183
      builder.function("kernel", word.littleEndianBytes)
      return [builder]
    }
    let entry = CodeComparison.EntryPoints.functions(["kernel"])
    let plain: [UInt32] = [0xD65F_03C0, 0x9100_0000]  // ret; add
    for word in plain {
      #expect(try compare(make(word), make(word), from: entry) == .same(functions: 1, bytes: 4))
    }
    for word: UInt32 in [0xD63F_0100, 0xD61F_0100, 0xD73F_0901] {  // blr, br, blraa
      #expect(
        try compare(make(word), make(word), from: entry)
          == .notProven(["'kernel' may call through a pointer"]))
    }
  }
}
