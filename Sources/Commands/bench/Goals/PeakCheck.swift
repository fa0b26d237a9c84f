internal import Measuring
internal import Reporting

/// The peak memory of this process, compared with the largest image that it held.
struct PeakCheck: Equatable, Sendable {
  let imageBytes: Int
  let peakBytes: Int

  /// How much may be held beside the image: 32 MB.
  static let allowance = 32 << 20

  /// Reads the peak since ``PeakMemory/reset()``.
  init?(imageBytes: Int) {
    guard let peak = PeakMemory.bytes() else { return nil }
    self.init(imageBytes: imageBytes, peakBytes: peak)
  }

  init(imageBytes: Int, peakBytes: Int) {
    self.imageBytes = imageBytes
    self.peakBytes = peakBytes
  }

  /// Whether the goal is met.
  var isMet: Bool { peakBytes <= imageBytes + Self.allowance }

  /// The result in words.
  var sentence: String {
    "peak memory: \(Quantities.bytes(peakBytes)) with an image of \(Quantities.bytes(imageBytes)); "
      + "goal: image + 32 MiB; \(isMet ? "met" : "missed")"
  }
}
