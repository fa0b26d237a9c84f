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
  /// - Throws: ``ObjectFileError`` when there are more pieces than such a file has sections.
  static func contents(
    sizes: [Int], machine: ObjectFile.Machine
  ) throws(ObjectFileError) -> [UInt8] {
    var writer = ObjectWriter(machine: machine)
    // A trap, should anything ever run into it: int3 on x86-64, undefined on arm64.
    let trap: UInt8 = machine == .x86 ? 0xCC : 0
    for (index, size) in sizes.enumerated() {
      // Kept although nothing refers to it.
      let section = writer.add(
        ObjectWriter.Section(
          name: ".text.bench_room", type: 1, flags: [.allocated, .executable, .retained],
          alignment: 16, entrySize: 0, size: size, bytes: [UInt8](repeating: trap, count: size)))
      _ = writer.add(
        ObjectWriter.Symbol(
          name: symbol(index), place: .section(section), value: 0, size: UInt64(size),
          binding: .global, kind: 2, visibility: 0))
    }
    return try writer.contents()
  }
}
