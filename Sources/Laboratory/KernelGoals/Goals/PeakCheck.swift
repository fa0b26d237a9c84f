internal import Measuring
internal import Reporting

/// The peak memory of this process, compared with the largest image that it held.
package struct PeakCheck: Equatable, Sendable {
  package let imageBytes: Int
  package let peakBytes: Int

  /// How much may be held beside the image: 32 MB.
  package static let allowance = 32 << 20

  /// Reads the peak since ``PeakMemory/reset()``.
  package init?(imageBytes: Int) {
    guard let peak = PeakMemory.bytes() else { return nil }
    self.init(imageBytes: imageBytes, peakBytes: peak)
  }

  package init(imageBytes: Int, peakBytes: Int) {
    self.imageBytes = imageBytes
    self.peakBytes = peakBytes
  }

  /// Whether the goal is met.
  package var isMet: Bool { peakBytes <= imageBytes + Self.allowance }

  /// The result in words.
  package var sentence: String {
    "peak memory: \(Quantities.bytes(peakBytes)) with an image of \(Quantities.bytes(imageBytes)); "
      + "goal: image + 32 MiB; \(isMet ? "met" : "missed")"
  }
}
