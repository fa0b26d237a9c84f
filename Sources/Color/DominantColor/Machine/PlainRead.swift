public import Pixels
internal import SIMDBodies

/// The fastest read of an image's memory, first byte to last: the floor under every kernel,
/// because no answer that looks at each pixel can be faster.
///
/// The yardstick of benchmarks; no kernel uses it.
public enum PlainRead {
  /// Adds up all pixels as little-endian 32-bit words; the sum only keeps the read alive.
  ///
  /// - Parameters:
  ///   - view: the pixels to read.
  ///   - instructionSet: one that the machine can run.
  /// - Returns: the sum modulo 2³², whatever the instruction set.
  /// - Complexity: O(*n*) in bytes; allocates nothing.
  public static func sum(
    of view: PixelView, instructionSet: InstructionSet = .best
  ) -> UInt64 {
    instructionSet.code.fastestRead(view)
  }
}
