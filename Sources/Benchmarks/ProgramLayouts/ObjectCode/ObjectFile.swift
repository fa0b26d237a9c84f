/// The sections, symbols and relocations of one ELF object file, before it is linked.
///
/// The reader takes nothing on trust: every offset, count and index is checked against the file,
/// so an arbitrary file gives an error or a value and never a crash.
public struct ObjectFile: Equatable, Sendable {
  /// The processor the code is for.
  public enum Machine: UInt16, Equatable, Sendable {
    /// 64-bit x86.
    case x86 = 62
    /// 64-bit Arm.
    case arm64 = 183
  }

  /// A piece of code or data that the linker moves as a whole.
  public struct Section: Equatable, Sendable {
    /// The name, `.text.main` for example.
    public let name: String
    /// The ELF type, `SHT_PROGBITS` for example.
    public let type: UInt32
    /// The ELF flags.
    public let flags: SectionFlags
    /// Bytes in memory.
    public let size: Int
    /// What its address is a multiple of; a power of two.
    public let alignment: Int
    /// The size of one entry where all have the same; 0 otherwise.
    public let entrySize: Int
    /// Where its bytes are in the file; empty for zero-filled data.
    public let bytes: Range<Int>
    /// What the linker fills in, by rising offset.
    public internal(set) var relocations: [Relocation] = []
  }

  /// A name for a place in a section, or for something in another file.
  public struct Symbol: Equatable, Sendable {
    /// Where a symbol is.
    public enum Place: Equatable, Sendable {
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
    public let name: String
    /// Where it is.
    public let place: Place
    /// The offset in its section, or the number.
    public let value: UInt64
    /// Bytes from there on that belong to it.
    public let size: UInt64
    /// Who sees it.
    public let binding: Binding
    /// Whether it stands for a whole section.
    public let isSection: Bool
    /// Whether it names code.
    public let isFunction: Bool
    /// Whether it is the name of the source file.
    public let isFile: Bool
  }

  /// Who sees a symbol, and which definition wins.
  public enum Binding: Equatable, Sendable {
    /// This file only.
    case local
    /// All files; there is one definition.
    case global
    /// All files; any definition will do.
    case weak
  }

  /// A place that the linker fills with an address.
  public struct Relocation: Equatable, Sendable {
    /// Where in the section.
    public let offset: UInt64
    /// How the address is written.
    public let type: UInt32
    /// The index of the symbol whose address it is.
    public let symbol: Int
    /// What is added to the address.
    public let addend: Int64
  }

  /// Sections of which the linker keeps one copy of all files'.
  public struct Group: Equatable, Sendable {
    /// Equal for equal groups.
    public let signature: String
    /// The sections' indices.
    public let sections: [Int]
  }

  /// The processor.
  public let machine: Machine
  /// The whole file.
  public let contents: [UInt8]
  /// The sections, index 0 unused as in the file.
  public let sections: [Section]
  /// The symbols, index 0 unused as in the file.
  public let symbols: [Symbol]
  /// The groups of which one copy is kept.
  public let groups: [Group]

  /// Reads an object file.
  ///
  /// - Parameter contents: The whole file.
  /// - Throws: ``ObjectFileError`` for anything else than a well-formed little-endian 64-bit ELF
  ///   object file for x86-64 or arm64.
  /// - Complexity: O(*n* log *n*) in the size of the file.
  public init(contents: [UInt8]) throws(ObjectFileError) {
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
public struct SectionFlags: OptionSet, Equatable, Hashable, Sendable {
  /// The flags as the file has them.
  public let rawValue: UInt64

  /// Makes flags of the file's word.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The program may change it.
  public static let writable = SectionFlags(rawValue: 0x1)
  /// It is in memory when the program runs.
  public static let allocated = SectionFlags(rawValue: 0x2)
  /// It is code.
  public static let executable = SectionFlags(rawValue: 0x4)
  /// Equal entries may be merged.
  public static let mergeable = SectionFlags(rawValue: 0x10)
  /// Its entries are strings that end with a zero.
  public static let strings = SectionFlags(rawValue: 0x20)
  /// It is in a group.
  public static let grouped = SectionFlags(rawValue: 0x200)
  /// It is kept although nothing refers to it.
  public static let retained = SectionFlags(rawValue: 0x20_0000)
}
