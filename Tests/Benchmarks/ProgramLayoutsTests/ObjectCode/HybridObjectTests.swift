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

/// Programs of both versions' functions, beside the same programs of sources in which these functions alone are
/// changed: they must do the same.
@Suite("Object files of two versions")
struct HybridObjectTests {
  /// What differs: the functions of the sources, with the pieces that compilers make of them.
  private static let changes: [(name: String, functions: [String])] = [
    ("STEP", ["step", "_ZL4stepm"]), ("SWITCH", ["choose"]),
    ("HELPER", ["helper", "_ZL6helpermi"]), ("RUN", ["run"]),
  ]

  /// With state, jump tables, strings, function pointers, callees that only one version has, and calls in
  /// both directions.
  private static let source = """
    #include <stdio.h>
    #include <string.h>
    static unsigned long counter;
    static const char *names[] = {"zero", "one", "two"};
    static unsigned long helper(unsigned long v, int k);
    #ifdef STEP
    __attribute__((noinline)) static unsigned long fresh(unsigned long v) {
      counter += 1;
      return v + 1000;
    }
    #endif
    __attribute__((noinline)) static unsigned long step(unsigned long v) {
      counter++;
    #ifdef STEP
      return fresh(v) * 3 + 2;
    #else
      return v * 3 + 1;
    #endif
    }
    #ifdef SWITCH
    #define S 1
    #else
    #define S 0
    #endif
    #ifdef __cplusplus
    extern "C"
    #endif
    __attribute__((noinline)) unsigned long choose(unsigned long v) {
      switch (v % 8) {
      case 0: return step(v) + S;
      case 1: puts("one"); return 7 + S * 100;
      case 2: return strlen(names[v % 3]) + S;
      case 3: return counter;
      case 4: return v ^ 5;
      case 5: puts(S ? "five new" : "five"); return 3;
      case 6: return helper(v, 2);
      default: return (unsigned long)(v * (S ? 1.5 : 0.25));
      }
    }
    #ifdef __cplusplus
    struct Error { unsigned long k; };
    #endif
    __attribute__((noinline)) static unsigned long helper(unsigned long v, int k) {
      counter += k;
    #ifdef __cplusplus
      if (v % 5 == 0) throw Error{v + k};
    #endif
    #ifdef HELPER
      return step(v) + k + 7;
    #else
      return step(v) + k;
    #endif
    }
    static unsigned long (*const table[])(unsigned long) = {step, choose};
    #ifdef __cplusplus
    extern "C"
    #endif
    __attribute__((noinline)) unsigned long run(unsigned long v) {
      unsigned long sum = 0;
      for (int i = 0; i < 40; i++) {
    #ifdef __cplusplus
        try { sum += choose(i + v); } catch (const Error &e) { sum += e.k; }
    #else
        sum += choose(i + v);
    #endif
        sum += table[0](i);
        sum = step(sum) & 0xFFFF;
    #ifdef RUN
        sum += 13;
    #endif
      }
      printf("%lu %lu\\n", sum, counter);
      return sum;
    }
    int main(void) { return run(3) == 0; }
    """

  private static func find(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
      .map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ words: [String]) throws -> String {
    let program = words[0].hasPrefix("/") ? words[0] : try #require(Self.find(words[0]))
    let outcome = ProgramOutput.of(
      program: program, arguments: Array(words.dropFirst()),
      environment: ["PATH=\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"],
      mergingErrors: true)
    try #require(outcome.isSuccess, "\(words): \(outcome.text)")
    return outcome.text
  }

  /// Compiles the source with some changes.
  private func compiled(
    _ words: [String], _ changes: [String], _ file: String, to name: String
  ) throws -> ObjectFile {
    _ = try run(
      words + changes.map { "-D\($0)" } + ["-c", "-o", folder.file(name), folder.file(file)])
    return try ObjectFile(contents: #require(folder.bytes(name)))
  }

  private static let compilers: [[String]] = [
    ["gcc", "-O0"], ["gcc", "-O1", "-fPIC"], ["gcc", "-O2", "-g"],
    ["gcc", "-O2", "-ffunction-sections", "-fdata-sections"], ["clang", "-O2"],
    ["clang", "-O2", "-fPIC", "-ffunction-sections"], ["g++", "-O2"],
    ["g++", "-O1", "-ffunction-sections"], ["clang++", "-O2", "-fPIC"],
  ]

  @Test("exchanged functions run, with the state and the constants that they belong to")
  func exchanged() throws {
    var tried = 0
    for words in Self.compilers where Self.find(words[0]) != nil {
      let file = words[0].hasSuffix("++") ? "v.cpp" : "v.c"
      _ = try folder.write(Self.source, to: file)
      let base = try compiled(words, [], file, to: "base.o")
      let all = Self.changes.map(\.name)
      let candidate = try compiled(words, all, file, to: "candidate.o")
      for set in [[0], [1], [2], [3], [0, 2], [1, 3], [0, 1, 2, 3]] {
        let chosen = set.map { Self.changes[$0] }
        _ = try compiled(words, chosen.map(\.name), file, to: "wanted.o")
        _ = try run([words[0], "-o", folder.file("wanted"), folder.file("wanted.o")])
        let keys = chosen.flatMap(\.functions).flatMap { name in
          ["", ".constprop", ".cold", ".part", ".isra"].map { name + $0 }
        }
        let bytes = try HybridObject.contents(
          base: base, candidate: candidate, exchanging: Set(keys))
        let hybrid = try folder.write(bytes, to: "hybrid.o")
        _ = try ObjectFile(contents: bytes)
        _ = try run([words[0], "-Wl,-z,noexecstack", "-o", folder.file("hybrid"), hybrid])
        let outputs = try ["wanted", "hybrid"].map { try run([folder.file($0)]) }
        #expect(outputs[0] == outputs[1], "\(words) \(chosen.map(\.name))")
        tried += 1
      }
    }
    #expect(tried > 0, "neither gcc nor clang is installed: 'make deps' installs what tests need")
  }

  @Test("a variable of another size, and functions that neither has, are refused")
  func refused() throws {
    func file(_ size: Int, _ code: UInt8) throws -> ObjectFile {
      var builder = ObjectFileBuilder()
      builder.sections.append(
        .init(
          name: ".text.f", flags: [.allocated, .executable], bytes: [code, 0xE8, 0, 0, 0, 0, 0xC3],
          relocations: [(2, 2, "state", -4)]))
      builder.symbols.append(.init(name: "f", section: ".text.f", size: 7))
      builder.sections.append(
        .init(
          name: ".data", flags: [.allocated, .writable], bytes: [UInt8](repeating: 1, count: size)))
      builder.symbols.append(
        .init(name: "state", section: ".data", kind: 1, size: UInt64(size)))
      return try builder.file()
    }
    let base = try file(4, 0x90)
    #expect(throws: HybridObject.Refusal(description: "the variable 'state' has another size")) {
      try HybridObject.contents(base: base, candidate: file(8, 0xCC), exchanging: ["f"])
    }
    #expect(throws: HybridObject.Refusal(description: "it has none of the functions")) {
      try HybridObject.contents(base: base, candidate: file(4, 0xCC), exchanging: ["g"])
    }
    let made = try HybridObject.contents(base: base, candidate: file(4, 0xCC), exchanging: ["f"])
    let hybrid = try ObjectFile(contents: made)
    let function = try #require(hybrid.symbols.first { $0.name == "f" })
    guard case .section(let section) = function.place else {
      Issue.record("f is nowhere")
      return
    }
    #expect(hybrid.contents[hybrid.sections[section].bytes].first == 0xCC)
    // The variable is the base's.
    let state = hybrid.sections[section].relocations.map { hybrid.symbols[$0.symbol] }
    #expect(state.map(\.name) == ["state"] && state[0].binding == .global)
    #expect(hybrid.symbols.count { $0.name == "state" } == 1)
  }

  @Test("damaged files give an error or a file")
  func damaged() throws {
    var builder = ObjectFileBuilder()
    builder.function("f", [0x90, 0xC3], calls: ["g"])
    builder.function("h", [0xC3], calls: ["f"], binding: 2)
    builder.data("table", [1, 2, 3, 4], addressesOf: ["f"])
    builder.groups.append(("h", [".text.h"]))
    // A record that functions share, and one of a function.
    builder.sections.append(
      .init(
        name: ".eh_frame", flags: [.allocated],
        bytes: [8, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4]
          + [12, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        relocations: [(20, 2, "f", 0)]))
    let whole = builder.contents
    let base = try ObjectFile(contents: whole)
    let made = try HybridObject.contents(base: base, candidate: base, exchanging: ["f", "h"])
    #expect(try ObjectFile(contents: made).sections.count { $0.name == ".eh_frame" } == 2)
    for index in whole.indices {
      for value in [0, 0x7F, 0xFF] as [UInt8] where whole[index] != value {
        var bytes = whole
        bytes[index] = value
        guard let file = try? ObjectFile(contents: bytes) else { continue }
        _ = try? HybridObject.contents(base: file, candidate: base, exchanging: ["f", "h"])
        _ = try? HybridObject.contents(base: base, candidate: file, exchanging: ["f", "h"])
      }
    }
  }
}
