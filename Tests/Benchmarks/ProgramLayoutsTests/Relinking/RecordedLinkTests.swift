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

/// What a test needs of the system; nil where it is not there.
private enum Tools {
  static let searchPath = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"

  static func find(_ name: String) -> String? {
    searchPath.split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  static func has(_ names: String...) -> Bool { names.allSatisfy { find($0) != nil } }

  static let compiler = find("gcc") ?? find("clang")

  static let linker: String? = {
    if let found = find("ld.lld") { return found }
    let compiler = find("swiftc").map { URL(fileURLWithPath: $0).resolvingSymlinksInPath() }
    let beside = compiler?.deletingLastPathComponent().appendingPathComponent("ld.lld").path
    return beside.flatMap { FileManager.default.isExecutableFile(atPath: $0) ? $0 : nil }
  }()

  static func run(
    _ words: [String], in folder: String, environment: [String]
  ) -> (isSuccess: Bool, output: String) {
    let outcome = ProgramOutput.of(
      program: words[0].hasPrefix("/") ? words[0] : find(words[0]) ?? words[0],
      arguments: Array(words.dropFirst()), environment: environment, folder: folder,
      mergingErrors: true)
    return (outcome.isSuccess, outcome.text)
  }
}

@Suite(
  "Links of any build",
  .enabled(
    if: Tools.compiler != nil && Tools.linker != nil, "There is no C compiler, or no lld."))
struct RecordedLinkTests {
  private let folder: TemporaryFolder
  private let records: String

  init() throws {
    folder = try TemporaryFolder()
    records = folder.file("records")
    try FileManager.default.createDirectory(
      atPath: records, withIntermediateDirectories: true)
  }

  /// Runs a build with its links recorded; gives the links by the names of their outputs.
  private func build(
    _ script: String, in name: String = "source", path: String = Tools.searchPath
  ) throws -> [String: LinkRecord] {
    let recorder = try LinkRecorder(in: folder.file("recorder"))
    try FileManager.default.createDirectory(
      atPath: LinkRecorder.lists("\(records)/files-read"), withIntermediateDirectories: true)
    let variables = recorder.environment(
      extending: ["PATH=\(path)", "CC=\(Tools.compiler ?? "")"], records: records,
      readFiles: "\(records)/files-read", usesCargo: false)
    let outcome = Tools.run(
      ["sh", "-ec", script], in: folder.file(name), environment: variables)
    try #require(outcome.isSuccess, "\(outcome.output)")
    LinkRecord.prune(in: records)
    LinkRecorder.gather("\(records)/files-read")
    return Dictionary(
      LinkRecord.all(in: records).map {
        (URL(fileURLWithPath: $0.output).lastPathComponent, $0)
      }
    ) { $1 }
  }

  private func layouts(_ record: LinkRecord) throws -> RelinkedLayouts {
    let build = try RelinkableBuild(record: record, linker: try #require(Tools.linker))
    return RelinkedLayouts(base: build, candidate: build, folder: folder.file("layouts")) { words in
      Tools.run(words, in: "/", environment: ["PATH=\(Tools.searchPath)"])
    }
  }

  private func writeSources(in name: String = "source") throws {
    try folder.write(
      """
      #include <stdio.h>
      int twice(int);
      int main(void) { printf("%d\\n", twice(21)); return 0; }
      """, to: "\(name)/main.c")
    try folder.write("int twice(int a) { return 2 * a; }\n", to: "\(name)/twice.c")
  }

  @Test("a program is linked again in another layout, from objects that the compiler deleted")
  func sourcesInOneStep() throws {
    try writeSources(in: "with space")
    let links = try build(#"$CC -O1 main.c twice.c -o "my program""#, in: "with space")
    let record = try #require(links["my program"])
    #expect(!record.isLibrary)
    var layouts = try layouts(record)
    let first = try layouts.executables(layout: 1).base
    let second = try layouts.executables(layout: 2).base
    #expect(layouts.links == 2)
    #expect(
      FileManager.default.contents(atPath: first) != FileManager.default.contents(atPath: second))
    for program in [first, second] {
      #expect(Tools.run([program], in: "/", environment: []).output == "42")
    }
    // The same layout is the same program, and is not linked again.
    #expect(try layouts.executables(layout: 1).base == first)
    #expect(layouts.links == 2)
    #expect(filesRead.contains("twice.c"), "the compiler said what it read")
  }

  private var filesRead: String {
    String(
      decoding: FileManager.default.contents(atPath: "\(records)/files-read") ?? Data(),
      as: UTF8.self)
  }

  @Test(
    "behind a compiler cache, which takes the variable for a request of its own, gcc says what it reads",
    .enabled(if: Tools.has("gcc"), "There is no gcc."))
  func compilerCache() throws {
    try writeSources()
    try folder.write("int twice(int);\n", to: "source/twice.h")
    try folder.write(
      "#include \"twice.h\"\nint twice(int a) { return 2 * a; }\n", to: "source/twice.c")
    try folder.write(
      "#!/bin/sh\n[ -z \"$DEPENDENCIES_OUTPUT\" ] || exit 1\nexec \"$@\"\n", to: "tools/ccache")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.file("tools/ccache"))
    let links = try build(
      "for file in main twice; do ccache gcc -O1 -c $file.c -o $file.o; done\nccache gcc *.o -o program",
      path: folder.file("tools") + ":" + Tools.searchPath)
    #expect(links.keys.sorted() == ["program"])
    for file in ["main.c", "twice.c", "twice.h"] { #expect(filesRead.contains(file), "\(file)") }
  }

  @Test(
    "the build that is recorded is the build by hand",
    .enabled(if: Tools.has("gcc"), "There is no gcc."))
  func sameBuild() throws {
    try writeSources()
    try folder.write("#include \"found.h\"\n#include <x_missing.h>\n", to: "source/missing.c")
    try folder.write("#define ANSWER 42\n", to: "source/found.h")
    try folder.write("#include \"found.h\"\n\tmov $ANSWER, %eax\n", to: "source/assembly.S")
    // What a configuration asks, and objects that hold how they were made.
    let script = """
      for option in -c -E -fsyntax-only; do
        if gcc $option missing.c -o none 2>/dev/null; then echo accepted; else echo refused; fi
      done
      gcc -E -dM found.h -o macros
      gcc -M assembly.S > rules
      gcc -MMD -MF main.d -g3 -frecord-gcc-switches -O2 -c main.c -o main.o
      gcc -g3 -frecord-gcc-switches -O2 -c twice.c -o twice.o
      gcc -save-temps -c assembly.S -o assembly.o
      echo 'int y;' | gcc -x c -c - -o piped.o
      gcc main.o twice.o -o program
      """
    func products() throws -> [String: Data] {
      let path = folder.file("source")
      let names = try FileManager.default.contentsOfDirectory(atPath: path).filter {
        !["main.c", "twice.c", "missing.c", "found.h", "assembly.S"].contains($0)
      }
      return try Dictionary(
        uniqueKeysWithValues: names.map {
          let data = try Data(contentsOf: URL(fileURLWithPath: "\(path)/\($0)"))
          try FileManager.default.removeItem(atPath: "\(path)/\($0)")
          return ($0, data)
        })
    }
    let plain = Tools.run(
      ["sh", "-ec", script], in: folder.file("source"), environment: ["PATH=\(Tools.searchPath)"])
    #expect(plain.output == "refused\nrefused\nrefused")
    let byHand = try products()
    #expect(Set(["main.d", "main.o", "program", "piped.o", "rules"]).isSubset(of: byHand.keys))
    _ = try build(
      "said=$( { \(script)\n } )\n[ \"$said\" = \"$(printf 'refused\\nrefused\\nrefused')\" ]")
    let recorded = try products()
    #expect(recorded.keys.sorted() == byHand.keys.sorted())
    for (name, data) in byHand { #expect(recorded[name] == data, "\(name)") }
    for name in ["twice.c", "assembly.S", "found.h"] {
      #expect(filesRead.contains(name), "\(name)")
    }
  }

  @Test("static and shared libraries, response files, partial links, links that fail")
  func librariesAndFiles() throws {
    try writeSources()
    let links = try build(
      """
      $CC -O1 -fPIC -c twice.c -o twice.o
      ar rc libtwice.a twice.o
      $CC -O1 main.c -L. -ltwice -o static
      $CC -shared twice.o -o libshared.so
      $CC -O1 main.c ./libshared.so -o shared
      $CC -O1 -c main.c -o 'main file.o'
      echo "'main file.o' twice.o -o listed" > list
      $CC @list
      $CC -r -nostdlib twice.o -o partial.o
      $CC main.c -o broken 2>/dev/null || true
      $CC main.c twice.c -o again && $CC main.c twice.c -o again
      """)
    #expect(
      links.keys.sorted() == ["again", "libshared.so", "listed", "shared", "static"])
    #expect(links["libshared.so"]?.isLibrary == true)
    for name in ["static", "listed", "again"] {
      var layouts = try layouts(try #require(links[name]))
      let program = try layouts.executables(layout: 3).base
      #expect(Tools.run([program], in: "/", environment: []).output == "42", "\(name)")
    }
    // The library's function is a piece of the program that it is linked into.
    let build = try RelinkableBuild(
      record: try #require(links["static"]), linker: try #require(Tools.linker))
    #expect(build.pieces.contains { $0.symbol == "twice" })
  }

  @Test("a shared library with a version script is linked again and keeps its versions")
  func versionScript() throws {
    try writeSources()
    try folder.write("V1 { global: twice; local: *; };\n", to: "source/names.map")
    let links = try build(
      """
      $CC -O1 -fPIC -c twice.c -o twice.o
      $CC -shared -Wl,--version-script=names.map -Wl,-soname,libtwice.so.1 twice.o -o libtwice.so.1.2
      ln -s libtwice.so.1.2 libtwice.so.1
      $CC -O1 main.c ./libtwice.so.1.2 -Wl,-rpath,$PWD -o program
      """)
    var layouts = try layouts(try #require(links["libtwice.so.1.2"]))
    let library = try layouts.executables(layout: 1).base
    let bytes = [UInt8](try #require(FileManager.default.contents(atPath: library)))
    #expect(TextSearch.contains(Array("V1".utf8) + [0], in: bytes[...]))
    try FileManager.default.removeItem(atPath: folder.file("source/libtwice.so.1.2"))
    try FileManager.default.copyItem(
      atPath: library, toPath: folder.file("source/libtwice.so.1.2"))
    let outcome = Tools.run([folder.file("source/program")], in: "/", environment: [])
    #expect(outcome.output == "42")
  }

  /// A compiler with the options of link-time optimization that it is tried with.
  private static let optimizing: [[String]] =
    (Tools.has("gcc")
      ? [
        ["gcc", "-flto", ""], ["gcc", "-flto -ffat-lto-objects -g", ""],
        ["gcc", "-flto -flto-partition=max", ""], ["gcc", "-flto", "-fuse-ld=gold"],
      ].filter { $0[2].isEmpty || Tools.has("ld.gold") } : [])
    + (Tools.has("clang", "ld.lld")
      ? ["-flto", "-flto=thin", "-flto -ffat-lto-objects"].map { ["clang", $0, "-fuse-ld=lld"] }
      : [])

  @Test(
    "what link-time optimization makes is kept, and linked again; where it is gone, that is said",
    .enabled(if: !optimizing.isEmpty, "There is no gcc, and no clang with lld."),
    arguments: optimizing)
  func linkTimeOptimization(words: [String]) throws {
    try writeSources()
    // What is not inlined is a piece; a static library holds intermediate code, too.
    let isOpaque = words[0] == "gcc" ? "noipa" : "noinline"
    try folder.write(
      "__attribute__((\(isOpaque))) int once(int a) { return a; }\n", to: "source/once.c")
    try folder.write(
      "int once(int);\n__attribute__((noinline)) int twice(int a) { return once(a) * 2; }\n",
      to: "source/twice.c")
    let compile = "\(words[0]) -O1 \(words[1])"
    let links = try build(
      """
      \(compile) -c main.c -o main.o
      \(compile) -c twice.c -o twice.o
      \(compile) -c once.c -o once.o
      \(words[0] == "gcc" ? "gcc-ar" : "ar") rc libonce.a once.o
      \(compile) \(words[2]) main.o twice.o libonce.a -o program
      \(words[0]) -O1 -fno-lto main.c twice.c once.c -o plain
      """)
    let linker = try #require(Tools.linker)
    let record = try #require(links["program"])
    let again = try RelinkableBuild(record: record, linker: linker)
    #expect(again.pieces.contains { $0.isCode && $0.symbol.hasPrefix("once") })
    #expect(again.codePieces >= 2)
    var layouts = try layouts(record)
    let first = try layouts.executables(layout: 1).base
    let second = try layouts.executables(layout: 2).base
    #expect(
      FileManager.default.contents(atPath: first) != FileManager.default.contents(atPath: second))
    for program in [first, second] {
      #expect(Tools.run([program], in: "/", environment: []).output == "42")
    }
    let names = try RecordedProgram(of: record, folder: folder.file("source")).program.inputs
      .map(\.name)
    #expect(!names.contains { $0.hasSuffix("main.o") })
    let others = try FileManager.default.contentsOfDirectory(atPath: folder.file("source"))
    #expect(!others.contains { $0.contains("ltrans") || $0.contains("again") })
    _ = try RelinkableBuild(record: try #require(links["plain"]), linker: linker)
    for object in record.optimizedObjects { try FileManager.default.removeItem(atPath: object) }
    #expect(throws: RelinkingError.linkTimeOptimization) {
      try RelinkableBuild(record: record, linker: linker)
    }
    #expect(throws: RelinkingError.linkTimeOptimization) {
      try RecordedProgram(of: record, folder: folder.file("source"))
    }
  }

  /// Builds the two sources, and draws their program again.
  private func check(_ script: String, files: [String: String] = [:]) throws {
    try writeSources()
    for (name, text) in files { try folder.write(text, to: "source/\(name)") }
    let links = try build("(\(script)) >log 2>&1 || { cat log; exit 1; }")
    #expect(links.keys.sorted() == ["program"])
    var layouts = try layouts(try #require(links["program"]))
    let program = try layouts.executables(layout: 5).base
    #expect(Tools.run([program], in: "/", environment: []).output == "42")
  }

  @Test(
    "links of mold are drawn again by lld",
    .enabled(if: Tools.has("mold", "gcc"), "There is no mold with gcc."))
  func mold() throws { try check("gcc -O1 -fuse-ld=mold main.c twice.c -o program") }

  @Test(
    "links of Meson are recorded",
    .enabled(if: Tools.has("meson", "ninja"), "There is no Meson with ninja."))
  func meson() throws {
    try check(
      "meson setup build && ninja -C build",
      files: [
        "meson.build": "project('m', 'c')\nexecutable('program', 'main.c', 'twice.c')\n"
      ])
  }

  @Test(
    "links of libtool are recorded",
    .enabled(
      if: Tools.has("autoreconf", "automake", "libtoolize", "make"),
      "There is no automake with libtool."))
  func libtool() throws {
    let configuration = """
      AC_INIT([m],[1])
      AM_INIT_AUTOMAKE([foreign])
      AC_PROG_CC
      LT_INIT([disable-shared])
      AC_CONFIG_FILES([Makefile])
      AC_OUTPUT

      """
    let rules = """
      noinst_LTLIBRARIES = libtwice.la
      libtwice_la_SOURCES = twice.c
      bin_PROGRAMS = program
      program_SOURCES = main.c
      program_LDADD = libtwice.la

      """
    try check(
      "autoreconf -i && ./configure && make",
      files: ["configure.ac": configuration, "Makefile.am": rules])
  }

  @Test("another order of object files is the same program where it cannot matter")
  func order() throws {
    try writeSources()
    try folder.write("int thrice(int a) { return 3 * a; }\n", to: "source/thrice.c")
    try folder.write(
      "#include <stdio.h>\n__attribute__((constructor)) static void a(void) { puts(\"a\"); }\n",
      to: "source/a.c")
    try folder.write(
      "#include <stdio.h>\n__attribute__((constructor)) static void b(void) { puts(\"b\"); }\n",
      to: "source/b.c")
    try folder.write("int twice(int a) { return 2 * a + (a == 7); }\n", to: "source/other/twice.c")
    let links = try build(
      """
      for file in main twice thrice a b; do $CC -O1 -c $file.c -o $file.o; done
      ar rc libtwice.a twice.o
      $CC main.o twice.o a.o thrice.o -o forward
      $CC thrice.o a.o twice.o main.o -o backward
      $CC a.o b.o main.o twice.o -o ab
      $CC b.o a.o main.o twice.o -o ba
      $CC main.o a.o libtwice.a thrice.o -o early
      $CC main.o a.o thrice.o libtwice.a -o late
      $CC thrice.o a.o twice.o main.o b.o -o more
      $CC thrice.o a.o twice.o main.o -Wl,-z,now -o option
      cp other/twice.c . && $CC -O1 -c twice.c -o twice.o && $CC thrice.o main.o twice.o a.o -o changed
      """)
    func program(_ name: String) throws -> RecordedProgram {
      try RecordedProgram(of: try #require(links[name]), folder: folder.file("source"))
    }
    let forward = try program("forward")
    func compared(_ name: String) throws -> CodeComparison.Result? {
      try program(name).inOrder(of: forward).map {
        CodeComparison.compare(
          forward.program, $0, from: .program(main: "main"), isNamedOutside: { _ in false })
      }
    }
    guard case .same(let functions, _)? = try compared("backward") else {
      Issue.record("\(String(describing: try compared("backward")))")
      return
    }
    #expect(functions >= 3)
    guard case .different? = try compared("changed") else {
      Issue.record("another function is another program: \(try compared("changed") as Any)")
      return
    }
    #expect(forward.inOrder(of: forward) == nil, "there is nothing to put in order")
    #expect(try program("ba").inOrder(of: try program("ab")) == nil, "initializers change places")
    #expect(try program("early").inOrder(of: try program("late")) == nil, "a library does")
    for name in ["more", "option"] { #expect(try program(name).inOrder(of: forward) == nil) }
  }

  @Test("a folder .build that SwiftPM did not make, and more arguments than xargs takes by itself")
  func buildFolder() throws {
    try writeSources()
    let links = try build(
      """
      mkdir -p .build other/.build
      $CC -O1 main.c twice.c -o .build/program
      : > other/.build/release.yaml
      $CC -O1 main.c twice.c -o other/.build/ours
      $CC -O1 -c twice.c -o twice.o && ar rc libtwice.a twice.o
      path=$(printf '%03000d' 0 | sed 's,0,./,g')
      echo "-O1 main.c -o many" > list
      for number in $(seq 60); do echo "$(printf %.3000s "$path")libtwice.a" >> list; done
      $CC @list
      """)
    #expect(links.keys.sorted() == ["many", "program"])
    var layouts = try layouts(try #require(links["program"]))
    #expect(
      Tools.run([try layouts.executables(layout: 1).base], in: "/", environment: []).output == "42")
  }

  @Test("object files in a folder that is called like a library are no libraries")
  func folderOfObjects() throws {
    try writeSources()
    let links = try build(
      """
      mkdir libtwice.so.1.2.p
      $CC -O1 -fPIC -c twice.c -o libtwice.so.1.2.p/twice.so.o
      $CC -shared libtwice.so.1.2.p/twice.so.o -o libtwice.so.1.2
      rm -r libtwice.so.1.2.p
      """)
    let record = try #require(links["libtwice.so.1.2"])
    let build = try RelinkableBuild(record: record, linker: try #require(Tools.linker))
    #expect(build.pieces.contains { $0.symbol == "twice" })
    let program = try RecordedProgram(of: record, folder: folder.file("source"))
    #expect(program.program.inputs.contains { $0.file.symbols.contains { $0.name == "twice" } })
    for path in ["a/libx.so", "libx.so.1.2"] {
      #expect(RecordedInputs.isSharedLibrary(path), "\(path)")
    }
    for path in ["libx.so.1.p/a.c.o", "libx.so.1.p/a", "x.so.o"] {
      #expect(!RecordedInputs.isSharedLibrary(path), "\(path)")
    }
  }

  @Test("without a folder of records the stand-ins only link")
  func standInAlone() throws {
    try writeSources()
    let recorder = try LinkRecorder(in: folder.file("recorder"))
    let outcome = Tools.run(
      [Tools.compiler ?? "", "main.c", "twice.c", "-o", "program"], in: folder.file("source"),
      environment: ["PATH=\(Tools.searchPath)", "COMPILER_PATH=\(recorder.folder)"])
    #expect(outcome.isSuccess, "\(outcome.output)")
    #expect(LinkRecord.all(in: records).isEmpty)
  }

  @Test("damaged records, objects that are gone, and code without machine code are said")
  func damaged() throws {
    try writeSources()
    let links = try build(
      """
      $CC -c main.c -o main.o && $CC -c twice.c -o twice.o && ar rc libtwice.a twice.o
      $CC main.o libtwice.a -o program
      rm libtwice.a
      """)
    let record = try #require(links["program"])
    let linker = try #require(Tools.linker)
    #expect(throws: RelinkingError.inputMissing("libtwice.a")) {
      try RelinkableBuild(record: record, linker: linker)
    }
    try folder.write("nonsense", to: "records/x.link/words")
    #expect(LinkRecord(folder: "\(records)/x.link") == nil)
    try folder.write([0], to: "records/y.link/words")
    #expect(LinkRecord(folder: "\(records)/y.link") == nil)
    #expect(LinkRecord.all(in: records).count == 1)
  }
}

@Suite("Parts of recorded links")
struct RecordedPartsTests {
  @Test("words of response files are quoted as GNU tools quote them")
  func responseFiles() {
    #expect(
      ResponseFile.words(of: "a 'b c' \"d \\\" e\"\n f\\ g ''") == [
        "a", "b c", "d \" e", "f g", "",
      ])
    #expect(ResponseFile.words(of: "").isEmpty)
  }

  @Test(
    "room is an object file with a section of each size",
    arguments: [.x86, .arm64] as [ObjectFile.Machine])
  func room(machine: ObjectFile.Machine) throws {
    let file = try ObjectFile(
      contents: PaddingObject.contents(sizes: [16, 4080], machine: machine))
    let code = file.sections.filter { $0.flags.contains(.executable) }
    #expect(code.map(\.size) == [16, 4080])
    #expect(code.allSatisfy { $0.flags.contains(.retained) && $0.alignment == 16 })
    let symbols = file.symbols.filter { !$0.name.isEmpty }
    #expect(symbols.map(\.name) == [PaddingObject.symbol(0), PaddingObject.symbol(1)])
    #expect(symbols.map(\.place) == [.section(1), .section(2)])
  }

  @Test("archives list their members; damaged ones are errors")
  func archives() throws {
    func header(_ name: String, _ size: Int) -> [UInt8] {
      func field(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: width - text.utf8.count)
      }
      return Array(
        (field(name, 16) + field("0", 12) + field("0", 6) + field("0", 6) + field("644", 8)
          + field("\(size)", 10) + "`\n").utf8)
    }
    let long = Array("a-very-long-name.o/\n".utf8)
    let bytes =
      Array("!<arch>\n".utf8) + header("/", 4) + [0, 0, 0, 0] + header("//", long.count) + long
      + header("a.o/", 3) + [1, 2, 3, 10] + header("/0", 2) + [4, 5]
    let archive = try ArchiveFile(contents: bytes)
    #expect(archive.members.map(\.name) == ["a.o", "a-very-long-name.o"])
    #expect(archive.members.compactMap(\.bytes).map { Array(bytes[$0]) } == [[1, 2, 3], [4, 5]])
    let thin = try ArchiveFile(contents: Array("!<thin>\n".utf8) + header("b.o/", 1000))
    #expect(thin.isThin && thin.members == [.init(name: "b.o", bytes: nil)])
    #expect(throws: ObjectFileError.self) { try ArchiveFile(contents: Array("!<arc".utf8)) }
    for end in 9..<bytes.count - 1 {
      // A part of an archive is an archive with fewer members, or an error, and never a crash.
      let part = try? ArchiveFile(contents: Array(bytes[..<end]))
      #expect(part?.members.count ?? 0 <= 2)
    }
    #expect(throws: ObjectFileError.self) {
      try ArchiveFile(contents: Array("!<arch>\n".utf8) + header("a.o/", 100))
    }
  }
}
