#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

internal import Hashing

/// An executable with everything that is needed to link it again.
package struct RelinkableBuild: Sendable {
  /// The path of the executable that was built.
  package let executable: String
  /// How it was linked.
  package let command: LinkCommand
  /// Its pieces that can be placed.
  package let pieces: [LayoutOrder.Piece]
  /// A hash of the contents of its object files and of the command that links them.
  package let hash: UInt64
  /// How many pieces of code it has.
  package var codePieces: Int { pieces.count(where: \.isCode) }
  /// The processor.
  let machine: ObjectFile.Machine
}

extension RelinkableBuild {
  /// Reads a build.
  ///
  /// - Parameter executable: The path of a product, `.build/release/bench` for example.
  /// - Throws: ``RelinkingError``.
  /// - Complexity: O(*n*) in the size of all object files, which are read once.
  package init(executable: String) throws(RelinkingError) {
    let command = try LinkCommand(linking: executable)
    var names = SectionNames()
    var hash = WordHash()
    var machine: ObjectFile.Machine?
    for word in command.arguments { hash.add(Array(word.utf8)) }
    for path in command.objects {
      let file = try Self.object(path, hash: &hash)
      machine = machine ?? file.machine
      if file.symbols.isEmpty, file.sections.contains(where: { $0.flags.contains(.executable) }) {
        throw .stripped(path)
      }
      names.add(file)
    }
    let pieces = names.pieces
    guard let machine, pieces.contains(where: \.isCode) else { throw .stripped(executable) }
    self.executable = executable
    self.command = command
    self.pieces = pieces
    self.hash = hash.value
    self.machine = machine
  }

  /// The object files of an executable, to compare its code with another's.
  ///
  /// - Throws: ``RelinkingError`` when one is gone or cannot be read.
  package static func program(of executable: String) throws(RelinkingError) -> ObjectProgram {
    let command = try LinkCommand(linking: executable)
    var inputs: [ObjectProgram.Input] = []
    var hash = WordHash()
    for path in command.objects {
      let name =
        path.hasPrefix(command.folder) ? String(path.dropFirst(command.folder.count)) : path
      inputs.append(.init(name: name, file: try object(path, hash: &hash)))
    }
    return ObjectProgram(inputs: inputs)
  }

  private static func object(
    _ path: String, hash: inout WordHash
  ) throws(RelinkingError) -> ObjectFile {
    guard let contents = FileManager.default.contents(atPath: path) else {
      throw .objectMissing(path)
    }
    let bytes = [UInt8](contents)
    hash.add(bytes)
    do throws(ObjectFileError) {
      return try ObjectFile(contents: bytes)
    } catch {
      if error == .intermediateCode { throw .linkTimeOptimization }
      throw .objectUnreadable(path, error)
    }
  }
}
