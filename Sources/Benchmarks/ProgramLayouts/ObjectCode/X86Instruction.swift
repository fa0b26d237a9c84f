/// Where an x86-64 instruction ends, and where in it a distance to another place is written.
///
/// Nothing else of it is known: this is what it takes to find every branch of a function, so that
/// two functions can be compared which lie at other distances from those that they call (Intel
/// Software Developer's Manual, volume 2, chapter 2 and appendix A).
struct X86Instruction: Equatable {
  /// Bytes in all.
  let length: Int
  /// The bytes of a distance from the end of the instruction: of a branch, or of an operand in
  /// memory that is relative to the instruction.
  let distance: Range<Int>?
  /// Whether it does nothing, or traps: what compilers put between functions.
  let isFiller: Bool

  /// Reads the instruction that begins at an index; `nil` when it reaches over the end, is no
  /// instruction, or one that compilers do not make.
  ///
  /// - Parameters:
  ///   - bytes: code.
  ///   - start: where the instruction begins.
  init?(_ bytes: ArraySlice<UInt8>, at start: Int) {
    var decoder = Decoder(bytes: bytes, place: start)
    guard decoder.read(), decoder.place - start <= 15, decoder.place <= bytes.endIndex else {
      return nil
    }
    length = decoder.place - start
    distance = decoder.distance.map { $0.lowerBound - start..<$0.upperBound - start }
    isFiller = decoder.isFiller
  }

  /// What follows the operation.
  private enum Operand {
    case none
    /// A number of so many bytes.
    case number(Int)
    /// A number of 2 or 4 bytes.
    case wide
    /// A distance of so many bytes.
    case distance(Int)
    /// A byte that names registers or memory, then a number of so many bytes.
    case memory(number: Int)
    /// That byte, then a number of 2 or 4 bytes.
    case memoryAndWide
  }

  private struct Decoder {
    let bytes: ArraySlice<UInt8>
    var place: Int
    var distance: Range<Int>?
    var isFiller = false
    var hasWordPrefix = false
    var hasAddressPrefix = false
    var isLong = false

    private mutating func next() -> UInt8? {
      guard bytes.indices.contains(place) else { return nil }
      defer { place += 1 }
      return bytes[place]
    }

    private var wideSize: Int { hasWordPrefix && !isLong ? 2 : 4 }

    /// Moves to the end of the instruction; whether there is one.
    mutating func read() -> Bool {
      // Up to 15 bytes, of which all but the operation may be missing:
      //
      //     | prefixes | REX | operation, 1 – 3 | form | index | distance, 1 or 4 | number, 1 – 8 |
      //
      // REX (0x40 to 0x4F) is the last prefix; its bit 3 says that numbers have 64 bits.
      while let byte = next() {
        switch byte {
        case 0x66: hasWordPrefix = true
        case 0x67: hasAddressPrefix = true
        case 0xF0, 0xF2, 0xF3, 0x26, 0x2E, 0x36, 0x3E, 0x64, 0x65: break
        case 0x40...0x4F:
          isLong = byte & 8 != 0
          return next().map { operation($0) } ?? false
        default: return operation(byte)
        }
      }
      return false
    }

    private mutating func operation(_ code: UInt8) -> Bool {
      switch code {
      case 0x0F: return secondMap()
      // C5, C4 and 62 are prefixes of vectors: one, two and three bytes more, then the
      // operation. The first of the bytes says which table it is of; C5 has only the first
      // one.
      case 0xC5: return next() != nil && vector(map: 1)
      case 0xC4:
        guard let first = next(), next() != nil else { return false }
        return vector(map: first & 0x1F)
      case 0x62:
        guard let first = next(), next() != nil, next() != nil else { return false }
        return vector(map: first & 7)
      default:
        isFiller = code == 0x90 || code == 0xCC
        guard let operand = firstMap(code) else { return false }
        return read(operand)
      }
    }

    /// Operations of one byte; `nil` for those that do not exist with 64-bit addresses.
    private func firstMap(_ code: UInt8) -> Operand? {
      switch code {
      case 0x00...0x3F:
        switch code & 7 {
        case 0...3: return .memory(number: 0)
        case 4: return .number(1)
        case 5: return .wide
        default: return nil
        }
      case 0x50...0x5F, 0x6C...0x6F, 0x90...0x99, 0x9B...0x9F, 0xA4...0xA7, 0xAA...0xAF, 0xC3,
        0xC9, 0xCB, 0xCC, 0xCF, 0xD7, 0xEC...0xEF, 0xF1, 0xF4, 0xF5, 0xF8...0xFD:
        return Operand.none
      case 0x63, 0x84...0x8E, 0xD0...0xD3, 0xD8...0xDF, 0xFE, 0xFF: return .memory(number: 0)
      case 0x68, 0xA9: return .wide
      case 0x69, 0x81: return .memoryAndWide
      case 0x6A, 0xA8, 0xB0...0xB7, 0xCD, 0xE4...0xE7: return .number(1)
      case 0x6B, 0x80, 0x83, 0xC0, 0xC1, 0xC6: return .memory(number: 1)
      case 0x70...0x7F, 0xE0...0xE3, 0xEB: return .distance(1)
      case 0x8F: return isPop ? .memory(number: 0) : nil
      case 0xA0...0xA3: return .number(hasAddressPrefix ? 4 : 8)
      case 0xB8...0xBF: return isLong ? .number(8) : .wide
      case 0xC2, 0xCA: return .number(2)
      // Another operation of this number begins a transaction, by a distance.
      case 0xC7: return nextByte == 0xF8 ? nil : .memoryAndWide
      case 0xC8: return .number(3)
      case 0xE8, 0xE9: return .distance(4)
      // Two of the eight operations compare with a number.
      case 0xF6: return .memory(number: hasNumber ? 1 : 0)
      case 0xF7: return hasNumber ? .memoryAndWide : .memory(number: 0)
      default: return nil
      }
    }

    private var nextByte: UInt8? { bytes.indices.contains(place) ? bytes[place] : nil }
    // The three bits that name a register elsewhere are part of the operation here.
    private var hasNumber: Bool { (nextByte ?? 0) >> 3 & 7 < 2 }
    /// Otherwise it is a prefix of AMD's for vectors.
    private var isPop: Bool { (nextByte ?? 0) & 0x1F < 8 }

    private mutating func secondMap() -> Bool {
      guard let code = next() else { return false }
      switch code {
      case 0x38: return next() != nil && read(.memory(number: 0))
      case 0x3A: return next() != nil && read(.memory(number: 1))
      case 0x80...0x8F: return read(.distance(4))
      case 0x05, 0x06, 0x08, 0x09, 0x0B, 0x0E, 0x30...0x35, 0x37, 0x77, 0xA0...0xA2, 0xA8...0xAA,
        0xC8...0xCF:
        isFiller = code == 0x0B
        return true
      case 0x0F, 0x70...0x73, 0xA4, 0xAC, 0xBA, 0xC2, 0xC4...0xC6: return read(.memory(number: 1))
      case 0x04, 0x0A, 0x0C, 0x24...0x27, 0x36, 0x39, 0x3B...0x3F, 0x7A, 0x7B, 0xA6, 0xA7:
        return false
      default:
        isFiller = code == 0x1F
        return read(.memory(number: 0))
      }
    }

    /// Operations on vectors, after their prefix.
    private mutating func vector(map: UInt8) -> Bool {
      guard let code = next() else { return false }
      switch map {
      case 1:
        switch code {
        case 0x77: return true
        case 0x70...0x73, 0xC2, 0xC4...0xC6: return read(.memory(number: 1))
        default: return read(.memory(number: 0))
        }
      case 2, 5, 6: return read(.memory(number: 0))
      case 3: return read(.memory(number: 1))
      default: return false
      }
    }

    private mutating func read(_ operand: Operand) -> Bool {
      switch operand {
      case .none: return true
      case .number(let size): place += size
      case .wide: place += wideSize
      case .distance(let size):
        distance = place..<place + size
        place += size
      case .memory(let number):
        guard readMemory() else { return false }
        place += number
      case .memoryAndWide:
        guard readMemory() else { return false }
        place += wideSize
      }
      return true
    }

    private mutating func readMemory() -> Bool {
      guard let form = next() else { return false }
      //     bit   7 6    5 4 3     2 1 0
      //           mode   register  base
      //
      // Mode 3 is a register. Else base 4 says that an index follows, and base 5 without a
      // distance (mode 0) that four bytes follow, relative to the instruction's end. Modes 1
      // and 2 have a distance of 1 and 4 bytes.
      let mode = form >> 6
      if mode == 3 { return true }
      var hasBase = true
      if form & 7 == 4 {
        guard let index = next() else { return false }
        // Without a base, mode 0 has an address of four bytes.
        hasBase = index & 7 != 5
      } else if form & 7 == 5, mode == 0 {
        distance = place..<place + 4
        place += 4
        return true
      }
      switch mode {
      case 0: place += hasBase ? 0 : 4
      case 1: place += 1
      default: place += 4
      }
      return true
    }
  }
}
