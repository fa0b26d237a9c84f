package import Measuring

/// One side of a race with peers: a kernel of ours or other software, as a process of its own.
package struct PeerContender {
  package let name: String
  /// What it does.
  package let what: String
  /// Whether it is one of our kernels.
  package let isOurs: Bool
  /// Starts its process.
  package let start: () throws(WorkerFailure) -> any MeasuredWorker
  /// Reads what its process answered.
  package let read: (_ text: String) -> PeerAnswer?
}

/// What one contender answered for one image, and its times.
package struct PeerRow: Equatable, Sendable {
  package let name: String
  package let what: String
  package let isOurs: Bool
  package let answer: PeerAnswer
  /// CIEDE2000 distance from the planted colour; `nil` where there is none.
  package let deltaE00: Double?
  /// Wall seconds of each timed run, by round; the first run alone where one took the whole budget.
  package let seconds: [Int: Double]
  /// Its time over that of the reference in the same rounds; `nil` for the reference and without
  /// common rounds.
  package let ratio: Ratio?

  /// A ratio of times with its exact 95 % interval.
  package struct Ratio: Equatable, Sendable {
    package let factor: Double
    package let interval: ClosedRange<Double>?
  }

  /// The median of the timed runs, in seconds.
  package var median: Double? { Statistics.median(Array(seconds.values)) }
}

/// All contenders on one image.
package struct PeerResult: Equatable, Sendable {
  package let image: String
  package let width: Int
  package let height: Int
  package let planted: String?
  /// The contender that ratios are taken to.
  package var reference = "simd"
  package let rows: [PeerRow]

  /// Whether a file was worked on, not pixels.
  package var isFile: Bool { reference == PeerFileWork.reference.rawValue }
}
