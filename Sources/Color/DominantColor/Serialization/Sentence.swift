#if hasFeature(Embedded)
  /// The text of an error where there is no system: bytes of UTF-8, written by interpolation as a `String` is.
  ///
  /// Putting a `String` together takes ten kilobytes of the WebAssembly module.
  public struct Sentence: ExpressibleByStringInterpolation, Hashable, Sendable {
    /// The text.
    public private(set) var utf8: [UInt8] = []

    /// A text without numbers.
    public init(stringLiteral text: StaticString) { append(text) }

    /// A text that was put together.
    public init(stringInterpolation parts: Parts) { self = parts.sentence }

    fileprivate init() {}

    fileprivate mutating func append(_ text: StaticString) {
      // SAFETY: a literal of more than one scalar, or of none, is bytes; it has as many as it says.
      for index in 0..<text.utf8CodeUnitCount { utf8.append(text.utf8Start[index]) }
    }

    fileprivate mutating func append(digitsOf number: UInt64) {
      if number > 9 { append(digitsOf: number / 10) }
      utf8.append(48 + UInt8(truncatingIfNeeded: number % 10))
    }

    fileprivate mutating func append(_ other: Sentence) {
      for byte in other.utf8 { utf8.append(byte) }
    }

    /// What is put together.
    public struct Parts: StringInterpolationProtocol {
      fileprivate var sentence = Sentence()

      /// Nothing yet.
      public init(literalCapacity: Int, interpolationCount: Int) {}

      /// Adds words.
      public mutating func appendLiteral(_ text: StaticString) { sentence.append(text) }

      /// Adds a number of 0 or more.
      public mutating func appendInterpolation(_ number: some BinaryInteger) {
        sentence.append(digitsOf: UInt64(number))
      }

      /// Adds a sentence.
      public mutating func appendInterpolation(_ other: Sentence) { sentence.append(other) }
    }
  }

  extension PaletteMethod {
    /// The name people type.
    var word: Sentence {
      switch self {
      case .histogram: "histogram"
      case .kmeans: "kmeans"
      case .hue: "hue"
      case .distinct: "distinct"
      }
    }
  }

  extension HistogramPrecision {
    /// The name people type.
    var word: Sentence { self == .fine ? "fine" : "standard" }
  }
#else
  extension PaletteMethod {
    /// The name people type.
    var word: String { rawValue }
  }

  extension HistogramPrecision {
    /// The name people type.
    var word: String { rawValue }
  }
#endif
