/// What a linked ELF program or library has in memory when it runs (System V ABI, chapter 5).
///
/// Two images are equal when their segments are: the same bytes at the same addresses. Debug
/// information, symbols for debuggers and the order of sections in the file are no part of it, nor
/// is the build identifier, which is a hash of all of these.
package struct LoadedImage: Equatable, Sendable {
  /// A program header, and the bytes that it takes from the file.
  struct Segment: Equatable, Sendable {
    let type: UInt32
    let flags: UInt32
    let offset: UInt64
    let address: UInt64
    let memorySize: UInt64
    let alignment: UInt64
    /// Only of segments that are loaded.
    let bytes: [UInt8]
  }

  let segments: [Segment]
  /// The libraries that it asks for: names to search for, and paths.
  package let neededLibraries: [String]
  /// The folders that it names to search for libraries: absolute, from its own (`$ORIGIN`), or from the
  /// folder that it runs in, which an empty text stands for.
  package let libraryFolders: [String]

  /// Whether the folder that it lies or runs in decides which libraries it gets.
  package var hasLibrariesBeside: Bool {
    neededLibraries.contains { $0.contains("/") && !Self.isAbsolute($0) }
      || libraryFolders.contains { !Self.isAbsolute($0) }
  }

  /// Whether a file's name is in what is loaded; tables of symbols and debug information, which hold names of
  /// sources, are not.
  ///
  /// - Parameter name: the name, without folders.
  /// - Returns: whether a segment has it.
  /// - Complexity: O(*n*) in bytes.
  package func holds(fileName name: String) -> Bool {
    let text = Array(name.utf8)
    return segments.contains { TextSearch.containsFileName(text, in: $0.bytes[...]) }
  }

  /// Whether two images are equal but for numbers of four bytes or fewer in their code, as those of lines that
  /// failed assertions name.
  ///
  /// - Parameter other: the other image.
  /// - Returns: whether all segments lie at the same places, data is equal, and no more than four bytes in a
  ///   row of code differ.
  /// - Complexity: O(*n*) in bytes.
  package func differsInNumbersOnly(from other: LoadedImage) -> Bool {
    guard segments.count == other.segments.count, neededLibraries == other.neededLibraries,
      libraryFolders == other.libraryFolders
    else { return false }
    return zip(segments, other.segments).allSatisfy { segment, other in
      guard
        (segment.type, segment.flags, segment.offset, segment.address) == (
          other.type, other.flags, other.offset, other.address
        ), segment.memorySize == other.memorySize, segment.alignment == other.alignment,
        segment.bytes.count == other.bytes.count
      else { return false }
      if segment.bytes == other.bytes { return true }
      guard segment.flags & Self.executable != 0 else { return false }
      var run = 0
      return zip(segment.bytes, other.bytes).allSatisfy { bytes in
        // A number of a line is an operand of an instruction of four bytes at most.
        run = bytes.0 == bytes.1 ? 0 : run + 1
        return run <= 4
      }
    }
  }

  /// The flag of a segment with code.
  private static let executable: UInt32 = 1

  /// How many bytes of the file are loaded.
  package var byteCount: Int { segments.reduce(0) { $0 + $1.bytes.count } }

  private enum SegmentType {
    static let loaded: UInt32 = 1
    static let dynamic: UInt32 = 2
    static let notes: UInt32 = 4
  }

  private enum DynamicTag {
    static let end: UInt64 = 0
    static let needed: UInt64 = 1
    static let names: UInt64 = 5
    static let libraryFoldersOnce: UInt64 = 15
    static let libraryFolders: UInt64 = 29
  }

  private struct Header {
    let type: UInt32
    let offset: Int
    let address: UInt64
    let fileSize: Int
  }

  /// Reads a file.
  ///
  /// - Parameter contents: the bytes of an ELF file for 64 bits, little-endian.
  /// - Throws: ``ObjectFileError`` when it is none, or not linked, or malformed.
  /// - Complexity: O(*n*) in bytes.
  package init(contents: [UInt8]) throws(ObjectFileError) {
    guard contents.starts(with: [0x7F, 0x45, 0x4C, 0x46]), contents.count >= 64 else {
      throw .notELF
    }
    guard contents[4] == 2, contents[5] == 1 else {
      throw .unsupported("ELF that is not 64-bit and little-endian")
    }
    var file = contents
    let reader = ByteReader(contents)
    // The header of ELF for 64 bits, as far as it is read here; program headers have 56
    // bytes:
    //
    //     byte   16     32        40        54        56       58        60
    //            type   program   section   bytes of  how      bytes of  how
    //                   headers   headers   each      many     each      many
    //
    // Types 2 and 3 are programs at a fixed address, and libraries and programs that may lie
    // anywhere.
    let kind = try reader.integer(at: 16, as: UInt16.self)
    guard kind == 2 || kind == 3 else { throw .unsupported("an ELF file that is not linked") }
    guard try reader.integer(at: 54, as: UInt16.self) == 56 else {
      throw .malformed("program headers are not 56 bytes long")
    }
    let start = try Self.place(try reader.integer(at: 32, as: UInt64.self))
    let count = Int(try reader.integer(at: 56, as: UInt16.self))
    guard count > 0, start <= contents.count, count <= (contents.count - start) / 56 else {
      throw .malformed("\(count) program headers do not fit in \(contents.count) bytes")
    }
    let places = (0..<count).map { start + 56 * $0 }
    var headers: [Header] = []
    for place in places {
      let header = Header(
        type: try reader.integer(at: place, as: UInt32.self),
        offset: try Self.place(try reader.integer(at: place + 8, as: UInt64.self)),
        address: try reader.integer(at: place + 16, as: UInt64.self),
        fileSize: try Self.place(try reader.integer(at: place + 32, as: UInt64.self)))
      guard header.offset <= contents.count, header.fileSize <= contents.count - header.offset
      else { throw .malformed("a segment lies outside of the file") }
      headers.append(header)
    }
    // Where the section headers are, how many and how long: nothing that runs asks for them.
    for place in Array(40..<48) + Array(58..<64) { file[place] = 0 }
    // Go puts them behind the program headers, where they are loaded.
    let sections = try Self.place(try reader.integer(at: 40, as: UInt64.self))
    let size = Int(try reader.integer(at: 58, as: UInt16.self))
    // Two numbers of 16 bits; the place may be any, and is only added to where it is in the file.
    let bytes = size * Int(try reader.integer(at: 60, as: UInt16.self))
    if sections == start + 56 * count, size == 64, bytes <= file.count - sections {
      for place in sections..<sections + bytes { file[place] = 0 }
    }
    for header in headers where header.type == SegmentType.notes {
      try Self.clearBuildIdentifiers(in: header, reader, of: &file)
    }
    // Each segment's bytes are copied: thousands that are all of a large file would take the
    // memory of all.
    let loaded = headers.lazy.filter { $0.type == SegmentType.loaded }.map(\.fileSize)
    guard loaded.reduce(0, { min($0 + $1, 2 * contents.count) }) < 2 * contents.count else {
      throw .malformed("its segments overlap")
    }
    var found: [Segment] = []
    for (place, header) in zip(places, headers) {
      let isLoaded = header.type == SegmentType.loaded
      found.append(
        Segment(
          type: header.type, flags: try reader.integer(at: place + 4, as: UInt32.self),
          offset: UInt64(header.offset), address: header.address,
          memorySize: try reader.integer(at: place + 40, as: UInt64.self),
          alignment: try reader.integer(at: place + 48, as: UInt64.self),
          bytes: isLoaded ? Array(file[header.offset..<header.offset + header.fileSize]) : []))
    }
    segments = found
    (neededLibraries, libraryFolders) = try Self.libraries(headers, reader)
  }

  private static func place(_ number: UInt64) throws(ObjectFileError) -> Int {
    guard let place = Int(exactly: number) else { throw .malformed("it says byte \(number)") }
    return place
  }

  /// Clears the build identifiers among the notes of a segment.
  private static func clearBuildIdentifiers(
    in header: Header, _ reader: ByteReader, of file: inout [UInt8]
  ) throws(ObjectFileError) {
    let identifiers: [(type: UInt32, name: [UInt8])] = [
      (3, [0x47, 0x4E, 0x55, 0]),  // "GNU"
      (4, [0x47, 0x6F, 0, 0]),  // "Go"
    ]
    var place = header.offset
    let end = header.offset + header.fileSize
    while place + 12 <= end {
      let nameSize = Int(try reader.integer(at: place, as: UInt32.self))
      let size = Int(try reader.integer(at: place + 4, as: UInt32.self))
      let type = try reader.integer(at: place + 8, as: UInt32.self)
      // Names and descriptions are filled up to four bytes. Notes that are filled up to eight are
      // in segments of their own, without build identifiers.
      //     0             4      8      12
      //     | name's size | size | type | name, filled up to 4 | description, filled up to 4 |
      let description = place + 12 + (nameSize + 3) & ~3
      guard description + size <= end else { return }
      let isIdentifier =
        nameSize == 4
        && identifiers.contains {
          $0.type == type && $0.name == Array(file[place + 12..<place + 16])
        }
      if isIdentifier {
        for byte in description..<description + size { file[byte] = 0 }
      }
      place = description + (size + 3) & ~3
    }
  }

  /// The libraries that it asks for, and the folders to search for them.
  private static func libraries(
    _ headers: [Header], _ reader: ByteReader
  ) throws(ObjectFileError) -> (needed: [String], folders: [String]) {
    guard let dynamic = headers.first(where: { $0.type == SegmentType.dynamic }) else {
      return ([], [])
    }
    var names: UInt64?
    var libraries: [UInt64] = []
    var folders: [UInt64] = []
    for entry in stride(from: 0, to: dynamic.fileSize - 15, by: 16) {
      let tag = try reader.integer(at: dynamic.offset + entry, as: UInt64.self)
      let value = try reader.integer(at: dynamic.offset + entry + 8, as: UInt64.self)
      if tag == DynamicTag.end { break }
      switch tag {
      case DynamicTag.names: names = value
      case DynamicTag.needed: libraries.append(value)
      case DynamicTag.libraryFolders, DynamicTag.libraryFoldersOnce: folders.append(value)
      default: continue
      }
    }
    if libraries.isEmpty, folders.isEmpty { return ([], []) }
    // The table's address is one in memory; the segment that is loaded there says where it is
    // in the file.
    guard let names,
      let segment = headers.first(where: {
        $0.type == SegmentType.loaded && $0.address <= names
          && names - $0.address < UInt64($0.fileSize)
      })
    else { throw .malformed("its table of names is in no segment") }
    let table =
      segment.offset + Int(names - segment.address)..<segment.offset + segment.fileSize
    var bytes = reader
    var needed: [String] = []
    for offset in libraries { needed.append(try bytes.text(at: try place(offset), in: table)) }
    var searched: [String] = []
    for offset in folders {
      let text = try bytes.text(at: try place(offset), in: table)
      searched += text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    }
    return (needed, searched)
  }

  /// Whether a folder is the same for each program: `$ORIGIN` stands for the program's own.
  private static func isAbsolute(_ path: some StringProtocol) -> Bool {
    path.hasPrefix("/") && !path.contains("$")
  }
}
