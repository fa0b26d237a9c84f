internal import CommandTestSupport
internal import Measuring
internal import ObjectFileTestSupport
internal import Testing

@testable import ProgramLayouts

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The compiler and the disassembler of this machine, where they are for x86-64.
private enum Installed {
  static func find(_ name: String) -> String? {
    #if os(Linux) && arch(x86_64)
      (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
    #else
      nil
    #endif
  }

  static let gcc = find("gcc")
  static let clang = find("clang")
  static let disassembler = find("objdump")
}

@Suite("Functions that share a section")
struct DividedCodeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  // MARK: Instructions

  /// Code with as many kinds of instructions as a few lines make.
  private static let source = """
    #include <string.h>
    #include <stdatomic.h>
    double scale(const double *a, float *b, int n) {
      double s = 0;
      for (int i = 0; i < n; i++) { s += a[i] * 1.5; b[i] = (float)s / (float)(n + 1); }
      return s;
    }
    static __attribute__((noinline)) unsigned long mix(unsigned long a, unsigned char b) {
      a ^= a >> 7; a *= 0x9E3779B97F4A7C15ul; a = (a << 9) | (a >> 55);
      return a % 1000003u + b / 3u + (unsigned long)__builtin_popcountl(a);
    }
    int kinds(int a, const char *text) {
      switch (a) {
      case 0: return (int)strlen(text) + 1;
      case 1: return (int)mix(7, 3);
      case 2: return text[0] == 'x' ? -70000 : 70000;
      case 3: return a * 12345;
      case 4: return (int)mix((unsigned long)a, (unsigned char)text[1]);
      case 5: return strcmp(text, "five");
      case 6: return (short)(a + 300) * 5;
      default: return 0;
      }
    }
    int counted(_Atomic long *p, __int128 x) {
      atomic_fetch_add(p, 3); long e = 5; atomic_compare_exchange_strong(p, &e, 6);
      return (int)(x / 10) + (int)mix((unsigned long)*p, 9);
    }
    """

  @Test(
    "instructions end where a disassembler says so",
    .enabled(
      if: Installed.gcc != nil && Installed.disassembler != nil,
      "There is no gcc with objdump for x86-64."),
    arguments: [
      "-O0", "-O2", "-Os -fPIC", "-O3 -mavx2 -mbmi2 -mfma", "-O3 -mavx512f -mavx512vl -mavx512bw",
    ])
  func lengths(options: String) throws {
    let object = try compile(Self.source, options.split(separator: " ").map(String.init))
    let listing = ProgramOutput.of(
      program: try #require(Installed.disassembler),
      arguments: ["-dw", "--no-show-raw-insn", "-j", ".text", object.path], environment: [])
    var ends: Set<Int> = []
    for line in listing.text.split(separator: "\n") {
      let word = line.drop { $0 == " " }.prefix { $0 != ":" }
      if line.contains(":\t"), let place = Int(word, radix: 16) { ends.insert(place) }
    }
    try #require(ends.count > 90)
    let file = try ObjectFile(contents: object.bytes)
    let section = try #require(file.sections.first { $0.name == ".text" })
    let code = file.contents[section.bytes]
    var place = 0
    while place < section.size {
      #expect(ends.contains(place), "\(options): an instruction begins at \(place)")
      guard let instruction = X86Instruction(code, at: code.startIndex + place) else {
        Issue.record("\(options): what begins at \(place) is not read")
        return
      }
      ends.remove(place)
      place += instruction.length
    }
    #expect(place == section.size && ends.isEmpty)
  }

  @Test(
    "distances are found where the manual puts them",
    arguments: [
      ([0xE8, 1, 2, 3, 4], 5, 1..<5), ([0x0F, 0x84, 1, 2, 3, 4], 6, 2..<6), ([0xEB, 5], 2, 1..<2),
      // lea, cmp with a number after the distance, a vector load: relative to the instruction.
      ([0x48, 0x8D, 0x05, 1, 2, 3, 4], 7, 3..<7), ([0x80, 0x3D, 1, 2, 3, 4, 9], 7, 2..<6),
      ([0xC5, 0xFB, 0x10, 0x05, 1, 2, 3, 4], 8, 4..<8),
      // A number of 8 bytes, 2 bytes, an index without a base: no distance.
      ([0x48, 0xB8, 1, 2, 3, 4, 5, 6, 7, 8], 10, nil), ([0x66, 0x81, 0xC0, 1, 2], 5, nil),
      ([0x8B, 0x04, 0x25, 1, 2, 3, 4], 7, nil), ([0x62, 0xF1, 0x7C, 0x48, 0x58, 0x40, 1], 7, nil),
    ] as [([UInt8], Int, Range<Int>?)])
  func distances(bytes: [UInt8], length: Int, distance: Range<Int>?) throws {
    let instruction = try #require(X86Instruction(bytes[...], at: 0))
    #expect(instruction.length == length && instruction.distance == distance)
    // Every beginning of it is too short.
    for end in 0..<bytes.count { #expect(X86Instruction(bytes[..<end], at: 0) == nil) }
  }

  @Test("what is no instruction with 64-bit addresses is refused")
  func refused() {
    let refused: [[UInt8]] = [
      [0x06], [0xEA, 0, 0, 0, 0, 0, 0], [0xC7, 0xF8, 0, 0, 0, 0], [0x0F, 0x04],
    ]
    for bytes in refused { #expect(X86Instruction(bytes[...], at: 0) == nil) }
    #expect(X86Instruction([UInt8](repeating: 0x66, count: 16)[...], at: 0) == nil)
  }

  // MARK: Functions by hand

  /// One section: main calls one of its neighbours, which are a byte of work and a return each.
  private func program(
    main distance: UInt8, order: [(name: String, code: [UInt8])], symbols: Bool = true
  ) throws -> ObjectProgram {
    var builder = ObjectFileBuilder()
    var code: [UInt8] = [0xE8, distance, 0, 0, 0, 0xC3, 0x90, 0x90]
    builder.symbols.append(.init(name: "main", section: ".text", size: 6))
    for (name, bytes) in order {
      if symbols {
        builder.symbols.append(
          .init(
            name: name, section: ".text", value: UInt64(code.count), binding: 0,
            size: UInt64(bytes.count)))
      }
      code += bytes + [UInt8](repeating: 0x90, count: 8 - bytes.count)
    }
    builder.sections.append(
      .init(name: ".text", flags: [.allocated, .executable], bytes: code))
    return ObjectProgram(
      inputs: [.init(name: "a.o", file: try builder.file())], dividesCode: true)
  }

  private func compare(_ left: ObjectProgram, _ right: ObjectProgram) -> CodeComparison.Result {
    CodeComparison.compare(left, right, from: .program(main: "main"))
  }

  @Test("a call is the same where it leads to the same function, whatever the distance")
  func calls() throws {
    let one: (String, [UInt8]) = ("one", [0xFF, 0xC0, 0xC3])
    let two: (String, [UInt8]) = ("two", [0xFF, 0xC8, 0xC3])
    let base = try program(main: 3, order: [one, two])
    #expect(compare(base, base) == .same(functions: 2, bytes: 9))
    // An unused function before: the same call, eight bytes further.
    let unused: (String, [UInt8]) = ("unused", [0x31, 0xC0, 0xC3])
    #expect(
      compare(base, try program(main: 11, order: [unused, one, two]))
        == .same(functions: 2, bytes: 9))
    // Equal bytes, but another function is there.
    #expect(compare(base, try program(main: 3, order: [two, one])) == .different(["two"]))
    // Another function is called.
    #expect(compare(base, try program(main: 11, order: [one, two])) == .different(["two"]))
    // A call into the middle of a function.
    #expect(compare(base, try program(main: 5, order: [one, two])) == .different(["main"]))
  }

  @Test("where a function ends is not guessed: the section is then one piece")
  func undivided() throws {
    let one: (String, [UInt8]) = ("one", [0xFF, 0xC0, 0xC3])
    let unused: (String, [UInt8]) = ("unused", [0x31, 0xC0, 0xC3])
    // Code without a symbol is no filler.
    let base = try program(main: 3, order: [one], symbols: false)
    #expect(compare(base, base) == .same(functions: 1, bytes: 16))
    let other = try program(main: 11, order: [unused, one], symbols: false)
    #expect(compare(base, other) == .different(["main"]))
    // A call to what lies between functions.
    let gap = try program(main: 1, order: [one])
    #expect(compare(gap, gap) == .same(functions: 1, bytes: 16))
  }

  // MARK: Functions of compilers

  private static let main = """
    int kinds(int a, const char *text);
    int main(int count, char **words) { return kinds(count, words[0]); }
    """

  @Test(
    "an unused function between others leaves a program the same, a changed one does not",
    .enabled(if: Installed.gcc != nil, "There is no gcc for x86-64."),
    arguments: ["-O1", "-O2", "-O2 -fPIE", "-Os"])
  func gcc(options: String) throws {
    try check(try #require(Installed.gcc), options.split(separator: " ").map(String.init))
  }

  @Test(
    "so it is with clang",
    .enabled(if: Installed.clang != nil, "There is no clang for x86-64."),
    arguments: ["-O1", "-O2 -fPIE"])
  func clang(options: String) throws {
    try check(try #require(Installed.clang), options.split(separator: " ").map(String.init))
  }

  private func check(_ compiler: String, _ options: [String]) throws {
    let unused = "int never(int a) { int s = 1; while (a > 1) s ^= a--; return s; }\n"
    func program(_ source: String) throws -> ObjectProgram {
      let files = try [Self.main, source].map {
        try ObjectFile(contents: try compile($0, options, by: compiler).bytes)
      }
      return ObjectProgram(
        inputs: files.enumerated().map { .init(name: "\($0.offset).o", file: $0.element) },
        dividesCode: true)
    }
    let base = try program(Self.source)
    guard case .same(let functions, _) = compare(base, base) else {
      Issue.record("\(options): \(compare(base, base))")
      return
    }
    #expect(functions >= 3)
    for place in ["double scale", "static __attribute__", "int kinds", "int counted"] {
      let moved = try program(Self.source.replacing(place, with: unused + place))
      #expect(compare(base, moved) == compare(base, base), "\(options), before \(place)")
    }
    let changed = try program(Self.source.replacing("a >> 7", with: "a >> 8"))
    guard case .different(let names) = compare(base, changed) else {
      Issue.record("\(options): a changed function is found")
      return
    }
    #expect(names == ["mix"])
    let jump = try program(
      Self.source.replacing("case 2:", with: "case 12:").replacing("case 3:", with: "case 2:")
        .replacing("case 12:", with: "case 3:"))
    #expect(compare(base, jump) != compare(base, base), "\(options): other cases")
  }

  private func compile(
    _ source: String, _ options: [String], by compiler: String? = nil
  ) throws -> (path: String, bytes: [UInt8]) {
    try folder.write(source, to: "a.c")
    let outcome = ProgramOutput.of(
      program: try #require(compiler ?? Installed.gcc),
      arguments: options + ["-c", folder.file("a.c"), "-o", folder.file("a.o")],
      environment: ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" },
      mergingErrors: true)
    try #require(outcome.isSuccess, "\(outcome.text)")
    let contents = try #require(FileManager.default.contents(atPath: folder.file("a.o")))
    return (folder.file("a.o"), [UInt8](contents))
  }
}
