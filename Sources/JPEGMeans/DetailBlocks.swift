internal import JPEGLanes

/// What `DetailPass` reads the blocks of a frame's MCU with.
final class DetailBlocks {
  /// Whether a block of the MCU is one of 2 × 2 pixels.
  let isWanted: [Bool]
  let blocks: UnsafePointer<DetailPass.Block>

  private let memory: UnsafeMutablePointer<DetailPass.Block>
  private let weights: UnsafeMutablePointer<DetailPass.Weight>
  private let coefficients: UnsafeMutablePointer<UInt16>
  private let differences: UnsafeMutablePointer<UInt8>

  init(_ frame: JPEGFrame, _ tables: SkipTables) {
    let owners = frame.components.indices.flatMap { index in
      let component = frame.components[index]
      return Array(repeating: index, count: component.columns * component.rows)
    }
    isWanted = owners.map { frame.samplesPerBlock($0) == 2 }
    weights = .allocate(capacity: 64 * frame.components.count)
    coefficients = .allocate(capacity: frame.components.count << DetailPass.windowBits)
    differences = .allocate(capacity: frame.components.count << DetailPass.windowBits)
    memory = .allocate(capacity: owners.count)
    for (index, component) in frame.components.enumerated() {
      for number in 1..<64 {
        (weights + 64 * index + number - 1).initialize(
          to: Self.weight(number, component.quantization[number]))
      }
      (weights + 64 * index + 63).initialize(
        to: DetailPass.Weight(column: 5, even: 0, odd: 0, quantization: 0))
      // SAFETY: there is room for a table of each component.
      let target = coefficients + index << DetailPass.windowBits
      for window in 0..<1 << DetailPass.windowBits {
        let found = component.coefficients.symbol(in: UInt32(window << 6))
        let entry = found.flatMap { $0.length <= DetailPass.windowBits ? $0 : nil }
        let first = component.differences.symbol(in: UInt32(window << 6))
        let isShort = first.map { $0.length <= DetailPass.windowBits && $0.symbol <= 11 } ?? false
        differences[index << DetailPass.windowBits + window] =
          isShort ? first.map { UInt8($0.length) + $0.symbol } ?? 0 : 0
        target[window] = entry.map { UInt16($0.length) << 8 | UInt16($0.symbol) } ?? 0
      }
    }
    for (index, owner) in owners.enumerated() {
      (memory + index).initialize(
        to: DetailPass.Block(
          isWanted: isWanted[index],
          differences: UnsafePointer(differences + owner << DetailPass.windowBits),
          coefficients: UnsafePointer(coefficients + owner << DetailPass.windowBits),
          codes: tables.codes + 2 * index, weights: UnsafePointer(weights + 64 * owner)))
    }
    blocks = UnsafePointer(memory)
  }

  deinit {
    memory.deallocate()
    weights.deallocate()
    coefficients.deallocate()
    differences.deallocate()
  }

  /// How the coefficient at a place in zigzag order enters the transform.
  private static func weight(_ number: Int, _ quantization: Int32) -> DetailPass.Weight {
    let (row, column) = (zigzag[number] / 8, zigzag[number] % 8)
    let odd = DetailPass.oddWeights
    let place = [0: 0, 1: 1, 3: 2, 5: 3, 7: 4][column] ?? 5
    let rowWeight: Int32 = [1: odd.0, 3: odd.1, 5: odd.2, 7: odd.3][row] ?? 0
    return DetailPass.Weight(
      column: place, even: row == 0 ? quantization << 15 : 0, odd: rowWeight &* quantization,
      quantization: row % 2 == 0 && row > 0 || place == 5 ? 0 : quantization)
  }

  /// The places of coefficients in a block of rows of 8, in the order in which they are coded.
  private static let zigzag: [Int] = {
    (0..<15).flatMap { sum -> [Int] in
      let places = (max(0, sum - 7)...min(sum, 7)).map { 8 * $0 + sum - $0 }
      return sum % 2 == 0 ? places.reversed() : places
    }
  }()
}
