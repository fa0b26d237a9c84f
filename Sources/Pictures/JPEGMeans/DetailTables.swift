internal import JPEGLanes

/// What `DetailPass` and `SamplePass` read the blocks of a frame's MCU with.
final class DetailTables {
  /// Blocks of the MCU that are read so, with what they are read with.
  let blocks: [(index: Int, component: DetailPass.Component)]

  private let coefficients: UnsafeMutablePointer<UInt32>
  private let differences: UnsafeMutablePointer<UInt8>
  private let quantization: UnsafeMutablePointer<Int32>

  /// Makes tables for the blocks of some components.
  init(_ frame: JPEGFrame, _ tables: SkipTables, where isWanted: (Int) -> Bool) {
    let size = 1 << DetailPass.windowBits
    let count = frame.components.count
    coefficients = .allocate(capacity: count * size)
    differences = .allocate(capacity: count * size)
    quantization = .allocate(capacity: count * 64 + 1)
    quantization.initialize(repeating: 0, count: count * 64 + 1)
    var blocks: [(index: Int, component: DetailPass.Component)] = []
    var first = 0
    for (index, component) in frame.components.enumerated() {
      let blockCount = component.columns * component.rows
      defer { first += blockCount }
      guard isWanted(index) else { continue }
      let (ownCoefficients, ownDifferences, ownQuantization) = (
        coefficients + index * size, differences + index * size, quantization + 64 * index
      )
      for number in 0..<64 { ownQuantization[number] = component.quantization[number] }
      Self.fillDifferences(ownDifferences, component.differences)
      let twin = frame.components[..<index].indices.first {
        isWanted($0) && frame.components[$0].tables.1 == component.tables.1
      }
      if let twin {
        ownCoefficients.update(from: coefficients + twin * size, count: size)
      } else {
        Self.fillCoefficients(
          ownCoefficients, component.coefficients, width: DetailPass.windowBits)
      }
      for block in first..<first + blockCount {
        blocks.append(
          (
            block,
            DetailPass.Component(
              differences: UnsafePointer(ownDifferences),
              coefficients: UnsafePointer(ownCoefficients), codes: tables.codes + 2 * block,
              quantization: UnsafePointer(ownQuantization))
          ))
      }
    }
    self.blocks = blocks
  }

  deinit {
    coefficients.deallocate()
    differences.deallocate()
    quantization.deallocate()
  }

  private static func fillDifferences(
    _ target: UnsafeMutablePointer<UInt8>, _ code: SymbolCode
  ) {
    target.initialize(repeating: 0, count: 1 << DetailPass.windowBits)
    code.forEachWindow(bits: DetailPass.windowBits) { windows, symbol, length in
      guard symbol <= 11 else { return }
      (target + windows.lowerBound).update(repeating: UInt8(length) + symbol, count: windows.count)
    }
  }

  /// Fills a table of the symbols that windows of `width` bits begin with.
  static func fillCoefficients(
    _ target: UnsafeMutablePointer<UInt32>, _ code: SymbolCode, width: Int
  ) {
    target.initialize(repeating: DetailPass.exception, count: 1 << width)
    code.forEachWindow(bits: width) { windows, symbol, length in
      let size = Int(symbol & 15)
      if symbol == 0 {
        (target + windows.lowerBound).update(
          repeating: UInt32(length) << 8 | DetailPass.endOfBlock, count: windows.count)
      } else if size <= 10, size > 0 || symbol == 0xF0 {
        let advance = UInt32(symbol >> 4 + 1)
        guard length + size <= width else {
          (target + windows.lowerBound).update(
            repeating: UInt32(size) << 24 | UInt32(length) << 16 | DetailPass.exception | advance,
            count: windows.count)
          return
        }
        // Of a window the code comes first, then the magnitude, then bits of what follows, of
        // which each has the same entry:
        //
        //     [ code, length bits | magnitude, size bits | left bits ]
        let left = width - length - size
        for bits in 0..<1 << size {
          let value = UInt32(UInt16(bitPattern: magnitude(bits, size: size)))
          (target + windows.lowerBound + bits << left).update(
            repeating: value << 16 | UInt32(length + size) << 8 | advance,
            count: 1 << left)
        }
      }
    }
  }
}
