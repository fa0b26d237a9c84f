#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A program as its recorded link made it, to be compared with another's before layout.
package struct RecordedProgram: Sendable {
  /// Its object files, with functions as pieces of their own.
  package let program: ObjectProgram
  /// What else the link said: the linker, its options and the contents of files that are no code,
  /// without the names of folders that differ between checkouts.
  package let options: [String]
  /// By the places of options that are object files, what the link called them.
  let objects: [Int: String]
  /// Whether a linker script decides what the order of files means.
  let usesScript: Bool
  private let libraries: [[UInt8]]
  private let missesLibraries: Bool

  /// Reads what a link was made of.
  ///
  /// - Parameters:
  ///   - record: the link.
  ///   - folder: the checkout, whose name is left out of what is compared.
  ///   - commit: what is checked out, whose name is left out too.
  /// - Throws: ``RelinkingError`` when something is gone, or holds no machine code.
  /// - Complexity: O(*n*) in the size of all object files and libraries.
  package init(
    of record: LinkRecord, folder: String, commit: String = ""
  ) throws(RelinkingError) {
    let inputs = try RecordedInputs(record)
    func shortened(_ text: String) -> String {
      text.replacing(record.folder + "/", with: "").replacing(folder, with: "")
    }
    var reader = RecordedReader()
    reader.keepsInputs = true
    reader.prefersIntermediateCode = inputs.compilesIntermediateCode
    reader.leavesOutIntermediateCode = !inputs.optimizedObjects.isEmpty
    reader.hiddenFolder = folder
    reader.hiddenCommit = commit
    var seen: Set<String> = []
    reader.membersByThemselves = inputs.membersByThemselves
    for path in inputs.files where seen.insert(path).inserted { try reader.add(path) }
    let takesAll = inputs.arguments.contains { word in
      ["whole-archive", "-u", "-undefined"].contains { word == $0 || word.hasPrefix("-\($0)") }
    }
    program = ObjectProgram(
      inputs: Self.linked(reader.inputs, takesAll ? [] : reader.members).map {
        .init(name: shortened($0.name), file: $0.file)
      },
      dividesCode: true)
    var options = [record.linker, shortened(record.runPath)]
    var objects: [Int: String] = [:]
    var usesScript = false
    for word in inputs.arguments {
      objects[options.count] = inputs.objectWords[word].map(shortened)
      options.append(shortened(word))
      if ["-T", "-dT", "--script", "-script", "--default-script"].contains(where: word.hasPrefix) {
        usesScript = true
      }
      let name = word.split(separator: "=", maxSplits: 1).last.map(String.init) ?? word
      if let text = Self.text(of: LinkRecord.absolute(name, in: record.workingFolder)) {
        options.append(text)
        if inputs.objectWords[word] != nil { usesScript = true }
      }
    }
    self.options = options
    self.objects = objects
    self.usesScript = usesScript
    var libraries: [[UInt8]] = []
    for path in inputs.libraries {
      guard let contents = FileManager.default.contents(atPath: path) else { continue }
      let bytes = [UInt8](contents)
      libraries.append(bytes)
      guard !Self.isMachineCode(bytes), bytes.count < 1 << 16 else { continue }
      // A linker script names the libraries.
      for word in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      where word.hasPrefix("/") && word.contains(".so") {
        libraries += FileManager.default.contents(atPath: String(word)).map { [[UInt8]($0)] } ?? []
      }
    }
    self.libraries = libraries
    missesLibraries = inputs.missesLibraries
  }

  /// Whether a shared library of the link has a name, so that it may call the program's function.
  package func isNamedByLibraries(_ name: String) -> Bool {
    let text = Array(name.utf8) + [0]
    return missesLibraries || libraries.contains { TextSearch.contains(text, in: $0[...]) }
  }

  /// The object files that become part of the program: those that are named, and of static libraries
  /// those that define a name which is needed.
  private static func linked(
    _ inputs: [ObjectProgram.Input], _ members: Set<Int>
  ) -> [ObjectProgram.Input] {
    var taken = Set(inputs.indices).subtracting(members)
    var defined: Set<String> = []
    var needed: Set<String> = []
    func take(_ index: Int) {
      taken.insert(index)
      for symbol in inputs[index].file.symbols where symbol.binding != .local {
        if symbol.place != .undefined {
          defined.insert(symbol.name)
        } else if symbol.binding == .global {
          needed.insert(symbol.name)
        }
      }
    }
    for index in taken.sorted() { take(index) }
    // Until nothing more is taken: a member that is taken may need others, also of libraries
    // before its own. A linker looks only forward; one file more than it takes never hides a
    // difference.
    var isComplete = false
    while !isComplete {
      isComplete = true
      for index in members.sorted() where !taken.contains(index) {
        let isNeeded = inputs[index].file.symbols.contains {
          $0.binding != .local && $0.place != .undefined && needed.contains($0.name)
            && !defined.contains($0.name)
        }
        if isNeeded {
          take(index)
          isComplete = false
        }
      }
    }
    return taken.sorted().map { inputs[$0] }
  }

  private static func isMachineCode(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46]) || ArchiveFile.isArchive(bytes)
  }

  /// What a file says that is no code, such as a version script.
  private static func text(of path: String) -> String? {
    guard let contents = FileManager.default.contents(atPath: path) else { return nil }
    let bytes = [UInt8](contents)
    return isMachineCode(bytes) ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
