internal import CommandText
internal import Measuring

/// The most memory that this process ever held, against the largest image it held.
struct PeakCheck: Equatable, Sendable {
  let imageBytes: Int
  let peakBytes: Int

  /// What may be held beside the image: 32 MB.
  static let allowance = 32 << 20

  /// Looks at the highest point since ``PeakMemory/reset()``.
  init?(imageBytes: Int) {
    guard let peak = PeakMemory.bytes() else { return nil }
    self.init(imageBytes: imageBytes, peakBytes: peak)
  }

  init(imageBytes: Int, peakBytes: Int) {
    self.imageBytes = imageBytes
    self.peakBytes = peakBytes
  }

  /// Whether the goal is kept.
  var isMet: Bool { peakBytes <= imageBytes + Self.allowance }

  /// The result in words.
  var sentence: String {
    "peak memory: \(Quantities.bytes(peakBytes)) with an image of \(Quantities.bytes(imageBytes)); "
      + "goal: image + 32 MiB; \(isMet ? "met" : "missed")"
  }
}
