internal import DominantColor
internal import Pixels

/// Images whose pixels run through colour space.
enum ColorCube {
  #if DEBUG
    /// Debug builds look at every 509th colour: prime, so that all channel values come up.
    static let step = 509
    /// Without inlining all instruction sets share the baseline's loops: debug builds run one.
    static let instructionSets = InstructionSet.available.suffix(1)
  #else
    static let step = 1
    static let instructionSets = InstructionSet.available[...]
  #endif

  /// All 2²⁴ colours (in debug builds a sample), each once, with alphas that vary.
  static func everyColor() throws -> ImageBuffer {
    let count = ((1 << 24) + step - 1) / step
    var image = try ImageBuffer(width: count, height: 1)
    image.withMutableBytes { bytes in
      for index in 0..<count {
        let color = UInt32(index * step)
        let pixel = color | (color &* 0x9E37_79B1) & 0xFF00_0000
        bytes.storeBytes(of: pixel.littleEndian, toByteOffset: 4 * index, as: UInt32.self)
      }
    }
    return image
  }
}
