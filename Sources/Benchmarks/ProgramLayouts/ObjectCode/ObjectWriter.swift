/// Writes an ELF object file of sections, symbols and relocations.
struct ObjectWriter {
  /// A section to write.
  struct Section {
    var name: String
    var type: UInt32
    var flags: SectionFlags
    var alignment: Int
    var entrySize: Int
    /// Bytes in memory; those in the file are `bytes`, none of zeros.
    var size: Int
    var bytes: [UInt8]
    /// What the linker fills in; symbols are numbers of this writer.
    var relocations: [ObjectFile.Relocation] = []
  }

  /// A symbol to write.
  struct Symbol {
    var name: String
    var place: ObjectFile.Symbol.Place
    var value: UInt64
    var size: UInt64
    var binding: ObjectFile.Binding
    var kind: UInt8
    var visibility: UInt8
  }

  let machine: ObjectFile.Machine
  /// The sections; numbers of symbols' places count them from 0.
  private(set) var sections: [Section] = []
  private var symbols: [Symbol] = []
  /// Sections of which the linker keeps one copy of all files', by the number of the symbol that names them.
  private var groups: [(signature: Int, sections: [Int])] = []

  init(machine: ObjectFile.Machine) { self.machine = machine }

  /// Adds a section, and gives its number.
  mutating func add(_ section: Section) -> Int {
    sections.append(section)
    return sections.count - 1
  }

  /// Adds a symbol, and gives its number.
  mutating func add(_ symbol: Symbol) -> Int {
    symbols.append(symbol)
    return symbols.count - 1
  }

  /// Says what the linker fills in into a section.
  mutating func setRelocations(_ relocations: [ObjectFile.Relocation], of section: Int) {
    sections[section].relocations = relocations
  }

  /// Replaces bytes of a section.
  mutating func write(_ bytes: [UInt8], at offset: Int, of section: Int) {
    sections[section].bytes.replaceSubrange(offset..<offset + bytes.count, with: bytes)
  }

  /// Adds a group.
  mutating func addGroup(signature: Int, sections: [Int]) { groups.append((signature, sections)) }

  /// The file.
  ///
  /// - Throws: ``ObjectFileError`` when there are more sections than a file of this kind has.
  func contents() throws(ObjectFileError) -> [UInt8] {
    var output = Output()
    let relocated = sections.indices.filter { !sections[$0].relocations.isEmpty }
    // Groups come first, as the format asks; then sections, their relocations and three tables.
    let first = 1 + groups.count
    let table = first + sections.count + relocated.count
    guard table < 0xFF00 else { throw .unsupported("an object file of \(table) sections") }
    // Local symbols come before others.
    let order =
      symbols.indices.filter { symbols[$0].binding == .local }
      + symbols.indices.filter { symbols[$0].binding != .local }
    var numbers = [Int](repeating: 0, count: symbols.count)
    for (place, symbol) in order.enumerated() { numbers[symbol] = place + 1 }
    for group in groups {
      let members = group.sections.map { UInt32($0 + first) }
      output.add(
        ".group", type: 17, [1] + members, link: table, info: numbers[group.signature],
        alignment: 4, entrySize: 4)
    }
    for section in sections {
      output.add(
        section.name, type: section.type, flags: section.flags.rawValue, section.bytes,
        size: section.size, alignment: section.alignment, entrySize: section.entrySize)
    }
    for index in relocated {
      var bytes: [UInt8] = []
      for relocation in sections[index].relocations {
        bytes += Output.bytes(relocation.offset)
        bytes += Output.bytes(UInt64(numbers[relocation.symbol]) << 32 | UInt64(relocation.type))
        bytes += Output.bytes(UInt64(bitPattern: relocation.addend))
      }
      output.add(
        ".rela\(sections[index].name)", type: 4, bytes, link: table, info: index + first,
        alignment: 8, entrySize: 24)
    }
    var names = Names()
    var bytes = [UInt8](repeating: 0, count: 24)
    for index in order {
      let symbol = symbols[index]
      let place: UInt16 =
        switch symbol.place {
        case .undefined: 0
        case .absolute: 0xFFF1
        case .common: 0xFFF2
        case .section(let section): UInt16(section + first)
        }
      let binding: UInt8 =
        switch symbol.binding {
        case .local: 0
        case .global: 1
        case .weak: 2
        }
      bytes += Output.bytes(names.offset(of: symbol.name))
      bytes += [binding << 4 | symbol.kind, symbol.visibility] + Output.bytes(place)
      bytes += Output.bytes(symbol.value) + Output.bytes(symbol.size)
    }
    let locals = symbols.count { $0.binding == .local }
    output.add(
      ".symtab", type: 2, bytes, link: table + 1, info: locals + 1, alignment: 8, entrySize: 24)
    output.add(".strtab", type: 3, names.bytes)
    return output.file(machine: machine)
  }

  /// Texts one after the other, each once.
  private struct Names {
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

  /// Sections one after the other, with their headers.
  private struct Output {
    private var names = Names()
    private var content: [UInt8] = []
    private var headers = [UInt8](repeating: 0, count: 64)
    private var count = 1

    static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
      (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    mutating func add(
      _ name: String, type: UInt32, _ words: [UInt32], link: Int, info: Int, alignment: Int,
      entrySize: Int
    ) {
      add(
        name, type: type, words.flatMap { Self.bytes($0) }, link: link, info: info,
        alignment: alignment, entrySize: entrySize)
    }

    mutating func add(
      _ name: String, type: UInt32, flags: UInt64 = 0, _ bytes: [UInt8], size: Int? = nil,
      link: Int = 0, info: Int = 0, alignment: Int = 1, entrySize: Int = 0
    ) {
      // An alignment may be larger than what is worth while in a file.
      let step = min(max(alignment, 1), 64)
      while content.count % step != 0 { content.append(0) }
      headers += Self.bytes(names.offset(of: name)) + Self.bytes(type) + Self.bytes(flags)
      headers += Self.bytes(UInt64(0)) + Self.bytes(UInt64(64 + content.count))
      headers += Self.bytes(UInt64(size ?? bytes.count)) + Self.bytes(UInt32(link))
      headers += Self.bytes(UInt32(info)) + Self.bytes(UInt64(alignment))
      headers += Self.bytes(UInt64(entrySize))
      content += bytes
      count += 1
    }

    func file(machine: ObjectFile.Machine) -> [UInt8] {
      var whole = self
      let name = ".shstrtab"
      _ = whole.names.offset(of: name)
      whole.add(name, type: 3, whole.names.bytes)
      while whole.content.count % 8 != 0 { whole.content.append(0) }
      var file: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 9)
      file += Self.bytes(UInt16(1)) + Self.bytes(machine.rawValue) + Self.bytes(UInt32(1))
      file += Self.bytes(UInt64(0)) + Self.bytes(UInt64(0))
      file += Self.bytes(UInt64(64 + whole.content.count)) + Self.bytes(UInt32(0))
      file += Self.bytes(UInt16(64)) + Self.bytes(UInt16(0)) + Self.bytes(UInt16(0))
      file += Self.bytes(UInt16(64)) + Self.bytes(UInt16(whole.count))
      file += Self.bytes(UInt16(whole.count - 1))
      return file + whole.content + whole.headers
    }
  }
}
