/// A value that a benchmark was made with: a name and a text.
///
/// `kernel=simd image=photo` are two. What is a number to the benchmark is a text here, as it was written.
public struct BenchmarkParameter: Equatable, Hashable, Sendable {
  /// What is set: `kernel`.
  public let name: String
  /// To what: `simd`.
  public let value: String

  /// Makes a parameter of a name, which ``isName(_:)`` should accept, and its value.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Whether a text can name a parameter: a lowercase letter, then lowercase letters, digits and hyphens.
  ///
  /// - Complexity: O(*n*) in the text's bytes.
  public static func isName(_ text: String) -> Bool {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard let first = text.utf8.first, letters.contains(first) else { return false }
    return text.utf8.allSatisfy {
      letters.contains($0) || digits.contains($0) || $0 == UInt8(ascii: "-")
    }
  }
}
