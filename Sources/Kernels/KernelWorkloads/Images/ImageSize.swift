/// A size as typed: `24MP`, `1.5MP`, `6000x4000` or `6000×4000`.
package enum ImageSize: Hashable, Sendable {
  /// That many pixels, in the image's own proportions.
  case pixelCount(Int)
  /// Exactly that width and height.
  case exact(width: Int, height: Int)

  /// No image is larger than this: 4 GB of pixels.
  package static let largestPixelCount = 1_000_000_000

  /// Why a text is not a size.
  package enum ParseError: Error, Equatable {
    case malformed(String)
    case empty(String)
    case tooLarge(String)
  }

  /// Reads a size.
  package init(parsing text: String) throws(ParseError) {
    let lowercased = text.lowercased()
    if lowercased.hasSuffix("mp") {
      // "nan", "inf" and "1e3" are numbers to Double, not to people.
      let digits = lowercased.dropLast(2).trimmingSpaces()
      guard digits.utf8.allSatisfy({ (48...57).contains($0) || $0 == 46 }),
        let megapixels = Double(digits)
      else { throw .malformed(text) }
      guard megapixels * 1e6 <= Double(Self.largestPixelCount) else { throw .tooLarge(text) }
      let count = Int((megapixels * 1e6).rounded())
      guard count > 0 else { throw .empty(text) }
      self = .pixelCount(count)
      return
    }
    let sides = lowercased.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "x" || $0 == "×" })
    guard sides.count == 2,
      sides.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } })
    else { throw .malformed(text) }
    // Digits only, so a number that Int cannot hold is too large.
    guard let width = Int(sides[0]), let height = Int(sides[1]) else { throw .tooLarge(text) }
    guard width > 0, height > 0 else { throw .empty(text) }
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, count <= Self.largestPixelCount else { throw .tooLarge(text) }
    self = .exact(width: width, height: height)
  }

  /// Width and height for an image of given proportions: the nearest whole numbers.
  ///
  /// - Parameter aspect: width divided by height; 3:2, a photo's by default.
  /// - Returns: at least 1 × 1.
  package func dimensions(aspect: Double = 1.5) -> (width: Int, height: Int) {
    switch self {
    case .exact(let width, let height):
      return (width, height)
    case .pixelCount(let count):
      let width = max(1, Int((Double(count) * aspect).squareRoot().rounded()))
      return (width, max(1, Int((Double(count) / Double(width)).rounded())))
    }
  }
}

extension ImageSize.ParseError: CustomStringConvertible {
  /// What was wrong and how sizes are written.
  package var description: String {
    switch self {
    case .malformed(let text):
      "'\(text)' is not a size. Write megapixels, such as 24MP or 1.5MP, or width x height, "
        + "such as 6000x4000."
    case .empty(let text):
      "A size of '\(text)' has no pixels. The smallest is 1x1."
    case .tooLarge(let text):
      "A size of '\(text)' is too large. The largest is 1000MP (4 GB of pixels)."
    }
  }
}

extension StringProtocol {
  /// The text without spaces at both ends.
  fileprivate func trimmingSpaces() -> String {
    String(drop(while: { $0 == " " }).reversed().drop(while: { $0 == " " }).reversed())
  }
}
