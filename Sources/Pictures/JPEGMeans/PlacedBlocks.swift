internal import JPEGLanes

/// The blocks of a piece, each with where it starts and its first coefficient, so that any of them can
/// be read on its own.
final class PlacedBlocks {
  /// Blocks in all.
  private(set) var count = 0
  /// For each block the bit at which it starts, and in the low byte what a lane says of its end.
  private(set) var starts: UnsafeMutablePointer<UInt32>
  /// For each block its first coefficient, dequantized.
  private(set) var firsts: UnsafeMutablePointer<Int16>

  private var capacity = 0

  init() {
    starts = .allocate(capacity: 1)
    firsts = .allocate(capacity: 1)
  }

  deinit {
    starts.deallocate()
    firsts.deallocate()
  }

  /// Takes the places of blocks.
  func take(_ runs: [BlockRun]) {
    count = runs.reduce(0) { $0 + $1.count }
    if count > capacity {
      starts.deallocate()
      firsts.deallocate()
      capacity = count + count / 4
      starts = .allocate(capacity: capacity)
      firsts = .allocate(capacity: capacity)
    }
    var target = starts
    for run in runs {
      // SAFETY: there is room for the blocks of all runs, each of which has one record more.
      for index in 0..<run.count {
        target[index] = run.records[index] & ~0xFF | run.records[index &+ 1] & 0xFF
      }
      target += run.count
    }
  }
}

/// Adds up the differences of first coefficients, piece by piece.
struct FirstCoefficients {
  private var predictions: [Int32]
  private let quantization: [Int32]
  /// For each block of the MCU its component.
  private let components: [Int]
  private let interval: Int
  private var untilRestart: Int
  private var phase = 0

  init(_ frame: JPEGFrame) {
    predictions = Array(repeating: 0, count: frame.components.count)
    quantization = frame.components.map { $0.quantization[0] }
    components = frame.components.enumerated().flatMap { index, component in
      Array(repeating: index, count: component.columns * component.rows)
    }
    interval = frame.restartInterval
    untilRestart = interval
  }

  /// Finds the first coefficients of a piece's blocks.
  ///
  /// - Parameters:
  ///   - differences: of each of its blocks.
  ///   - blocks: receives them.
  /// - Throws: ``JPEGMeansError/declined(_:)`` where one is so large that libjpeg's table of limits
  ///   would wrap.
  mutating func place(
    _ differences: UnsafePointer<Int16>, into blocks: PlacedBlocks
  ) throws(JPEGMeansError) {
    var excess: UInt32 = 0
    let firsts = blocks.firsts
    components.withUnsafeBufferPointer { components in
      quantization.withUnsafeBufferPointer { quantization in
        predictions.withUnsafeMutableBufferPointer { predictions in
          for index in 0..<blocks.count {
            let component = components[phase]
            let sum = predictions[component] &+ Int32(differences[index])
            predictions[component] = sum
            let first = sum &* quantization[component]
            // Both lie within -4096..<4096, and the product, which is no larger than of these, has not
            // wrapped; and the first within -4095...4087.
            excess |=
              UInt32(bitPattern: sum &+ 4096) &>> 13 | UInt32(bitPattern: first &+ 4095) &>> 13
              | UInt32(bitPattern: 4087 &- first) &>> 31
            firsts[index] = Int16(truncatingIfNeeded: first)
            phase &+= 1
            if phase == components.count {
              phase = 0
              guard interval > 0 else { continue }
              untilRestart &-= 1
              guard untilRestart == 0 else { continue }
              untilRestart = interval
              for number in predictions.indices { predictions[number] = 0 }
            }
          }
        }
      }
    }
    guard excess == 0 else { throw .declined("a mean is out of range") }
  }
}
