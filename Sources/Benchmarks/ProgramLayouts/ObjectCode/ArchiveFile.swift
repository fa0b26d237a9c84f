/// The members of a static library, `libfoo.a` or `libfoo.rlib`.
///
/// Every length is checked against the file, so an arbitrary file gives an error or a value.
package struct ArchiveFile: Equatable, Sendable {
  /// A file in the archive.
  package struct Member: Equatable, Sendable {
    package let name: String
    /// Where its bytes are in the archive; nil in a thin archive, which only names the file.
    package let bytes: Range<Int>?
  }

  /// The members in their order, without the archive's own tables.
  package let members: [Member]
  /// Whether members are files beside the archive, which it names.
  package let isThin: Bool

  /// Whether bytes begin like an archive.
  package static func isArchive(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.starts(with: "!<arch>\n".utf8) || bytes.starts(with: "!<thin>\n".utf8)
  }

  /// Reads an archive as GNU tools and LLVM write it.
  ///
  /// - Parameter contents: the whole file.
  /// - Throws: ``ObjectFileError`` when it is none, or a part of it lies outside.
  /// - Complexity: O(*n*) in the number of members.
  package init(contents: [UInt8]) throws(ObjectFileError) {
    guard Self.isArchive(contents) else { throw .unsupported("a file that is not an archive") }
    isThin = contents[2] == UInt8(ascii: "t")
    var members: [Member] = []
    var longNames = 0..<0
    var place = 8
    while place + 60 <= contents.count {
      // All fields are texts, filled up with blanks (ar(5)):
      //
      //     0        16      28     34     40       48       58
      //     | name   | date  | user | group | mode  | size   | ` newline |
      let header = contents[place..<place + 60]
      guard header.suffix(2).elementsEqual("`\n".utf8),
        let size = Int(Self.text(header.dropFirst(48).prefix(10))), size >= 0
      else { throw .malformed("the header of a member at \(place) is damaged") }
      let field = Self.text(header.prefix(16))
      place += 60
      // "/" and "/SYM64/" are indices of symbols, "//" holds long names; BSD's index is
      // "__.SYMDEF".
      let isTable = ["/", "//", "/SYM64/"].contains(field) || field.hasPrefix("__.SYMDEF")
      let isInside = !isThin || isTable
      guard !isInside || size <= contents.count - place else {
        throw .malformed("the member '\(field)' lies outside of the file")
      }
      let bytes = place..<(isInside ? place + size : place)
      if field == "//" { longNames = bytes }
      if !isTable {
        members.append(
          Member(
            name: Self.name(field, longNames, contents), bytes: isThin ? nil : bytes))
      }
      // Members begin at even places.
      place = bytes.upperBound + bytes.upperBound % 2
    }
    self.members = members
  }

  private static func name(_ field: String, _ longNames: Range<Int>, _ contents: [UInt8]) -> String
  {
    // "/123" stands for the name at byte 123 of the table of long names, which ends with "/"
    // and a newline.
    if field.hasPrefix("/"), let offset = Int(field.dropFirst()), offset >= 0,
      offset < longNames.count
    {
      let rest = contents[(longNames.lowerBound + offset)..<longNames.upperBound]
      let line = String(decoding: rest.prefix { $0 != 10 }, as: UTF8.self)
      return line.hasSuffix("/") ? String(line.dropLast()) : line
    }
    return field.hasSuffix("/") ? String(field.dropLast()) : field
  }

  private static func text(_ bytes: some Collection<UInt8>) -> String {
    var text = String(decoding: bytes, as: UTF8.self)
    while text.last == " " { text.removeLast() }
    return text
  }
}
