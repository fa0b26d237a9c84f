/// The sections, symbols and relocations of one ELF object file, before it is linked.
///
/// The reader takes nothing on trust: every offset, count and index is checked against the file,
/// so an arbitrary file gives an error or a value and never a crash.
package struct ObjectFile: Equatable, Sendable {
  /// The processor the code is for.
  package enum Machine: UInt16, Equatable, Sendable {
    /// 64-bit x86.
    case x86 = 62
    /// 64-bit Arm.
    case arm64 = 183
  }

  /// A piece of code or data that the linker moves as a whole.
  package struct Section: Equatable, Sendable {
    /// The name, `.text.main` for example.
    package let name: String
    /// The ELF type, `SHT_PROGBITS` for example.
    package let type: UInt32
    /// The ELF flags.
    package let flags: SectionFlags
    /// Bytes in memory.
    package let size: Int
    /// What its address is a multiple of; a power of two.
    package let alignment: Int
    /// The size of one entry where all have the same; 0 otherwise.
    package let entrySize: Int
    /// Where its bytes are in the file; empty for zero-filled data.
    package let bytes: Range<Int>
    /// What the linker fills in, by rising offset.
    package internal(set) var relocations: [Relocation] = []
  }

  /// A name for a place in a section, or for something in another file.
  package struct Symbol: Equatable, Sendable {
    /// Where a symbol is.
    package enum Place: Equatable, Sendable {
      /// In another file.
      case undefined
      /// A number and not an address.
      case absolute
      /// In storage that the linker allocates, shared by all files that name it.
      case common
      /// In a section of this file.
      case section(Int)
    }

    /// The name; empty for the symbol of a section.
    package let name: String
    /// Where it is.
    package let place: Place
    /// The offset in its section, or the number.
    package let value: UInt64
    /// Bytes from there on that belong to it.
    package let size: UInt64
    /// Who sees it.
    package let binding: Binding
    /// Whether it stands for a whole section.
    package let isSection: Bool
    /// Whether it names code.
    package let isFunction: Bool
    /// Whether it is the name of the source file.
    package let isFile: Bool
    /// What it names, as ELF numbers it.
    let kind: UInt8
    /// Which files see it, as ELF numbers it.
    let visibility: UInt8
  }

  /// Who sees a symbol, and which definition wins.
  package enum Binding: Equatable, Sendable {
    /// This file only.
    case local
    /// All files; there is one definition.
    case global
    /// All files; any definition will do.
    case weak
  }

  /// A place that the linker fills with an address.
  package struct Relocation: Equatable, Sendable {
    /// Where in the section.
    package let offset: UInt64
    /// How the address is written.
    package let type: UInt32
    /// The index of the symbol whose address it is.
    package let symbol: Int
    /// What is added to the address.
    package let addend: Int64
  }

  /// Sections of which the linker keeps one copy of all files'.
  package struct Group: Equatable, Sendable {
    /// Equal for equal groups.
    package let signature: String
    /// The sections' indices.
    package let sections: [Int]
  }

  /// The processor.
  package let machine: Machine
  /// The whole file.
  package let contents: [UInt8]
  /// The sections, index 0 unused as in the file.
  package let sections: [Section]
  /// The symbols, index 0 unused as in the file.
  package let symbols: [Symbol]
  /// The groups of which one copy is kept.
  package let groups: [Group]

  /// Reads an object file.
  ///
  /// - Parameter contents: The whole file.
  /// - Throws: ``ObjectFileError`` for anything else than a well-formed little-endian 64-bit ELF
  ///   object file for x86-64 or arm64.
  /// - Complexity: O(*n* log *n*) in the size of the file.
  package init(contents: [UInt8]) throws(ObjectFileError) {
    var reader = try ObjectFileReader(contents: contents)
    try reader.readAll()
    self.contents = contents
    machine = reader.machine
    sections = reader.sections
    symbols = reader.symbols
    groups = reader.groups
  }
}

/// What a section is, as ELF flags.
package struct SectionFlags: OptionSet, Equatable, Hashable, Sendable {
  /// The flags as the file has them.
  package let rawValue: UInt64

  /// Makes flags of the file's word.
  package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The program may change it.
  package static let writable = SectionFlags(rawValue: 0x1)
  /// It is in memory when the program runs.
  package static let allocated = SectionFlags(rawValue: 0x2)
  /// It is code.
  package static let executable = SectionFlags(rawValue: 0x4)
  /// Equal entries may be merged.
  package static let mergeable = SectionFlags(rawValue: 0x10)
  /// Its entries are strings that end with a zero.
  package static let strings = SectionFlags(rawValue: 0x20)
  /// It is in a group.
  package static let grouped = SectionFlags(rawValue: 0x200)
  /// It is kept although nothing refers to it.
  package static let retained = SectionFlags(rawValue: 0x20_0000)
}
