/// Takes an ELF object file apart (System V ABI, chapters 4 and 5).
struct ObjectFileReader {
  let contents: [UInt8]
  let machine: ObjectFile.Machine
  private(set) var sections: [ObjectFile.Section] = []
  private(set) var symbols: [ObjectFile.Symbol] = []
  private(set) var groups: [ObjectFile.Group] = []
  private let headers: [Header]

  /// A section header as it is in the file.
  struct Header {
    let name: Int
    let type: UInt32
    let flags: UInt64
    let offset: UInt64
    let size: UInt64
    let link: Int
    let info: Int
    let alignment: UInt64
    let entrySize: UInt64
  }

  private enum SectionType {
    static let symbols: UInt32 = 2
    static let relocationsWithAddends: UInt32 = 4
    static let zeros: UInt32 = 8
    static let relocations: UInt32 = 9
    static let group: UInt32 = 17
    static let symbolSections: UInt32 = 18
    static let compactRelocations: UInt32 = 20
    static let compactRelocationsOfLLVM: UInt32 = 0x4000_0014
    static let bitcode: UInt32 = 0x6FFF_4C0C
  }

  init(contents: [UInt8]) throws(ObjectFileError) {
    self.contents = contents
    // "BC" C0DE, and the wrapper 0x0B17C0DE with its lowest byte first (LLVM Bitcode File
    // Format).
    let bitcode: [[UInt8]] = [[0x42, 0x43, 0xC0, 0xDE], [0xDE, 0xC0, 0x17, 0x0B]]
    if bitcode.contains(where: { contents.starts(with: $0) }) { throw .intermediateCode }
    guard contents.starts(with: [0x7F, 0x45, 0x4C, 0x46]), contents.count >= 64 else {
      throw .notELF
    }
    guard contents[4] == 2, contents[5] == 1 else {
      throw .unsupported("ELF that is not 64-bit and little-endian")
    }
    let bytes = ByteReader(contents)
    let kind = try bytes.integer(at: 16, as: UInt16.self)
    guard kind == 1 else {
      throw .unsupported(
        "an ELF file of type \(kind): only object files (type 1) have sections "
          + "that are not linked yet; that")
    }
    let number = try bytes.integer(at: 18, as: UInt16.self)
    guard let machine = ObjectFile.Machine(rawValue: number) else {
      throw .unsupported("machine \(number); x86-64 (62) and arm64 (183) are, and that")
    }
    self.machine = machine
    headers = try Self.headers(bytes)
  }

  private static func headers(_ bytes: ByteReader) throws(ObjectFileError) -> [Header] {
    let start = try bytes.integer(at: 40, as: UInt64.self)
    guard start > 0 else { throw .malformed("it has no section headers") }
    guard try bytes.integer(at: 58, as: UInt16.self) == 64 else {
      throw .malformed("section headers are not 64 bytes long")
    }
    var count = Int(try bytes.integer(at: 60, as: UInt16.self))
    let first = try header(bytes, at: start, index: 0)
    if count == 0 {
      // More than 65,279 sections: the count is in the first header.
      guard let large = Int(exactly: first.size) else { throw .malformed("too many sections") }
      count = large
    }
    guard count >= 1, count <= (bytes.count - 64) / 64 + 1 else {
      throw .malformed("\(count) section headers do not fit in \(bytes.count) bytes")
    }
    var headers: [Header] = []
    headers.reserveCapacity(count)
    for index in 0..<count { headers.append(try header(bytes, at: start, index: index)) }
    return headers
  }

  private static func header(
    _ bytes: ByteReader, at start: UInt64, index: Int
  ) throws(ObjectFileError) -> Header {
    let (place, overflow) = start.addingReportingOverflow(UInt64(index) * 64)
    guard !overflow, let at = Int(exactly: place), at <= bytes.count - 64 else {
      throw .malformed("section header \(index) lies outside of the file")
    }
    return Header(
      //     byte   0     4     8      16       24      32    40    44    48         56
      //            name  type  flags  address  offset  size  link  info  alignment  entry size
      //
      // The address is 0 before a file is linked.
      name: Int(try bytes.integer(at: at, as: UInt32.self)),
      type: try bytes.integer(at: at + 4, as: UInt32.self),
      flags: try bytes.integer(at: at + 8, as: UInt64.self),
      offset: try bytes.integer(at: at + 24, as: UInt64.self),
      size: try bytes.integer(at: at + 32, as: UInt64.self),
      link: Int(try bytes.integer(at: at + 40, as: UInt32.self)),
      info: Int(try bytes.integer(at: at + 44, as: UInt32.self)),
      alignment: try bytes.integer(at: at + 48, as: UInt64.self),
      entrySize: try bytes.integer(at: at + 56, as: UInt64.self))
  }

  mutating func readAll() throws(ObjectFileError) {
    var bytes = ByteReader(contents)
    var names = Int(try bytes.integer(at: 62, as: UInt16.self))
    // 0xFFFF says that a number did not fit 16 bits and stands in a header of section 0 that
    // is unused otherwise (System V ABI, "Special Sections").
    if names == 0xFFFF { names = headers[0].link }
    let nameBytes = try range(of: names)
    for (index, header) in headers.enumerated() {
      try appendSection(index, header, nameBytes, &bytes)
    }
    try readSymbols(&bytes)
    try readRelocations(bytes)
    try readGroups(bytes)
  }

  private mutating func appendSection(
    _ index: Int, _ header: Header, _ names: Range<Int>, _ bytes: inout ByteReader
  ) throws(ObjectFileError) {
    if header.type == SectionType.bitcode { throw .intermediateCode }
    guard let size = Int(exactly: header.size) else {
      throw .malformed("section \(index) is \(header.size) bytes long")
    }
    let alignment = max(header.alignment, 1)
    guard alignment.nonzeroBitCount == 1, let alignment = Int(exactly: alignment) else {
      throw .malformed("section \(index) is aligned to \(header.alignment), not a power of two")
    }
    let hasBytes = header.type != SectionType.zeros && index > 0
    sections.append(
      ObjectFile.Section(
        name: index == 0 ? "" : try bytes.text(at: header.name, in: names), type: header.type,
        flags: SectionFlags(rawValue: header.flags), size: size, alignment: alignment,
        entrySize: Int(exactly: header.entrySize) ?? 0,
        bytes: hasBytes ? try range(of: index) : 0..<0))
  }

  /// The bytes of a section.
  private func range(of index: Int) throws(ObjectFileError) -> Range<Int> {
    guard headers.indices.contains(index) else {
      throw .malformed("section \(index) does not exist")
    }
    let header = headers[index]
    let (end, overflow) = header.offset.addingReportingOverflow(header.size)
    guard !overflow, end <= UInt64(contents.count), header.type != SectionType.zeros else {
      throw .malformed("section \(index) lies outside of the file")
    }
    return Int(header.offset)..<Int(end)
  }

  private mutating func readSymbols(_ bytes: inout ByteReader) throws(ObjectFileError) {
    guard let table = headers.firstIndex(where: { $0.type == SectionType.symbols }) else {
      // Stripped, or without any code: relocations will say so.
      return
    }
    let range = try range(of: table)
    let names = try self.range(of: headers[table].link)
    let far = try headers.firstIndex { $0.type == SectionType.symbolSections }
      .map { (index) throws(ObjectFileError) in try self.range(of: index) }
    let count = range.count / 24
    symbols.reserveCapacity(count)
    for index in 0..<count {
      //     byte   0     4      5           6         8       16
      //            name  info   visibility  section   value   size
      //
      // The upper half of info is the binding (0 local, 1 global, 2 weak), the lower one the
      // kind: 2 a function, 3 a section, 4 a file's name, 10 a function that is chosen when
      // the program starts.
      let at = range.lowerBound + index * 24
      let info = bytes[at + 4]
      let number = Int(try bytes.integer(at: at + 6, as: UInt16.self))
      var place = try Self.place(number, sections.count)
      if number == 0xFFFF {
        guard let far, (index + 1) * 4 <= far.count else {
          throw .malformed("symbol \(index) has no section")
        }
        let wide = Int(try bytes.integer(at: far.lowerBound + index * 4, as: UInt32.self))
        guard wide < sections.count else {
          throw .malformed("symbol \(index) is in section \(wide), which does not exist")
        }
        place = .section(wide)
      }
      let nameOffset = Int(try bytes.integer(at: at, as: UInt32.self))
      symbols.append(
        ObjectFile.Symbol(
          name: try bytes.text(at: nameOffset, in: names),
          place: place, value: try bytes.integer(at: at + 8, as: UInt64.self),
          size: try bytes.integer(at: at + 16, as: UInt64.self),
          binding: info >> 4 == 0 ? .local : info >> 4 == 1 ? .global : .weak,
          isSection: info & 15 == 3, isFunction: info & 15 == 2 || info & 15 == 10,
          isFile: info & 15 == 4, kind: info & 15, visibility: bytes[at + 5]))
    }
  }

  private static func place(
    _ number: Int, _ count: Int
  ) throws(ObjectFileError) -> ObjectFile.Symbol.Place {
    switch number {
    case 0, 0xFFFF: return .undefined
    case 0xFFF1: return .absolute
    case 0xFFF2: return .common
    default:
      guard number < count else {
        throw .malformed("a symbol is in section \(number), which does not exist")
      }
      return .section(number)
    }
  }

  private mutating func readRelocations(_ bytes: ByteReader) throws(ObjectFileError) {
    for (index, header) in headers.enumerated() {
      guard sections.indices.contains(header.info) else {
        guard header.type != SectionType.relocationsWithAddends else {
          throw .malformed("relocations of section \(header.info), which does not exist")
        }
        continue
      }
      let isAllocated = sections[header.info].flags.contains(.allocated)
      switch header.type {
      case SectionType.relocations, SectionType.compactRelocations,
        SectionType.compactRelocationsOfLLVM:
        guard !isAllocated else { throw .unsupported("relocations without addends") }
      case SectionType.relocationsWithAddends:
        // Debug information is not compared, and has most of the relocations.
        guard isAllocated else { continue }
        let range = try range(of: index)
        let size = UInt64(sections[header.info].size)
        var relocations = sections[header.info].relocations
        relocations.reserveCapacity(relocations.count + range.count / 24)
        for at in stride(from: range.lowerBound, to: range.upperBound - 23, by: 24) {
          //     byte   0        8                                16
          //            offset   type, 32 bits, symbol, 32 bits   addend
          let info = try bytes.integer(at: at + 8, as: UInt64.self)
          let relocation = ObjectFile.Relocation(
            offset: try bytes.integer(at: at, as: UInt64.self),
            type: UInt32(truncatingIfNeeded: info), symbol: Int(info >> 32),
            addend: try bytes.integer(at: at + 16, as: Int64.self))
          guard relocation.offset < size, relocation.symbol < symbols.count else {
            throw .malformed("a relocation of section \(header.info) lies outside of it")
          }
          relocations.append(relocation)
        }
        // Stable, because relocations of one place are applied in the order of the file.
        sections[header.info].relocations = relocations.enumerated().sorted {
          ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset)
        }.map(\.element)
      default: break
      }
    }
  }

  private mutating func readGroups(_ bytes: ByteReader) throws(ObjectFileError) {
    for (index, header) in headers.enumerated() where header.type == SectionType.group {
      let range = try range(of: index)
      guard range.count >= 4, symbols.indices.contains(header.info) else {
        throw .malformed("group \(index) has no signature")
      }
      // Bit 0 says that one copy is kept; other groups are only kept or left out as a whole.
      guard try bytes.integer(at: range.lowerBound, as: UInt32.self) & 1 == 1 else { continue }
      var members: [Int] = []
      for at in stride(from: range.lowerBound + 4, to: range.upperBound - 3, by: 4) {
        let member = Int(try bytes.integer(at: at, as: UInt32.self))
        guard sections.indices.contains(member) else {
          throw .malformed("group \(index) has section \(member), which does not exist")
        }
        members.append(member)
      }
      var signature = symbols[header.info].name
      if signature.isEmpty, case .section(let section) = symbols[header.info].place {
        signature = sections[section].name
      }
      groups.append(ObjectFile.Group(signature: signature, sections: members))
    }
  }
}
