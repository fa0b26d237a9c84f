internal import Files

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What a recorded link was made of, object file by object file, so that a program can be linked of
/// object files of two builds.
package struct LinkParts: Sendable {
  /// An object file that can be exchanged.
  package struct Object: Equatable, Sendable {
    /// The name that the file has on both sides: its path below the top of the checkout, with the member
    /// of a static library in parentheses.
    package let name: String
    /// Where it is.
    package let path: String
    /// The static library that it is a member of; `nil` for a file that is linked in any case.
    let archive: String?
  }

  private enum Item: Sendable {
    case word(String)
    case object(Int)
  }

  /// The object files in the order in which they are linked.
  package private(set) var objects: [Object] = []
  private let record: LinkRecord
  private let tree: String
  private var items: [Item] = []
  private var names: [String: Int] = [:]
  private let scratch: String

  /// Reads a link.
  ///
  /// - Parameters:
  ///   - record: the link.
  ///   - tree: the top of the checkout that was built.
  ///   - scratch: a folder for members of static libraries; made when it does not exist.
  /// - Throws: ``RelinkingError`` when a file is gone, or holds no machine code.
  /// - Complexity: O(*n*) in the size of object files without a name and of static libraries.
  package init(of record: LinkRecord, tree: String, scratch: String) throws(RelinkingError) {
    self.record = record
    self.tree = tree
    self.scratch = scratch
    let inputs = try RecordedInputs(record)
    guard inputs.optimizedObjects.isEmpty else { throw .linkTimeOptimization }
    let files = Set(inputs.files)
    var takesAll = false
    var isInLibrary = false
    for word in inputs.arguments {
      switch word {
      case "--whole-archive", "-whole-archive": takesAll = true
      case "--no-whole-archive", "-no-whole-archive": takesAll = false
      case "--start-lib", "-start-lib": isInLibrary = true
      case "--end-lib", "-end-lib": isInLibrary = false
      default: break
      }
      let path = inputs.archives[word] ?? word
      guard files.contains(path), isOwn(path) else {
        items.append(.word(word))
        continue
      }
      if path.hasSuffix(".a") {
        try addMembers(of: path, takesAll: takesAll)
      } else {
        add(
          name(of: path, calledBy: inputs.objectWords[path]), path, archive: isInLibrary ? "" : nil)
      }
    }
  }

  /// Whether a file belongs to the build, and not to the system.
  private func isOwn(_ path: String) -> Bool {
    path.hasPrefix(tree + "/") || path.hasPrefix(record.folder + "/")
  }

  private func name(of path: String, calledBy word: String?) -> String {
    let word = word ?? path
    if word.hasPrefix(tree + "/") { return String(word.dropFirst(tree.utf8.count + 1)) }
    // A compiler that links at once calls its object files by chance.
    let bytes = FileManager.default.contents(atPath: path).map { [UInt8]($0) } ?? []
    return (try? ObjectFile(contents: bytes))?.sourceName ?? PathParts(word).name
  }

  private mutating func add(_ name: String, _ path: String, archive: String?) {
    let count = names[name, default: 0] + 1
    names[name] = count
    items.append(.object(objects.count))
    objects.append(
      Object(name: count == 1 ? name : "\(name) #\(count)", path: path, archive: archive))
  }

  private mutating func addMembers(of path: String, takesAll: Bool) throws(RelinkingError) {
    guard let contents = FileManager.default.contents(atPath: path) else {
      throw .inputMissing(path)
    }
    let bytes = [UInt8](contents)
    let archive: ArchiveFile
    do throws(ObjectFileError) {
      archive = try ArchiveFile(contents: bytes)
    } catch {
      throw .objectUnreadable(path, error)
    }
    let own = name(of: path, calledBy: nil)
    if !takesAll { items.append(.word("--start-lib")) }
    for member in archive.members {
      var file = LinkRecord.absolute(member.name, in: PathParts(path).folder)
      if let place = member.bytes {
        guard bytes[place].starts(with: [0x7F, 0x45, 0x4C, 0x46]) else { continue }
        file = "\(scratch)/\(objects.count).o"
        try Self.write([UInt8](bytes[place]), to: file)
      }
      add("\(own)(\(PathParts(member.name).name))", file, archive: own)
    }
    if !takesAll { items.append(.word("--end-lib")) }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(RelinkingError) {
    do throws(FileAccessError) {
      try makeFolder(at: PathParts(path).folder, access: .owner)
      try writeFile(bytes, to: path, replacingExisting: true)
    } catch {
      throw .notKept(path: path, reason: "\(error)")
    }
  }

  // MARK: Exchanging

  /// Writes the record of a link like this one, with some object files of another build.
  ///
  /// What the other build has alone is added behind the object files of its library, or behind all; what
  /// it does not have any more is left out.
  ///
  /// - Parameters:
  ///   - names: the names of the object files that are exchanged.
  ///   - made: object files that were made of both versions, by the names of those that they stand for.
  ///   - other: the link of the other build.
  ///   - output: the link in whose place the program is put.
  ///   - top: the top of that link's checkout.
  ///   - folder: the folder of the record, `….link`; it must not exist.
  /// - Throws: ``RelinkingError`` when it cannot be written.
  package func write(
    exchanging names: Set<String>, made: [String: String] = [:], with other: LinkParts,
    inPlaceOf output: LinkRecord, in top: String, to folder: String
  ) throws(RelinkingError) {
    let theirs = Dictionary(other.objects.map { ($0.name, $0) }) { first, _ in first }
    let ours = Set(objects.map(\.name))
    let new = other.objects.filter { names.contains($0.name) && !ours.contains($0.name) }
    var words = [
      record.linker, record.workingFolder, output.output, moved(record.runPath, to: top),
    ]
    var isFolder = false
    for (index, item) in items.enumerated() {
      switch item {
      case .word(let word):
        // Programs find their libraries in the checkout that they are put into.
        let namesFolder = ["-rpath", "--rpath"].contains { word == $0 || word.hasPrefix("\($0)=") }
        words.append(isFolder || namesFolder ? moved(word, to: top) : word)
        isFolder = namesFolder
      case .object(let place):
        var object = objects[place]
        if let path = made[object.name] {
          object = Object(name: object.name, path: path, archive: object.archive)
        }
        let chosen = names.contains(object.name) ? theirs[object.name] : object
        if let chosen { words.append(try Self.name(chosen, in: folder)) }
        for new in new where self.place(behindWhichToLink: new) == index {
          words.append(try Self.name(new, in: folder))
        }
      }
    }
    try Self.write(Array((words.joined(separator: "\0") + "\0").utf8), to: "\(folder)/words")
    try Self.link("\(folder)/output", to: output.outputCopy)
  }

  /// The last object file of the library that a file is to be a member of, else the last one of all.
  private func place(behindWhichToLink object: Object) -> Int? {
    func last(where isMeant: (Object) -> Bool) -> Int? {
      items.lastIndex {
        if case .object(let place) = $0 { isMeant(objects[place]) } else { false }
      }
    }
    return object.archive.flatMap { archive in last { $0.archive == archive } }
      ?? last { $0.archive == nil } ?? last { _ in true }
  }

  /// A word of an option in which the checkout is another one.
  private func moved(_ word: String, to top: String) -> String {
    word.replacing(tree + "/", with: top + "/")
  }

  /// Gives an object file its name in a record.
  private static func name(_ object: Object, in folder: String) throws(RelinkingError) -> String {
    let path = "\(folder)/objects/\(object.name)"
    try link(path, to: object.path)
    return path
  }

  private static func link(_ path: String, to target: String) throws(RelinkingError) {
    do {
      try FileManager.default.createDirectory(
        atPath: PathParts(path).folder, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    } catch {
      throw .notKept(path: path, reason: "\(error)")
    }
  }
}
