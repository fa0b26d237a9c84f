/// An object file that holds nothing but room between functions.
///
/// Where code lies within cache lines and pages decides how fast it is as much as its order does.
/// Where there are few pieces to place, room of a drawn size goes before each of them: sections of
/// code without a reference, which the linker places by their symbols.
struct PaddingObject {
  /// The symbol of a piece of room.
  static func symbol(_ index: Int) -> String { "bench_room_\(index)" }

  /// The bytes of a file for x86-64 or arm64 with a section of each size.
  ///
  /// - Parameters:
  ///   - sizes: bytes of each piece of room, above 0.
  ///   - machine: the processor.
  /// - Returns: an ELF file.
  static func contents(sizes: [Int], machine: UInt16) -> [UInt8] {
    // Null, the sections of room, the table of symbols, its names, the names of sections.
    let count = sizes.count
    var names: [UInt8] = [0]
    var symbols = [UInt8](repeating: 0, count: 24)
    for index in sizes.indices {
      // Global (1) and a function (2); sections of room are numbered from 1.
      symbols += bytes(UInt32(names.count)) + [0x12, 0] + bytes(UInt16(index + 1))
      symbols += bytes(UInt64(0)) + bytes(UInt64(sizes[index]))
      names += Array(symbol(index).utf8) + [0]
    }
    //     0 1                18        26
    //     | .text.bench_room | .symtab | .strtab |      the last one names itself, too
    let sectionNames: [UInt8] =
      [0] + Array(".text.bench_room".utf8) + [0] + Array(".symtab".utf8) + [0]
      + Array(".strtab".utf8) + [0]
    var content: [UInt8] = []
    var headers = [UInt8](repeating: 0, count: 64)
    func header(
      name: Int, type: UInt32, flags: UInt64, size: Int, link: Int = 0, info: Int = 0,
      alignment: UInt64, entry: UInt64 = 0
    ) -> [UInt8] {
      bytes(UInt32(name)) + bytes(type) + bytes(flags) + bytes(UInt64(0))
        + bytes(UInt64(64 + content.count)) + bytes(UInt64(size)) + bytes(UInt32(link))
        + bytes(UInt32(info)) + bytes(alignment) + bytes(entry)
    }
    for size in sizes {
      // Allocated, executable, and kept although nothing refers to it.
      headers += header(name: 1, type: 1, flags: 0x20_0006, size: size, alignment: 16)
      // A trap, should anything ever run into it: int3 on x86-64, undefined on arm64.
      content += [UInt8](repeating: machine == 62 ? 0xCC : 0, count: size)
    }
    while content.count % 8 != 0 { content.append(0) }
    headers += header(
      name: 18, type: 2, flags: 0, size: symbols.count, link: count + 2, info: 1, alignment: 8,
      entry: 24)
    content += symbols
    headers += header(name: 26, type: 3, flags: 0, size: names.count, alignment: 1)
    content += names
    headers += header(name: 26, type: 3, flags: 0, size: sectionNames.count, alignment: 1)
    content += sectionNames
    while content.count % 8 != 0 { content.append(0) }
    //     | ELF header, 64 | room … | symbols | names | names of sections | section headers |
    //
    // 64 bits (2), lowest byte first (1), version 1; then type 1, which is not linked.
    var file: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 9)
    file += bytes(UInt16(1)) + bytes(machine) + bytes(UInt32(1)) + bytes(UInt64(0))
    file += bytes(UInt64(0)) + bytes(UInt64(64 + content.count)) + bytes(UInt32(0))
    file += bytes(UInt16(64)) + bytes(UInt16(0)) + bytes(UInt16(0)) + bytes(UInt16(64))
    file += bytes(UInt16(count + 4)) + bytes(UInt16(count + 3))
    return file + content + headers
  }

  private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
