/// Why a ``PaletteHistogram`` could not be made, merged or read.
///
/// The description is a sentence with the cause, the values and the limit.
public enum HistogramError: Error, Hashable, Sendable {
  /// The method's answer cannot be had from a histogram of fixed size.
  case methodWithoutHistogram(PaletteMethod)
  #if hasFeature(Embedded)
    /// Two histograms were counted by different rules; says which, with both values.
    case unlike(Sentence)
  #else
    /// Two histograms were counted by different rules; says which, with both values.
    case unlike(String)
  #endif
  /// More pixels than ``PaletteHistogram/pixelLimit``.
  case tooManyPixels
  /// The bytes are of a newer version of the format.
  case unsupportedVersion(Int)
  #if hasFeature(Embedded)
    /// The bytes are not a serialised histogram, or not whole.
    case malformed(reason: Sentence, offset: Int)
  #else
    /// The bytes are not a serialised histogram, or not whole.
    case malformed(reason: String, offset: Int)
  #endif
}

#if hasFeature(Embedded)
  typealias ErrorText = Sentence

  extension HistogramError {
    /// A sentence with the cause, and what to do where that is known.
    public var description: Sentence { text }
  }
#else
  typealias ErrorText = String

  extension HistogramError: CustomStringConvertible {
    /// A sentence with the cause, and what to do where that is known.
    public var description: String { text }
  }
#endif

extension HistogramError {
  private var text: ErrorText {
    switch self {
    case .methodWithoutHistogram(let method):
      "Method \(method.word) has no histogram. Use method histogram, hue or distinct."
    case .unlike(let difference):
      "These histograms do not merge: they were counted with different rules (\(difference))."
    case .tooManyPixels:
      "The histogram would hold more than \(PaletteHistogram.pixelLimit) pixels, the limit."
    case .unsupportedVersion(let version):
      """
      The serialised histogram has format version \(version); this library reads version \
      \(HistogramFormat.version). Read it with a newer version of the library.
      """
    case .malformed(let reason, let offset):
      "The bytes are not a valid serialised histogram: \(reason) (at byte \(offset))."
    }
  }
}
