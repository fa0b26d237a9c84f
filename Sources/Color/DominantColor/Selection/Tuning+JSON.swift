internal import OrderedJSON

extension Tuning {
  /// The version of the file's format.
  public static let schema = 2
  /// No tuning file is larger, in bytes; larger ones are refused.
  public static let byteLimit = 1 << 14
  /// No tuning file nests arrays and objects deeper.
  static let depthLimit = 16
  /// No text in a tuning is longer, in bytes.
  static let textLimit = 256

  /// The tuning as the text of a file: of a line for each field.
  public var json: String {
    let texts: [(String, String)] = [
      ("library", key.library), ("cpu", key.cpu), ("cpuFeatures", key.cpuFeatures),
    ]
    var text = "{\n  \"schema\": \(Self.schema),\n"
    for (name, value) in texts { text += "  \"\(name)\": \(Self.quoted(value)),\n" }
    text += "  \"cores\": \(key.cores),\n"
    text += "  \"cgroupQuota\": \(Self.quoted(key.cgroupQuota)),\n"
    text += "  \"made\": \(Self.quoted(made)),\n"
    let limits = PaletteMethod.allCases.compactMap { method in
      threads[method].map { "\"\(method.rawValue)\": \($0.pixels.map { "\($0)" } ?? "null")" }
    }
    return text + "  \"threadsFrom\": {\(limits.joined(separator: ", "))}\n}\n"
  }

  /// Reads the text of a file.
  ///
  /// Everything is checked: types, ranges and methods. Fields it does not know are
  /// passed over.
  ///
  /// - Parameter bytes: at most ``byteLimit``.
  /// - Throws: ``TuningProblem``, which says what was wrong.
  /// - Complexity: O(*n*) in bytes; memory of the same order.
  public init(parsing bytes: [UInt8]) throws(TuningProblem) {
    guard bytes.count <= Self.byteLimit else { throw .tooLarge(limit: Self.byteLimit) }
    let document: JSONValue
    do {
      document = try JSONValue(parsing: bytes, maximumDepth: Self.depthLimit)
    } catch {
      throw .malformed("\(error)")
    }
    guard let fields = document.fieldsByName else { throw .malformed("it is not a JSON object") }
    let reader = FieldReader(fields: fields, place: "")
    let schema = try reader.integer("schema", 1...Int.max)
    guard schema == Self.schema else { throw .otherSchema(schema) }
    key = TuningKey(
      library: try reader.text("library"), cpu: try reader.text("cpu"),
      cpuFeatures: try reader.text("cpuFeatures"),
      cores: try reader.integer("cores", 1...Int.max), cgroupQuota: try reader.text("cgroupQuota"))
    made = try reader.text("made")
    guard let limits = fields["threadsFrom"]?.fieldsByName else {
      throw .malformed("'threadsFrom' is not an object")
    }
    threads = [:]
    for (name, value) in limits {
      guard let method = PaletteMethod(rawValue: name) else {
        throw .malformed("'threadsFrom' names a method that there is not")
      }
      let pixels = FieldReader(fields: limits, place: "threadsFrom: ")
      threads[method] =
        value == .null ? .never : .from(pixels: try pixels.integer(name, 0...Int.max))
    }
  }

  fileprivate static func quoted(_ text: String) -> String { JSONValue.string(text).text }
}

extension Tuning.Threads {
  /// The pixels; `nil` for no image.
  package var pixels: Int? {
    guard case .from(let pixels) = self else { return nil }
    return pixels
  }
}

/// The fields of one object of a tuning file, each with its type and range.
private struct FieldReader {
  let fields: [String: JSONValue]
  let place: String

  func problem(_ words: String) -> TuningProblem { .malformed(place + words) }

  func text(_ name: String) throws(TuningProblem) -> String {
    guard let text = fields[name]?.string else { throw problem("'\(name)' is not a string") }
    // What a stranger wrote may be shown on a terminal, which obeys control characters.
    guard text.utf8.count <= Tuning.textLimit, !text.unicodeScalars.contains(where: \.isControl)
    else { throw problem("'\(name)' is too long or holds control characters") }
    return text
  }

  func integer(_ name: String, _ range: ClosedRange<Int>) throws(TuningProblem) -> Int {
    guard let value = fields[name]?.integer, range.contains(value) else {
      throw problem("'\(name)' is not a whole number in its range")
    }
    return value
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
