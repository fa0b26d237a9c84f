internal import Pixels

/// What one kernel answered for one image, whether that is right, and how long it took.
struct KernelResult: Equatable, Sendable {
  /// The name people type.
  let kernel: String
  let method: String
  /// The instruction set it ran with; `baseline` for a kernel whose code is the same on all.
  let instructionSet: String
  /// The threads it could use; 1 for a kernel that is not concurrent.
  let threads: Int
  let answer: Answer
  /// Whether the kernel is its method's reference, which is right by definition.
  let isReference: Bool
  /// Whether the palette equals the reference's, swatch by swatch and count by count.
  let matchesReference: Bool
  /// CIEDE2000 distance from the image's planted colour; `nil` where there is none.
  let deltaE00: Double?
  /// `nil` when the answer was wrong: a wrong answer's speed means nothing.
  var timing: Timing?
  /// Bytes of the image plus the most memory that the kernel took beside it; `nil` where the
  /// system does not say.
  let peakBytes: Int?
  /// Instructions of one call; `nil` when not asked for or not to be had.
  var instructions: Int?

  /// A palette as results show it.
  struct Answer: Equatable, Sendable {
    /// The colours, most pixels first.
    let swatches: [Color]
    /// Why there is no dominant colour, in words; `nil` when there is one.
    let absence: String?

    var dominant: Color? { swatches.first }
  }

  /// A colour of a palette.
  struct Color: Equatable, Sendable {
    let color: RGB8
    let count: UInt64
    /// The share of the visible pixels, 0 to 1.
    let population: Double
  }

  /// Times in seconds of one call.
  struct Timing: Equatable, Sendable {
    /// Every sample in the order taken, none left out.
    let samples: [Double]
    let median: Double
    /// The exact interval for the median at ``confidence``; `nil` with too few samples.
    let interval: ClosedRange<Double>?
    /// The median time over that of a plain sequential read, within rounds.
    let ratioToRead: Double?
    /// The median time over that of the method's reference kernel, within rounds.
    let ratioToReference: Double?

    /// The confidence of every interval that bench prints.
    static let confidence = 0.95
  }
}

/// The results of all kernels on one image, timed in turns.
struct ImageResult: Equatable, Sendable {
  /// A synthetic image's name, or a file's path as it was given.
  let name: String
  let width: Int
  let height: Int
  /// The colour that the image was made to have, with its share of the visible pixels.
  let planted: RGB8?
  /// Seconds of a plain sequential read of the image's memory; `nil` when not timed.
  let readSeconds: Double?
  var rows: [KernelResult]

  var pixelCount: Int { width * height }
  var byteCount: Int { 4 * pixelCount }
}
