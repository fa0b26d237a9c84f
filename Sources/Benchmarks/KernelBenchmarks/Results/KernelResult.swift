package import Pixels

/// What one kernel answered for one image, whether that is right, and how long it took.
package struct KernelResult: Equatable, Sendable {
  /// The name people type.
  package let kernel: String
  package let method: String
  /// The instruction set it ran with; `baseline` for a kernel whose code is the same on all.
  package let instructionSet: String
  /// The threads it could use; 1 for a kernel that is not concurrent.
  package let threads: Int
  package let answer: Answer
  /// Whether the kernel is its method's reference, which is right by definition.
  package let isReference: Bool
  /// Whether the palette equals the reference's, swatch by swatch and count by count.
  package let matchesReference: Bool
  /// CIEDE2000 distance from the image's planted colour; `nil` where there is none.
  package let deltaE00: Double?
  /// `nil` when the answer was wrong: a wrong answer's speed means nothing.
  package var timing: Timing?
  /// Bytes of the image plus the most memory that the kernel took beside it; `nil` where the
  /// system does not say.
  package let peakBytes: Int?
  /// Instructions of one call; `nil` when not asked for or not to be had.
  package var instructions: Int?

  /// A palette as results show it.
  package struct Answer: Equatable, Sendable {
    /// The colours, most pixels first.
    package let swatches: [Color]
    /// Why there is no dominant colour, in words; `nil` when there is one.
    package let absence: String?

    package var dominant: Color? { swatches.first }
  }

  /// A colour of a palette.
  package struct Color: Equatable, Sendable {
    package let color: RGB8
    package let count: UInt64
    /// The share of the visible pixels, 0 to 1.
    package let population: Double
  }

  /// Times in seconds of one call.
  package struct Timing: Equatable, Sendable {
    /// Every sample in the order taken, none left out.
    package let samples: [Double]
    package let median: Double
    /// The exact interval for the median at ``confidence``; `nil` with too few samples.
    package let interval: ClosedRange<Double>?
    /// The median time over that of a plain sequential read, within rounds.
    package let ratioToRead: Double?
    /// The median time over that of the method's reference kernel, within rounds.
    package let ratioToReference: Double?

    /// The confidence of every interval that bench prints.
    package static let confidence = 0.95
  }
}

/// The results of all kernels on one image, timed in turns.
package struct ImageResult: Equatable, Sendable {
  /// A synthetic image's name, or a file's path as it was given.
  package let name: String
  package let width: Int
  package let height: Int
  /// The colour that the image was made to have, with its share of the visible pixels.
  package let planted: RGB8?
  /// Seconds of a plain sequential read of the image's memory; `nil` when not timed.
  package let readSeconds: Double?
  package var rows: [KernelResult]

  package var pixelCount: Int { width * height }
  package var byteCount: Int { 4 * pixelCount }
}
