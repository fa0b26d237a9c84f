/// Finds instructions that may continue at an address which is not in the code.
enum IndirectBranches {
  /// Whether a section may hold one.
  ///
  /// On x86-64 instructions have no fixed length, so every place where one could begin is looked
  /// at: that finds all indirect calls and jumps, and some byte sequences that are none. Branches
  /// through the linker's table of addresses have a relocation and are direct in effect.
  static func mayOccur(in section: ObjectFile.Section, of file: ObjectFile) -> Bool {
    let bytes = file.contents[section.bytes]
    switch file.machine {
    case .x86: return mayOccurOnX86(bytes, section)
    case .arm64: return occursOnArm64(bytes)
    }
  }

  private static func mayOccurOnX86(
    _ bytes: ArraySlice<UInt8>, _ section: ObjectFile.Section
  ) -> Bool {
    let relocated = Set(section.relocations.map(\.offset))
    var index = bytes.startIndex
    while index < bytes.endIndex - 1 {
      if bytes[index] == 0xFF {
        // The middle bits of the next byte tell call (2, 3) and jump (4, 5) from the rest.
        let operation = bytes[index + 1] >> 3 & 7
        // FF is followed by a byte of three fields. Mode 00 and operand 101 are an address
        // relative to the instruction's end, in the four bytes behind:
        //
        //     bit   7 6    5 4 3       2 1 0
        //           mode   operation   operand
        let isRelative = bytes[index + 1] & 0b1100_0111 == 0b0000_0101
        let isRelocated = relocated.contains(UInt64(index + 2 - bytes.startIndex))
        if (2...5).contains(operation), !(isRelative && isRelocated) { return true }
      }
      index += 1
    }
    return false
  }

  private static func occursOnArm64(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count % 4 == 0 else { return true }
    for index in stride(from: bytes.startIndex, to: bytes.endIndex, by: 4) {
      // Unconditional branch to a register, but for RET: the byte at the top is 0xD6 or 0xD7.
      guard bytes[index + 3] == 0xD6 || bytes[index + 3] == 0xD7 else { continue }
      let isReturn = bytes[index + 3] == 0xD6 && bytes[index + 2] == 0x5F
      if !isReturn { return true }
    }
    return false
  }
}
