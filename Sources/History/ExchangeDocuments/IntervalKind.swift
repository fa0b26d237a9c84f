/// What the interval of a value is, as its program says.
package enum IntervalKind: Hashable, Sendable {
  /// Holds the true value with a probability, such as 0.95; nil where that is not said.
  case confidence(Double?)
  /// One standard deviation of the samples to each side.
  case standardDeviation
  /// One standard error of the value to each side.
  case standardError
  /// From the least sample to the greatest.
  case range
  /// From the first quartile of the samples to the third.
  case quartiles

  /// The interval of a median of samples of our own.
  package static let exact = IntervalKind.confidence(0.95)

  /// Its name in files: `confidence 0.95`, `standard deviation`.
  package var text: String {
    switch self {
    case .confidence(let level?): "confidence \(level)"
    case .confidence(nil): "confidence"
    case .standardDeviation: "standard deviation"
    case .standardError: "standard error"
    case .range: "least to greatest"
    case .quartiles: "quartiles"
    }
  }

  /// Reads ``text``; nil for anything else.
  package init?(text: String) {
    if let plain = Self.plain.first(where: { $0.text == text }) {
      self = plain
      return
    }
    let words = text.split(separator: " ")
    guard words.count == 2, words[0] == "confidence", let level = Double(words[1]), level > 0,
      level < 1
    else { return nil }
    self = .confidence(level)
    guard self.text == text else { return nil }
  }

  private static let plain: [IntervalKind] = [
    .confidence(nil), .standardDeviation, .standardError, .range, .quartiles,
  ]

  /// Reads what people and programs call it: `95 %`, `stddev`, `min-max`, `IQR`; nil for anything else.
  ///
  /// - Parameter words: upper and lower case, spaces, hyphens and underscores count for nothing.
  package init?(words: String) {
    let title = Self.plain.first { $0.title == words }
    if let named = title ?? IntervalKind(text: words) {
      self = named
      return
    }
    let plain = words.lowercased().filter { !" -_–".contains($0) }
    switch plain {
    case "stddev", "stdev", "standarddeviation", "sd", "σ": self = .standardDeviation
    case "stderr", "standarderror", "se", "sem": self = .standardError
    case "range", "minmax", "leasttogreatest": self = .range
    case "quartiles", "iqr", "q1q3": self = .quartiles
    case "ci", "confidence", "confidenceinterval": self = .confidence(nil)
    default:
      var number = plain[...]
      for part in ["confidenceinterval", "confidence", "ci"] where number.hasSuffix(part) {
        number = number.dropLast(part.count)
      }
      for part in ["confidence", "ci"] where number.hasPrefix(part) {
        number = number.dropFirst(part.count)
      }
      let isPercent = number.hasSuffix("%") || !number.contains(".")
      guard
        let value = Double(number.hasSuffix("%") ? number.dropLast() : number), value > 0,
        value < (isPercent ? 100 : 1)
      else { return nil }
      self = .confidence(isPercent ? (value * 1e4).rounded() / 1e6 : value)
    }
  }

  /// What it is called: `95 % confidence interval`.
  package var title: String {
    switch self {
    case .confidence(let level?): "\(Self.percent(level)) confidence interval"
    case .confidence(nil): "confidence interval"
    case .standardDeviation: "± standard deviation"
    case .standardError: "± standard error"
    case .range: "least to greatest"
    case .quartiles: "first to third quartile"
    }
  }

  /// The same in a cell of a table: `95 % CI`.
  package var shortTitle: String {
    switch self {
    case .confidence(let level?): "\(Self.percent(level)) CI"
    case .confidence(nil): "CI"
    case .standardDeviation: "± std. dev."
    case .standardError: "± std. error"
    case .range: "min – max"
    case .quartiles: "quartiles"
    }
  }

  private static func percent(_ level: Double) -> String {
    let value = (level * 1e6).rounded() / 1e4
    return "\(Int(exactly: value).map { "\($0)" } ?? "\(value)") %"
  }
}
