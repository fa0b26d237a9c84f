#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What a recorded link was made of, and the arguments by which lld makes it again.
struct RecordedInputs {
  /// The arguments without output, plugins and files beside the output.
  private(set) var arguments: [String] = []
  /// Object files and static libraries, in the order in which they are linked.
  private(set) var files: [String] = []
  /// Shared libraries, and linker scripts that name them.
  private(set) var libraries: [String] = []
  /// Whether the linker compiles intermediate code, where object files have it.
  ///
  /// gcc hands its plugin to every link, clang says it with an option. Object files may hold machine
  /// code beside it, which is not linked then.
  private(set) var compilesIntermediateCode = false
  /// By the paths of object files that were named, what the link called them.
  private(set) var objectWords: [String: String] = [:]
  /// Whether a library was not found where the link looked for it.
  private(set) var missesLibraries = false
  /// Object files that are linked only where a name is needed that they define, as in a static library.
  private(set) var membersByThemselves: Set<String> = []
  /// The static libraries that were searched for, by the arguments that name them.
  private(set) var archives: [String: String] = [:]

  /// Object files of what the link compiled, which stand for intermediate code; empty where it compiled
  /// none, or where they were not kept.
  let optimizedObjects: [String]

  private let record: LinkRecord
  private var addsOptimized: Bool
  private var folders: [String] = []
  private var onlyStatic = false
  private var isInLibrary = false

  /// Options whose value is the next word, and which concern other files than the output.
  private static let dropped: Set<String> = [
    "-o", "--output", "-plugin", "--plugin", "-Map", "--Map", "--dependency-file",
    "--symbol-ordering-file", "--section-ordering-file", "--out-implib",
  ]
  /// Prefixes of options in one word that are left out.
  private static let droppedPrefixes = [
    "-plugin-opt", "--plugin-opt", "-plugin=", "--plugin=", "-Map=", "--Map=",
    "--dependency-file=", "--symbol-ordering-file=", "--output=", "--shuffle-sections",
    "--randomize-section-padding", "--call-graph-ordering-file", "--build-id",
    "--no-call-graph-profile-sort", "--threads", "-fuse-ld", "--time-trace", "--print-map",
    "--stats",
  ]
  /// Options whose value is the next word.
  private static let valued: Set<String> = [
    "-m", "-z", "-dynamic-linker", "--dynamic-linker", "-rpath", "--rpath", "-rpath-link",
    "--rpath-link", "-soname", "-h", "--soname", "-T", "--script", "--version-script",
    "--dynamic-list", "-e", "--entry", "-u", "--undefined", "-init", "-fini", "-y", "-I",
    "--defsym", "--wrap", "-a", "-A", "-F", "-f", "-G", "-b", "--format", "-Ttext", "-Tdata",
    "-Tbss", "--sysroot", "-exclude-libs", "--exclude-libs", "-retain-symbols-file",
    "--retain-symbols-file",
  ]

  init(_ record: LinkRecord) throws(RelinkingError) {
    self.record = record
    optimizedObjects = record.optimizedObjects
    addsOptimized = !optimizedObjects.isEmpty
    var words: [(text: String, place: Int?)] = []
    for (place, word) in record.arguments.enumerated() {
      guard word.hasPrefix("@"), word.count > 1 else {
        words.append((word, place))
        continue
      }
      let copy = "\(record.folder)/\(place)"
      let list = String(word.dropFirst())
      guard
        let bytes = FileManager.default.contents(atPath: copy)
          ?? FileManager.default.contents(
            atPath: LinkRecord.absolute(list, in: record.workingFolder))
      else { throw .inputMissing(list) }
      words += ResponseFile.words(of: String(decoding: bytes, as: UTF8.self)).map { ($0, nil) }
    }
    // Folders may follow the libraries that are looked for in them.
    for (index, word) in words.enumerated() {
      if word.text == "-L", index + 1 < words.count { folders.append(words[index + 1].text) }
      if word.text.hasPrefix("-L"), word.text != "-L" {
        folders.append(String(word.text.dropFirst(2)))
      }
    }
    try read(words)
    addOptimizedObjects()
    guard !files.isEmpty else { throw .noInputs }
  }

  private mutating func read(_ words: [(text: String, place: Int?)]) throws(RelinkingError) {
    var index = 0
    while index < words.count {
      let (word, place) = words[index]
      index += 1
      if ["-plugin", "--plugin", "--fat-lto-objects"].contains(word)
        || word.hasPrefix("-plugin=") || word.hasPrefix("--plugin=")
      {
        compilesIntermediateCode = true
      }
      if Self.dropped.contains(word) {
        index += 1
        continue
      }
      if Self.droppedPrefixes.contains(where: word.hasPrefix) { continue }
      if word.hasPrefix("-flto") || word.hasPrefix("--lto") { continue }
      if Self.valued.contains(word) || word == "-L" {
        arguments.append(word)
        if index < words.count { arguments.append(words[index].text) }
        index += 1
        continue
      }
      if word == "-l", index < words.count {
        addLibrary(words[index].text)
        index += 1
        continue
      }
      if word.hasPrefix("-l") {
        addLibrary(String(word.dropFirst(2)))
        continue
      }
      if word.hasPrefix("-") {
        if ["-static", "-Bstatic", "-dn", "-non_shared"].contains(word) { onlyStatic = true }
        if ["-Bdynamic", "-dy", "-call_shared"].contains(word) { onlyStatic = false }
        if ["--start-lib", "-start-lib"].contains(word) { isInLibrary = true }
        if ["--end-lib", "-end-lib"].contains(word) { isInLibrary = false }
        arguments.append(word)
        continue
      }
      try addFile(word, place)
    }
  }

  /// A file that is named: its copy where there is one.
  private mutating func addFile(_ word: String, _ place: Int?) throws(RelinkingError) {
    let path = LinkRecord.absolute(word, in: record.workingFolder)
    let copy = place.map { "\(record.folder)/\($0)" }
    let files = FileManager.default
    let found = copy.flatMap { files.fileExists(atPath: $0) ? $0 : nil } ?? path
    guard files.fileExists(atPath: found) else { throw .inputMissing(word) }
    if word.hasSuffix(".a") { addOptimizedObjects() }
    if !optimizedObjects.isEmpty, isIntermediate(found) {
      addOptimizedObjects()
      return
    }
    arguments.append(found)
    if !Self.isSharedLibrary(word) {
      self.files.append(found)
      if isInLibrary { membersByThemselves.insert(found) }
      if !word.hasSuffix(".a") { objectWords[found] = path }
    } else {
      libraries.append(found)
    }
  }

  /// Whether a path is that of a shared library; its folders may be called like one.
  static func isSharedLibrary(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return name.hasSuffix(".so") || name.contains(".so.") && !name.hasSuffix(".o")
  }

  /// Adds the object files of compiled intermediate code, once, before all libraries.
  private mutating func addOptimizedObjects() {
    guard addsOptimized else { return }
    addsOptimized = false
    arguments += optimizedObjects
    files += optimizedObjects
  }

  /// Whether an object file was compiled by the link.
  private func isIntermediate(_ path: String) -> Bool {
    guard let contents = FileManager.default.contents(atPath: path) else { return false }
    let bytes = [UInt8](contents)
    if bytes.starts(with: [0x42, 0x43, 0xC0, 0xDE]) { return true }
    guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46]) else { return false }
    do throws(ObjectFileError) {
      let file = try ObjectFile(contents: bytes)
      return file.holdsIntermediateCode
        && (compilesIntermediateCode || !file.sections.contains { $0.isFilledCode })
    } catch {
      return error == .intermediateCode && compilesIntermediateCode
    }
  }

  /// A library that is searched for; the linker finds it again in the same way.
  private mutating func addLibrary(_ name: String) {
    addOptimizedObjects()
    arguments.append("-l\(name)")
    for folder in folders {
      let folder = LinkRecord.absolute(
        folder.hasPrefix("=") ? String(folder.dropFirst()) : folder, in: record.workingFolder)
      if name.hasPrefix(":") {
        if add("\(folder)/\(name.dropFirst())", searchedAs: name) { return }
        continue
      }
      let shared = "\(folder)/lib\(name).so"
      if !onlyStatic, FileManager.default.fileExists(atPath: shared) {
        libraries.append(shared)
        return
      }
      if add("\(folder)/lib\(name).a", searchedAs: name) { return }
    }
    missesLibraries = true
  }

  private mutating func add(_ path: String, searchedAs name: String) -> Bool {
    guard FileManager.default.fileExists(atPath: path) else { return false }
    if path.hasSuffix(".a") {
      files.append(path)
      archives["-l\(name)"] = path
    } else {
      libraries.append(path)
    }
    return true
  }
}

extension ObjectFile {
  /// Whether it holds code that a link compiles, of gcc or of LLVM.
  var holdsIntermediateCode: Bool {
    sections.contains { $0.name.hasPrefix(".gnu.lto_") || $0.name == ".llvm.lto" }
  }
}

extension ObjectFile.Section {
  /// Whether there is machine code in it.
  var isFilledCode: Bool { flags.contains(.executable) && size > 0 }
}

/// Words in a file that stands for arguments, quoted as GNU tools and LLVM do it.
enum ResponseFile {
  static func words(of text: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in text {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character.isWhitespace {
        if let done = word { words.append(done) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let done = word { words.append(done) }
    return words
  }
}
