#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

internal import Hashing

extension RelinkableBuild {
  /// Reads a build of any kind, whose link was recorded.
  ///
  /// - Parameters:
  ///   - record: the link.
  ///   - linker: the path of lld.
  /// - Throws: ``RelinkingError``.
  /// - Complexity: O(*n*) in the size of all object files and libraries, which are read once.
  package init(record: LinkRecord, linker: String) throws(RelinkingError) {
    let inputs = try RecordedInputs(record)
    var reader = RecordedReader()
    reader.prefersIntermediateCode = inputs.compilesIntermediateCode
    reader.leavesOutIntermediateCode = !inputs.optimizedObjects.isEmpty
    reader.membersByThemselves = inputs.membersByThemselves
    for path in inputs.files { try reader.add(path) }
    guard let machine = reader.machine else {
      throw .noInputs
    }
    for word in inputs.arguments where !word.hasPrefix(record.folder) {
      reader.hash.add(Array(word.utf8))
    }
    let pieces = reader.names.pieces
    guard pieces.contains(where: \.isCode) else { throw .stripped(record.output) }
    self.init(
      executable: record.output,
      command: LinkCommand(
        linker: linker, arguments: inputs.arguments, objects: inputs.files,
        folder: record.workingFolder, runPath: record.runPath),
      pieces: pieces, hash: reader.hash.value, machine: machine)
  }
}

/// Reads the object files and libraries of a link.
struct RecordedReader {
  var names = SectionNames()
  var hash = WordHash()
  var machine: ObjectFile.Machine?

  /// The object files, each with its path, if they are kept, and which of them are members of static
  /// libraries.
  var inputs: [ObjectProgram.Input] = []
  var members: Set<Int> = []
  var keepsInputs = false
  /// Object files that are linked as members of static libraries are.
  var membersByThemselves: Set<String> = []
  /// Whether the link compiled intermediate code, where an object file has it beside machine code.
  var prefersIntermediateCode = false
  /// Whether intermediate code is left out, because what the link made of it is read.
  var leavesOutIntermediateCode = false
  /// A folder whose name object files may hold, and which is hidden.
  var hiddenFolder = ""
  /// A commit whose name object files may hold, and which is hidden.
  var hiddenCommit = ""

  mutating func add(_ path: String) throws(RelinkingError) {
    guard let contents = FileManager.default.contents(atPath: path) else {
      throw .inputMissing(path)
    }
    var bytes = [UInt8](contents)
    hash.add(bytes)
    hideNames(in: &bytes)
    // Linker scripts are inputs too; there is nothing to place in them.
    guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46]) || ArchiveFile.isArchive(bytes) else {
      if bytes.starts(with: [0x42, 0x43, 0xC0, 0xDE]) { throw .linkTimeOptimization }
      return
    }
    guard ArchiveFile.isArchive(bytes) else {
      try add(bytes, from: path, isMember: membersByThemselves.contains(path))
      return
    }
    let archive: ArchiveFile
    do throws(ObjectFileError) {
      archive = try ArchiveFile(contents: bytes)
    } catch {
      throw .objectUnreadable(path, error)
    }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    for member in archive.members {
      if let place = member.bytes {
        try add(Array(bytes[place]), from: "\(path)(\(member.name))", isMember: true)
      } else {
        let file = LinkRecord.absolute(member.name, in: folder)
        guard let contents = FileManager.default.contents(atPath: file) else {
          throw .inputMissing(file)
        }
        var bytes = [UInt8](contents)
        hideNames(in: &bytes)
        try add(bytes, from: file, isMember: true)
      }
    }
  }

  private func hideNames(in bytes: inout [UInt8]) {
    TextSearch.hide(hiddenFolder, in: &bytes)
    TextSearch.hide(commit: hiddenCommit, in: &bytes)
  }

  private mutating func add(
    _ bytes: [UInt8], from path: String, isMember: Bool
  ) throws(RelinkingError) {
    // Metadata of rustc is a member that is no object file.
    if isMember, !bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46]) { return }
    // A shared library in a place of its own.
    if bytes.count > 18, bytes[16] == 3 { return }
    do throws(ObjectFileError) {
      let file = try ObjectFile(contents: bytes)
      if file.holdsIntermediateCode,
        prefersIntermediateCode || !file.sections.contains(where: \.isFilledCode)
      {
        throw .intermediateCode
      }
      machine = machine ?? file.machine
      if keepsInputs {
        if isMember { members.insert(inputs.count) }
        inputs.append(.init(name: path, file: file))
      } else {
        names.add(file)
      }
    } catch {
      if error == .intermediateCode {
        if leavesOutIntermediateCode { return }
        throw .linkTimeOptimization
      }
      if isMember, !keepsInputs { return }
      throw .objectUnreadable(path, error)
    }
  }
}
