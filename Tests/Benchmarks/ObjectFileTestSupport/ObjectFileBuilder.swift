package import ProgramLayouts

/// Writes ELF object files for tests, section by section.
package struct ObjectFileBuilder {
  /// A section to write.
  package struct Section {
    /// The name.
    package var name: String
    /// The ELF flags.
    package var flags: SectionFlags
    /// The contents.
    package var bytes: [UInt8]
    /// What the linker fills in.
    package var relocations: [(offset: Int, type: UInt32, symbol: String, addend: Int64)] = []
    /// The ELF type.
    package var type: UInt32 = 1
    /// What the address is a multiple of.
    package var alignment: UInt64 = 16
    /// The size of an entry.
    package var entrySize: UInt64 = 0

    /// Makes a section.
    package init(
      name: String, flags: SectionFlags, bytes: [UInt8],
      relocations: [(offset: Int, type: UInt32, symbol: String, addend: Int64)] = [],
      type: UInt32 = 1, alignment: UInt64 = 16, entrySize: UInt64 = 0
    ) {
      self.name = name
      self.flags = flags
      self.bytes = bytes
      self.relocations = relocations
      self.type = type
      self.alignment = alignment
      self.entrySize = entrySize
    }
  }

  /// A symbol to write; without a section it is undefined.
  package struct Symbol {
    /// The name.
    package var name: String
    /// The section it is in.
    package var section: String?
    /// The offset in the section.
    package var value: UInt64 = 0
    /// 0 local, 1 global, 2 weak.
    package var binding: UInt8 = 1
    /// 0 none, 1 data, 2 function, 3 section.
    package var kind: UInt8 = 2
    /// Bytes that belong to it.
    package var size: UInt64 = 0

    /// Makes a symbol.
    package init(
      name: String, section: String?, value: UInt64 = 0, binding: UInt8 = 1, kind: UInt8 = 2,
      size: UInt64 = 0
    ) {
      self.name = name
      self.section = section
      self.value = value
      self.binding = binding
      self.kind = kind
      self.size = size
    }
  }

  /// All sections to write.
  package var sections: [Section] = []
  /// All symbols to write.
  package var symbols: [Symbol] = []
  /// Signature symbol and sections of each group of which one copy is kept.
  package var groups: [(signature: String, sections: [String])] = []
  /// The ELF machine; x86-64 unless changed.
  package var machine: UInt16 = 62

  /// Makes an empty file.
  package init() {}

  /// Adds a function in a section of its own.
  package mutating func function(
    _ name: String, _ bytes: [UInt8], calls: [String] = [], binding: UInt8 = 1
  ) {
    // call rel32 for each callee, then the bytes.
    var code: [UInt8] = []
    var relocations: [(offset: Int, type: UInt32, symbol: String, addend: Int64)] = []
    for callee in calls {
      relocations.append((code.count + 1, 4, callee, -4))
      code += [0xE8, 0, 0, 0, 0]
    }
    sections.append(
      Section(
        name: ".text.\(name)", flags: [.allocated, .executable], bytes: code + bytes,
        relocations: relocations))
    symbols.append(
      Symbol(
        name: name, section: ".text.\(name)", binding: binding,
        size: UInt64(code.count + bytes.count)))
  }

  /// Adds data in a section of its own that holds addresses of symbols, eight bytes each.
  package mutating func data(
    _ name: String, _ bytes: [UInt8], addressesOf targets: [String] = [],
    section: String? = nil, flags: SectionFlags = [.allocated], binding: UInt8 = 1
  ) {
    let section = section ?? ".rodata.\(name)"
    let relocations = targets.enumerated().map {
      (offset: $0.offset * 8, type: UInt32(1), symbol: $0.element, addend: Int64(0))
    }
    sections.append(
      Section(
        name: section, flags: flags,
        bytes: [UInt8](repeating: 0, count: targets.count * 8) + bytes, relocations: relocations))
    symbols.append(Symbol(name: name, section: section, binding: binding, kind: 1))
  }

  /// The object file.
  package var contents: [UInt8] {
    var names = StringTable()
    var symbolNames = StringTable()
    var all = sections
    // Local symbols come first, as the format asks.
    let known = Set(symbols.map(\.name))
    let referred = sections.flatMap { $0.relocations.map(\.symbol) } + groups.map(\.signature)
    var missing: [Symbol] = []
    for name in referred
    where !known.contains(name) && !missing.contains(where: { $0.name == name }) {
      missing.append(Symbol(name: name, section: nil, kind: 0))
    }
    let ordered =
      symbols.filter { $0.binding == 0 } + symbols.filter { $0.binding != 0 } + missing
    let place = Dictionary(ordered.enumerated().map { ($0.element.name, $0.offset + 1) }) { $1 }
    let firstContent = 1
    let sectionPlace = Dictionary(
      all.enumerated().map { ($0.element.name, $0.offset + firstContent) }
    ) { first, _ in first }

    var symbolBytes = [UInt8](repeating: 0, count: 24)
    for symbol in ordered {
      symbolBytes += symbolNames.offset(of: symbol.name).littleEndianBytes
      symbolBytes += [symbol.binding << 4 | symbol.kind, 0]
      symbolBytes += UInt16(symbol.section.flatMap { sectionPlace[$0] } ?? 0).littleEndianBytes
      symbolBytes += symbol.value.littleEndianBytes + symbol.size.littleEndianBytes
    }
    let relocated = all.enumerated().filter { !$0.element.relocations.isEmpty }
    let symbolTable = 1 + all.count + relocated.count + groups.count
    struct Written {
      var links: (link: UInt32, info: UInt32) = (0, 0)
      var section: Section
    }
    var written = all.map { Written(section: $0) }
    for (index, section) in relocated {
      var bytes: [UInt8] = []
      for relocation in section.relocations {
        bytes += UInt64(relocation.offset).littleEndianBytes
        let symbol = UInt64(place[relocation.symbol] ?? 0)
        bytes += (symbol << 32 | UInt64(relocation.type)).littleEndianBytes
        bytes += relocation.addend.littleEndianBytes
      }
      written.append(
        Written(
          links: (UInt32(symbolTable), UInt32(index + firstContent)),
          section: Section(
            name: ".rela\(section.name)", flags: [], bytes: bytes, type: 4, alignment: 8,
            entrySize: 24)))
    }
    for group in groups {
      let members = group.sections.map { UInt32(sectionPlace[$0] ?? 0) }
      written.append(
        Written(
          links: (UInt32(symbolTable), UInt32(place[group.signature] ?? 0)),
          section: Section(
            name: ".group", flags: [], bytes: ([1] + members).flatMap(\.littleEndianBytes),
            type: 17, alignment: 4, entrySize: 4)))
    }
    written.append(
      Written(
        links: (UInt32(symbolTable + 1), UInt32(1 + symbols.count { $0.binding == 0 })),
        section: Section(
          name: ".symtab", flags: [], bytes: symbolBytes, type: 2, alignment: 8, entrySize: 24)))
    written.append(
      Written(
        section: Section(
          name: ".strtab", flags: [], bytes: symbolNames.bytes, type: 3, alignment: 1)))
    all =
      written.map(\.section) + [
        Section(name: ".shstrtab", flags: [], bytes: [], type: 3, alignment: 1)
      ]
    for section in all { _ = names.offset(of: section.name) }
    all[all.count - 1].bytes = names.bytes

    var body: [UInt8] = []
    var headers = [UInt8](repeating: 0, count: 64)
    for (index, section) in all.enumerated() {
      while body.count % 16 != 0 { body.append(0) }
      let links = index < written.count ? written[index].links : (0, 0)
      headers += names.offset(of: section.name).littleEndianBytes
      headers += section.type.littleEndianBytes + section.flags.rawValue.littleEndianBytes
      headers += UInt64(0).littleEndianBytes + UInt64(64 + body.count).littleEndianBytes
      headers += UInt64(section.bytes.count).littleEndianBytes
      headers += links.0.littleEndianBytes + links.1.littleEndianBytes
      headers += section.alignment.littleEndianBytes + section.entrySize.littleEndianBytes
      if section.type != 8 { body += section.bytes }
    }
    var file: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0] + [UInt8](repeating: 0, count: 8)
    file += UInt16(1).littleEndianBytes + machine.littleEndianBytes + UInt32(1).littleEndianBytes
    file += UInt64(0).littleEndianBytes + UInt64(0).littleEndianBytes
    file += UInt64(64 + body.count).littleEndianBytes + UInt32(0).littleEndianBytes
    file += UInt16(64).littleEndianBytes + UInt16(0).littleEndianBytes
    file += UInt16(0).littleEndianBytes + UInt16(64).littleEndianBytes
    file += UInt16(all.count + 1).littleEndianBytes + UInt16(all.count).littleEndianBytes
    return file + body + headers
  }

  /// The object file, read.
  package func file() throws -> ObjectFile { try ObjectFile(contents: contents) }
}

/// Names one after the other, each once.
private struct StringTable {
  private(set) var bytes: [UInt8] = [0]
  private var offsets: [String: UInt32] = ["": 0]

  mutating func offset(of name: String) -> UInt32 {
    if let known = offsets[name] { return known }
    let offset = UInt32(bytes.count)
    bytes += Array(name.utf8) + [0]
    offsets[name] = offset
    return offset
  }
}

extension FixedWidthInteger {
  /// The bytes, lowest first.
  package var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}
