internal import Measuring

/// One side of a race with peers: a kernel of ours or other software, as a process of its own.
struct PeerContender {
  let name: String
  /// What it does.
  let what: String
  /// Whether it is one of our kernels.
  let isOurs: Bool
  /// Starts its process.
  let start: () throws(WorkerFailure) -> any MeasuredWorker
  /// Reads what its process answered.
  let read: (_ text: String) -> PeerAnswer?
}

/// What one contender answered for one image, and its times.
struct PeerRow: Equatable, Sendable {
  let name: String
  let what: String
  let isOurs: Bool
  let answer: PeerAnswer
  /// CIEDE2000 distance from the planted colour; `nil` where there is none.
  let deltaE00: Double?
  /// Wall seconds of each timed run, by round; the first run alone where one took the whole budget.
  let seconds: [Int: Double]
  /// Its time over that of the reference in the same rounds; `nil` for the reference and without
  /// common rounds.
  let ratio: Ratio?

  /// A ratio of times with its exact 95 % interval.
  struct Ratio: Equatable, Sendable {
    let factor: Double
    let interval: ClosedRange<Double>?
  }

  /// The median of the timed runs, in seconds.
  var median: Double? { Statistics.median(Array(seconds.values)) }
}

/// All contenders on one image.
struct PeerResult: Equatable, Sendable {
  let image: String
  let width: Int
  let height: Int
  let planted: String?
  /// The contender that ratios are taken to.
  var reference = "simd"
  let rows: [PeerRow]

  /// Whether a file was worked on, not pixels.
  var isFile: Bool { reference == PeerFileWork.reference.rawValue }
}
