internal import CLibrary
internal import Files
package import ProgramLayouts

/// The links of a checkout's build, as they were recorded while it ran.
package struct RecordedLinks {
  /// The folder of the records.
  package let folder: String
  /// The top of the checkout.
  package let tree: String

  /// Names the records of a checkout.
  package init(folder: String, tree: String) {
    self.folder = folder
    self.tree = tree
  }

  /// The programs and libraries that a benchmark may run, among those that the build linked.
  ///
  /// - Parameters:
  ///   - program: the program that the benchmark starts; `nil` for one of the system.
  ///   - words: the words of the benchmark's command, which may name further programs.
  /// - Returns: paths below the top of the checkout: the program, else programs that are named like
  ///   a word; then libraries. A program that loads no library of the build gets none.
  package func outputs(startedBy program: String?, words: [String]) -> [String] {
    let records = LinkRecord.all(in: folder).filter { $0.output.hasPrefix(tree + "/") }
    var chosen: [String] = []
    if let program, Self.isCompiled(program) {
      guard record(of: program) != nil else { return [] }
      chosen.append(program)
    } else {
      let names = Set(
        words.flatMap { $0.split { " \t;|&'\"".contains($0) } }
          .map { PathParts(String($0)).name })
      chosen = records.filter { !$0.isLibrary }.map(\.output).filter { path in
        names.contains(PathParts(path).name) && Executable.exists(at: path)
      }
    }
    // A script may load any library; a program those that it names.
    let loaded = chosen.isEmpty ? nil : Set(chosen.flatMap(Self.namesInside))
    for library in records.filter(\.isLibrary).map(\.output)
    where FileKind(path: library) == .regular {
      guard let loaded else {
        chosen.append(library)
        continue
      }
      if Self.loadedNames(of: library).contains(where: loaded.contains) { chosen.append(library) }
    }
    return Array(chosen.prefix(Self.most)).map { String($0.dropFirst(tree.utf8.count + 1)) }
  }

  /// The paths of all that was linked in the checkout, below its top.
  var outputPaths: [String] {
    LinkRecord.all(in: folder).map(\.output).filter { $0.hasPrefix(tree + "/") }
      .map { String($0.dropFirst(tree.utf8.count + 1)) }
  }

  /// How many files are linked again for a launch at most.
  static let most = 4

  /// The record of a file: of its path, else of the same bytes, as of a copy.
  package func record(of path: String) -> LinkRecord? {
    let records = LinkRecord.all(in: folder)
    guard let bytes = try? readFile(at: PlacedLayouts.original(of: path)) else { return nil }
    if let record = records.first(where: { $0.output == path }),
      (try? readFile(at: record.outputCopy)) == bytes
    {
      return record
    }
    if let record = records.first(where: { (try? readFile(at: $0.outputCopy)) == bytes }) {
      return record
    }
    // Stripped after the link: the same in memory.
    guard let image = try? LoadedImage(contents: bytes) else { return nil }
    return records.first { record in
      (try? readFile(at: record.outputCopy)).flatMap { try? LoadedImage(contents: $0) } == image
    }
  }

  /// The paths of files that the build read, as its compilers wrote them down.
  ///
  /// - Parameter list: rules of make in which compilers listed what they read.
  /// - Returns: absolute paths.
  package func filesRead(list: String) -> Set<String> { BuildReads.files(in: tree, list: list) }

  /// The names under which programs may load a library: `libfoo.so.1.2.3` is also known as
  /// `libfoo.so.1.2`, `libfoo.so.1` and `libfoo.so`.
  static func loadedNames(of library: String) -> [String] {
    var name = PathParts(library).name
    var names = [name]
    //     libfoo.so.1.2    libfoo.so.1    libfoo.so     has no ".so." any more: the end
    while name.contains(".so."), let dot = name.lastIndex(of: ".") {
      name = String(name[..<dot])
      names.append(name)
    }
    return names
  }

  /// The names of libraries that a program names anywhere: those it needs and those it opens.
  private static func namesInside(_ path: String) -> [String] {
    guard let bytes = try? readFile(at: path, limit: 1 << 30) else { return [] }
    return bytes.split { $0 < 0x20 || $0 > 0x7E }.lazy.filter { $0.count > 3 && $0.count < 256 }
      .compactMap { text in
        let text = String(decoding: text, as: UTF8.self)
        return text.contains(".so") || text.contains(".node") ? PathParts(text).name : nil
      }
  }

  /// Whether a file is machine code for Linux.
  static func isCompiled(_ path: String) -> Bool {
    firstBytes(ofFile: path, count: 4) == [0x7F, 0x45, 0x4C, 0x46]
  }

  /// The linker that places functions: lld of `PATH`, of a numbered package, of Swift or of Rust.
  static var linker: String? {
    if let found = Executable.find("ld.lld") { return found }
    for version in (13...40).reversed() {
      if let found = Executable.find("ld.lld-\(version)") { return found }
    }
    // Toolchains keep theirs beside the compiler.
    for compiler in ["swiftc", "clang"] {
      guard let path = Executable.find(compiler).flatMap(resolvedPath) else { continue }
      let beside = PathParts.join(PathParts(path).folder, "ld.lld")
      if Executable.exists(at: beside) { return beside }
    }
    return nil
  }
}
