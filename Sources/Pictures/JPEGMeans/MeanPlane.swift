internal import JPEGLanes

/// The means of one component in a row of MCUs.
final class MeanPlane {
  /// Blocks of an MCU along each side.
  let columns: Int
  let rows: Int
  /// Samples along the side of a block: 1 or 2.
  let samplesPerBlock: Int
  /// Blocks of a row.
  let stride: Int
  let means: UnsafeMutablePointer<Int16>
  /// Four numbers for each block of 2 × 2 samples.
  let details: UnsafeMutablePointer<Int16>
  /// Samples, ``sampleStride`` to a row.
  let samples: UnsafeMutablePointer<UInt8>
  /// Whether a mean does not fit 16 bits.
  let isWild: UnsafeMutablePointer<Bool>

  private let quantization: Int32

  init(_ frame: JPEGFrame, _ index: Int, samplesPerBlock: Int) {
    let component = frame.components[index]
    columns = component.columns
    rows = component.rows
    self.samplesPerBlock = samplesPerBlock
    stride = frame.mcusPerRow * component.columns
    quantization = component.quantization[0]
    let count = stride * component.rows
    means = .allocate(capacity: count)
    means.initialize(repeating: 0, count: count)
    details = .allocate(capacity: samplesPerBlock == 2 ? 4 * count : 1)
    samples = .allocate(capacity: count * samplesPerBlock * samplesPerBlock)
    isWild = .allocate(capacity: 1)
    isWild.initialize(to: false)
  }

  deinit {
    means.deallocate()
    details.deallocate()
    samples.deallocate()
    isWild.deallocate()
  }

  /// Samples of an MCU along each side.
  var sampleGrid: (columns: Int, rows: Int) { (columns * samplesPerBlock, rows * samplesPerBlock) }

  var sampleStride: Int { stride * samplesPerBlock }

  /// The first coefficient of a block, by its index among ``means``, dequantized.
  @inline(__always)
  func firstCoefficient(_ index: Int) -> Int32 { Int32(means[index]) &* quantization }

  /// Makes samples of the means; `false` where one is out of range.
  func makeSamples(_ bodies: LaneBodies) -> Bool {
    var isOutside = isWild.pointee
    guard samplesPerBlock == 2 else {
      return !bodies.samples(means, stride * rows, quantization, samples)
        && !isOutside
    }
    for row in 0..<rows {
      let upper = samples + 2 * row * sampleStride
      isOutside =
        bodies.quadruples(
          means + row * stride, details + 4 * row * stride, stride, quantization, upper,
          upper + sampleStride) || isOutside
    }
    return !isOutside
  }
}
