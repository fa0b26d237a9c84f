internal import Foundation
@testable internal import ProgramLayouts
internal import ObjectFileTestSupport
internal import Testing

/// A build folder as SwiftPM leaves it, with object files that hold functions of one byte.
private final class FakeBuild {
  let root: String
  var products: String { "\(root)/.build/arch/release" }
  var executable: String { "\(products)/tool" }
  var manifest: String { "\(root)/.build/release.yaml" }
  var list: String { "\(products)/tool.product/Objects.LinkFileList" }
  var object: String { "\(products)/Tool.build/a b.o" }

  init(
    functions: Int = 40, changed: UInt8 = 0, extra: [String] = [], machine: UInt16 = 62
  ) throws {
    root = NSTemporaryDirectory() + "relinking-\(UUID().uuidString)"
    let files = FileManager.default
    for folder in ["tool.product", "Tool.build"] {
      try files.createDirectory(
        atPath: "\(products)/\(folder)", withIntermediateDirectories: true)
    }
    var builder = ObjectFileBuilder()
    builder.machine = machine
    for index in 0..<functions { builder.function("f\(index)", [0xC3]) }
    builder.function("changed", [UInt8](repeating: 0x90, count: 1 + Int(changed)))
    builder.data("constant", [1, 2])
    try write(builder.contents, to: object)
    try write(Array("'\(object)'\n".utf8), to: list)
    let words =
      ["/usr/bin/swiftc", "-L", "/usr/lib", "-o", executable, "-emit-executable", "-use-ld=gold"]
      + extra + ["@\(list)"]
    let quoted = words.map { "\"\($0)\"" }.joined(separator: ",")
    let other = quoted.replacingOccurrences(of: "release/tool\"", with: "release/another\"")
    let text = "commands:\n    args: [\(other)]\n  \"C.tool\":\n    args: [\(quoted)]\n"
    try write(Array(text.utf8), to: manifest)
    try write([1], to: executable)
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: executable)
    try setAge(of: executable, seconds: 0)
    try setAge(of: object, seconds: 60)
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  func write(_ bytes: [UInt8], to path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  func setAge(of path: String, seconds: Double) throws {
    let date = Date(timeIntervalSince1970: 1_700_000_000 - seconds)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
  }

  /// Everything in the build folder.
  var contents: [String] {
    (FileManager.default.enumerator(atPath: "\(root)/.build")?.allObjects as? [String] ?? [])
      .sorted()
  }
}

/// A linker that writes what it was told as the program.
private func link(_ words: [String]) -> (isSuccess: Bool, output: String) {
  guard let place = words.lastIndex(of: "-o"),
    let order = words.first(where: { $0.hasPrefix("--symbol-ordering-file=") }),
    let text = FileManager.default.contents(
      atPath: String(order.dropFirst("--symbol-ordering-file=".count)))
  else { return (false, "error: no output") }
  let isMade = FileManager.default.createFile(
    atPath: words[place + 1], contents: text, attributes: [.posixPermissions: 0o755])
  return (isMade, "")
}

@Suite("Relinking")
struct RelinkingTests {
  private func error(_ executable: String) -> RelinkingError? {
    do throws(RelinkingError) {
      _ = try RelinkableBuild(executable: executable)
      return nil
    } catch {
      return error
    }
  }

  /// The symbols of a layout's pieces, without the room between them.
  private func order(_ path: String) throws -> [String] {
    try rawOrder(path).split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix(Self.room) }
  }

  private func rawOrder(_ path: String) throws -> String {
    String(
      decoding: try #require(FileManager.default.contents(atPath: path)), as: UTF8.self)
  }

  private static let room = String(PaddingObject.symbol(0).dropLast())

  @Test("The link command and its object files are read from the build folder")
  func command() throws {
    let build = try FakeBuild()
    let command = try LinkCommand(linking: build.executable)
    #expect(command.program == "/usr/bin/swiftc")
    #expect(command.arguments == ["-L", "/usr/lib", "-emit-executable", "@\(build.list)"])
    #expect(command.objects == [build.object])
    let read = try RelinkableBuild(executable: build.executable)
    #expect(read.pieces.count == 42)
    #expect(read.pieces.count { $0.isCode } == 41)
    #expect(LinkCommand.unquoted("a\\ b'c \"d'\"e'\"") == "a bc \"de'")
  }

  @Test("A build is for the processor of its object files", arguments: [62, 183])
  func machine(machine: UInt16) throws {
    let build = try FakeBuild(machine: machine)
    #expect(try RelinkableBuild(executable: build.executable).machine == machine)
  }

  @Test("What is missing or unsuitable is named, with what to do")
  func errors() throws {
    #expect(
      error("/nowhere/release/tool") == .notAPackageBuild(executable: "/nowhere/release/tool"))
    var build = try FakeBuild()
    let another = build.products + "/third"
    #expect(error(another) == .linkCommandMissing(executable: another, manifest: build.manifest))
    try FileManager.default.removeItem(atPath: build.list)
    #expect(error(build.executable) == .objectListMissing(build.list))
    build = try FakeBuild()
    try build.setAge(of: build.object, seconds: -60)
    #expect(error(build.executable) == .objectsChanged(build.object))
    try FileManager.default.removeItem(atPath: build.object)
    #expect(error(build.executable) == .objectMissing(build.object))
    build = try FakeBuild(extra: ["-lto=llvm-full"])
    #expect(error(build.executable) == .linkTimeOptimization)
    build = try FakeBuild()
    try build.write([0x42, 0x43, 0xC0, 0xDE], to: build.object)
    try build.setAge(of: build.object, seconds: 60)
    #expect(error(build.executable) == .linkTimeOptimization)
    try build.write([1, 2, 3], to: build.object)
    try build.setAge(of: build.object, seconds: 60)
    #expect(error(build.executable) == .objectUnreadable(build.object, .notELF))
    let all: [RelinkingError] = [
      .notAPackageBuild(executable: "e"), .linkCommandMissing(executable: "e", manifest: "m"),
      .objectListMissing("l"), .objectMissing("o"), .objectsChanged("o"), .stripped("o"),
      .objectUnreadable("o", .notELF), .linkTimeOptimization, .linkerMissing, .linkerTooOld("x"),
      .linkFailed("f"), .linkerCrashed(folder: "f", freeBytes: nil),
      .notKept(path: "p", reason: "r"),
    ]
    #expect(Set(all.map(\.description)).count == all.count)
  }

  @Test("A stripped object file is named")
  func stripped() throws {
    let build = try FakeBuild()
    var bytes = [UInt8](try #require(FileManager.default.contents(atPath: build.object)))
    // The type of the table of symbols becomes one that nobody reads.
    let headers = (0..<8).reduce(0) { $0 | Int(bytes[40 + $1]) << (8 * $1) }
    for index in 0..<Int(bytes[60]) where bytes[headers + index * 64 + 4] == 2 {
      bytes[headers + index * 64 + 4] = 0x6F
    }
    try build.write(bytes, to: build.object)
    try build.setAge(of: build.object, seconds: 60)
    #expect(error(build.executable) == .stripped(build.object))
  }

  @Test("Paired layouts put what both sides have first and in one order, another each time")
  func paired() throws {
    let (one, two) = (try FakeBuild(), try FakeBuild(changed: 3))
    let folder = one.root + "/kept"
    var layouts = RelinkedLayouts(
      base: try RelinkableBuild(executable: one.executable),
      candidate: try RelinkableBuild(executable: two.executable), folder: folder, run: link)
    #expect(layouts.sharedPieces == 41)
    var orders: Set<[String]> = []
    for layout in 0..<5 as Range<UInt64> {
      let (base, candidate) = try layouts.executables(layout: layout)
      #expect(base != candidate)
      let (left, right) = (try order(base), try order(candidate))
      #expect(left == right)
      #expect(left.last == "changed")
      #expect(Set(left).count == 42)
      orders.insert(left)
    }
    #expect(orders.count == 5)
    #expect(layouts.links == 10)
  }

  @Test("A program of one source file has few pieces, and other room before them in each layout")
  func room() throws {
    let (one, two) = (try FakeBuild(functions: 1), try FakeBuild(functions: 1, changed: 3))
    let builds = try [one, two].map { try RelinkableBuild(executable: $0.executable) }
    #expect(builds[0].codePieces == 2)
    var inputs: [String] = []
    var layouts = RelinkedLayouts(
      base: builds[0], candidate: builds[1], folder: one.root + "/kept",
      run: { words in
        inputs += words.filter { $0.hasSuffix("/room.o") }
        return link(words)
      })
    var texts: Set<String> = []
    for layout in 0..<5 as Range<UInt64> {
      let programs = try layouts.executables(layout: layout)
      texts.insert(try rawOrder(programs.base))
      #expect(try rawOrder(programs.base).contains(Self.room))
    }
    #expect(texts.count > 1)
    #expect(inputs.count == 10)
  }

  @Test("Independent layouts differ between the sides of one build, paired ones do not")
  func independent() throws {
    let build = try FakeBuild()
    let read = try RelinkableBuild(executable: build.executable)
    for pairing in [RelinkedLayouts.Pairing.paired, .independent] {
      var layouts = RelinkedLayouts(
        base: read, candidate: read, pairing: pairing, folder: build.root + "/kept", run: link)
      for layout in 0..<4 as Range<UInt64> {
        let (base, candidate) = try layouts.executables(layout: layout)
        #expect((try order(base) == order(candidate)) == (pairing == .paired))
        #expect(Set(try order(base)) == Set(try order(candidate)))
      }
    }
  }

  @Test("A layout is linked once, and linked again after the objects changed")
  func cache() throws {
    let build = try FakeBuild()
    let folder = build.root + "/kept"
    func layouts(_ build: FakeBuild) throws -> RelinkedLayouts {
      let read = try RelinkableBuild(executable: build.executable)
      return RelinkedLayouts(base: read, candidate: read, folder: folder, run: link)
    }
    var first = try layouts(build)
    let program = try first.executables(layout: 7).base
    #expect(first.links == 1)
    var second = try layouts(build)
    #expect(try second.executables(layout: 7).base == program)
    #expect(second.links == 0)
    var bytes = [UInt8](try #require(FileManager.default.contents(atPath: build.object)))
    bytes[64] ^= 1
    try build.write(bytes, to: build.object)
    try build.setAge(of: build.object, seconds: 60)
    var third = try layouts(build)
    #expect(try third.executables(layout: 7).base != program)
    #expect(third.links == 1)
  }

  @Test("A layout that is linked ahead is there when it is asked for, or kept when it is not")
  func ahead() throws {
    let (one, two) = (try FakeBuild(), try FakeBuild(changed: 3))
    let folder = one.root + "/kept"
    let builds = (
      try RelinkableBuild(executable: one.executable),
      try RelinkableBuild(executable: two.executable)
    )
    var begun = 0
    func layouts(fails: Bool = false) -> RelinkedLayouts {
      RelinkedLayouts(
        base: builds.0, candidate: builds.1, folder: folder, run: link,
        begin: { words in
          begun += 1
          return { fails ? (false, "error: x") : link(words) }
        })
    }
    func names() throws -> Set<String> {
      Set(try FileManager.default.contentsOfDirectory(atPath: folder))
    }
    var ahead = layouts()
    ahead.prepare(layout: 1)
    ahead.prepare(layout: 1)
    #expect(begun == 2 && ahead.links == 0)
    let programs = try ahead.executables(layout: 1)
    #expect(ahead.links == 2)
    #expect(try order(programs.base) == order(programs.candidate))
    ahead.prepare(layout: 1)
    #expect(begun == 2, "what is kept is not linked")
    ahead.prepare(layout: 2)
    ahead.finishPrepared()
    #expect(begun == 4 && ahead.links == 4)
    let kept = try names()
    #expect(kept.count == 4 && kept.allSatisfy { !$0.hasSuffix(".partial") })
    var failing = layouts(fails: true)
    failing.prepare(layout: 3)
    #expect(throws: RelinkingError.linkFailed("error: x")) { try failing.executables(layout: 3) }
    failing.finishPrepared()
    #expect(try names() == kept)
    // The same layouts without help.
    var plain = RelinkedLayouts(
      base: builds.0, candidate: builds.1, folder: folder, run: link)
    plain.prepare(layout: 5)
    #expect(try plain.executables(layout: 1) == programs)
    #expect(plain.links == 0)
  }

  @Test("The linker is started without the compiler's driver, where the driver shows its command")
  func withoutDriver() throws {
    let build = try FakeBuild()
    let read = try RelinkableBuild(executable: build.executable)
    var commands: [[String]] = []
    func layouts(shows: String?) -> RelinkedLayouts {
      RelinkedLayouts(
        base: read, candidate: read, folder: "\(build.root)/kept.\(shows?.count ?? 0)",
        run: { words in
          commands.append(words)
          guard words.last == "-###" else { return link(words) }
          let output = words.firstIndex(of: "-o").map { words[$0 + 1] } ?? ""
          return (shows != nil, shows?.replacing("OUT", with: output) ?? "error: unknown argument")
        })
    }
    let shown = #"""
      Target: x86_64
       "/tools/as" "-o" "/tmp/other.o"
       \#(" ")
       "/tools/ld.lld" "-pie" "-o" "OUT" "/objects/a b.o" "-rpath=\$ORIGIN" "-lc"
      """#
    var direct = layouts(shows: shown)
    for layout in 1...2 as ClosedRange<UInt64> { _ = try direct.executables(layout: layout) }
    #expect(commands.count == 3, "the driver is asked once")
    let words = ["/tools/ld.lld", "-pie", "/objects/a b.o", "-rpath=$ORIGIN", "-lc"]
    for command in commands.dropFirst() {
      #expect(command.first == "sh")
      #expect(command.dropFirst(6).prefix(words.count) == words[...])
      #expect(command.suffix(2).first == "-o" && command.contains("--strip-all"))
    }
    for shown in [nil, "/tools/ld.lld -o /elsewhere a.o"] {
      commands = []
      var driven = layouts(shows: shown)
      _ = try driven.executables(layout: 1)
      #expect(commands.count == 2)
      #expect(commands.last?.contains("-use-ld=lld") == true)
    }
  }

  @Test("Nothing is left behind in the build folder, nor of failed links")
  func leftovers() throws {
    let build = try FakeBuild()
    let before = build.contents
    let folder = build.root + "/kept"
    let read = try RelinkableBuild(executable: build.executable)
    var layouts = RelinkedLayouts(base: read, candidate: read, folder: folder, run: link)
    _ = try layouts.executables(layout: 1)
    #expect(build.contents == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
    func failure(_ output: String) -> RelinkingError? {
      var failing = RelinkedLayouts(
        base: read, candidate: read, folder: folder, run: { _ in (false, output) })
      do throws(RelinkingError) {
        _ = try failing.executables(layout: 2)
        return nil
      } catch {
        return error
      }
    }
    #expect(failure("clang: error: invalid linker name in '-fuse-ld=lld'") == .linkerMissing)
    #expect(
      failure("ld.lld: error: unknown argument '--x'")
        == .linkerTooOld("ld.lld: error: unknown argument '--x'"))
    #expect(failure("a\nld.lld: error: b\nc") == .linkFailed("ld.lld: error: b"))
    #expect(failure("a\nb\nc\nd") == .linkFailed("b; c; d"))
    let crash = failure("PLEASE submit a bug report\nStack dump:\n0. x\n #1 0x00 start\n")
    guard case .linkerCrashed(folder, let free?)? = crash else {
      Issue.record("\(String(describing: crash))")
      return
    }
    #expect(free > 0 && crash?.description.contains(" MB are free in '\(folder)'") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
    #expect(build.contents == before)
    // A file where the folder should be.
    try build.write([], to: build.root + "/file")
    var unwritable = RelinkedLayouts(
      base: read, candidate: read, folder: build.root + "/file", run: link)
    #expect(throws: RelinkingError.self) { try unwritable.executables(layout: 1) }
  }

  @Test("The programs used longest ago are deleted when they take too much room")
  func limit() throws {
    let build = try FakeBuild()
    let folder = build.root + "/kept"
    let read = try RelinkableBuild(executable: build.executable)
    var layouts = RelinkedLayouts(base: read, candidate: read, folder: folder, run: link)
    let first = try layouts.executables(layout: 0).base
    let size = try #require(FileManager.default.contents(atPath: first)).count
    var small = RelinkedLayouts(
      base: read, candidate: read, folder: folder, byteLimit: 3 * size + 200, run: link)
    try build.setAge(of: first, seconds: 100)
    for layout in 1..<5 as Range<UInt64> {
      let path = try small.executables(layout: layout).base
      try build.setAge(of: path, seconds: 50 - Double(layout))
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(names.count == 3)
    #expect(!FileManager.default.fileExists(atPath: first))
  }

  @Test("Programs are read for comparison under names without the build's folder")
  func programs() throws {
    let (one, two) = (try FakeBuild(), try FakeBuild())
    let programs = try [one, two].map { try RelinkableBuild.program(of: $0.executable) }
    #expect(programs[0].inputs.map(\.name) == ["/Tool.build/a b.o"])
    #expect(
      CodeComparison.compare(programs[0], programs[1], from: .program(main: "f1"))
        == .same(functions: 1, bytes: 1))
  }

  @Test("Symbols that several sections define do not place any of them")
  func ambiguousNames() throws {
    var names = SectionNames()
    for file in 0..<2 {
      var builder = ObjectFileBuilder()
      builder.function("shared", [0xC3], binding: 2)
      builder.function("own\(file)", [0xC3])
      builder.symbols.append(.init(name: "alone\(file)", section: ".text.shared", binding: 0))
      builder.data("table", [1], section: "swift5_types")
      names.add(try builder.file())
    }
    #expect(names.pieces.map(\.symbol).sorted() == ["alone0", "alone1", "own0", "own1"])
  }
}
