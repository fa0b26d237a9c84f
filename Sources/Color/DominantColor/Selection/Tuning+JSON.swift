internal import OrderedJSON

extension Tuning {
  /// The version of the file's format.
  public static let schema = 1
  /// No tuning file is larger, in bytes; larger ones are refused.
  public static let byteLimit = 1 << 18
  /// No tuning file nests arrays and objects deeper.
  static let depthLimit = 16
  /// No tuning holds more choices.
  static let choiceLimit = 1024
  /// No text in a tuning is longer, in bytes.
  static let textLimit = 256
  /// No machine of today has more threads.
  static let threadLimit = 1024

  /// The tuning as the text of a file: one line a choice.
  public var json: String {
    let texts: [(String, String)] = [
      ("library", key.library), ("kernelBuild", key.kernelBuild), ("cpu", key.cpu),
      ("cpuFeatures", key.cpuFeatures),
    ]
    var text = "{\n  \"schema\": \(Self.schema),\n"
    for (name, value) in texts { text += "  \"\(name)\": \(Self.quoted(value)),\n" }
    text += "  \"cores\": \(key.cores),\n"
    text += "  \"cgroupQuota\": \(Self.quoted(key.cgroupQuota)),\n"
    text += "  \"made\": \(Self.quoted(made)),\n"
    let lines = choices.map { "    \($0.json)" }.joined(separator: ",\n")
    return text + "  \"choices\": [\(lines.isEmpty ? "" : "\n\(lines)\n  ")]\n}\n"
  }

  /// Reads the text of a file.
  ///
  /// Everything is checked: types, ranges, kernels and their methods. Fields it does not know are
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
      library: try reader.text("library"), kernelBuild: try reader.text("kernelBuild"),
      cpu: try reader.text("cpu"), cpuFeatures: try reader.text("cpuFeatures"),
      cores: try reader.integer("cores", 1...Int.max), cgroupQuota: try reader.text("cgroupQuota"))
    made = try reader.text("made")
    guard let elements = fields["choices"]?.elements else {
      throw .malformed("'choices' is not an array")
    }
    guard elements.count <= Self.choiceLimit else {
      throw .malformed("it holds more than \(Self.choiceLimit) choices")
    }
    choices = []
    for (index, element) in elements.enumerated() {
      guard let fields = element.fieldsByName else {
        throw .malformed("choice \(index) is not an object")
      }
      choices.append(try Choice(FieldReader(fields: fields, place: "choice \(index): ")))
    }
  }

  fileprivate static func quoted(_ text: String) -> String { JSONValue.string(text).text }
}

extension Tuning.Choice {
  fileprivate var json: String {
    var text = "{\"method\": \"\(method.rawValue)\", \"precision\": \"\(precision.rawValue)\""
    text += ", \"content\": \"\(content.rawValue)\""
    text += ", \"threads\": \(threads), \"fromPixels\": \(fromPixels)"
    text += ", \"kernel\": \(Tuning.quoted(kernel)), \"kernelThreads\": \(kernelThreads)"
    guard let evidence else { return text + ", \"runnerUp\": null}" }
    text += ", \"runnerUp\": \(Tuning.quoted(evidence.runnerUp))"
    text += ", \"image\": \(Tuning.quoted(evidence.image)), \"ratio\": \(evidence.ratio)"
    text += ", \"interval\": [\(evidence.interval.lowerBound), \(evidence.interval.upperBound)]"
    return text + ", \"tie\": \(evidence.isTie)}"
  }

  fileprivate init(_ reader: FieldReader) throws(TuningProblem) {
    let methodName = try reader.text("method")
    guard let method = PaletteMethod(rawValue: methodName) else {
      throw reader.problem("there is no method '\(methodName)'")
    }
    let precisionName = try reader.text("precision")
    guard let precision = HistogramPrecision(rawValue: precisionName),
      precision == .standard || method == .histogram
    else { throw reader.problem("method '\(methodName)' knows no precision '\(precisionName)'") }
    let contentName = try reader.text("content")
    guard let content = ImageContent(rawValue: contentName) else {
      throw reader.problem("there is no content '\(contentName)'")
    }
    let kernelName = try reader.text("kernel")
    guard let kernel = KernelCatalog.kernel(named: kernelName), kernel.method == method else {
      throw reader.problem("method '\(methodName)' has no kernel '\(kernelName)'")
    }
    let threads = try reader.integer("threads", 1...Tuning.threadLimit)
    let kernelThreads = try reader.integer("kernelThreads", 1...threads)
    guard kernelThreads == 1 || kernel.isConcurrent else {
      throw reader.problem("kernel '\(kernelName)' runs on 1 thread, not \(kernelThreads)")
    }
    self.init(
      method: method, precision: precision, content: content, threads: threads,
      fromPixels: try reader.integer("fromPixels", 0...Int.max), kernel: kernelName,
      kernelThreads: kernelThreads, evidence: try Tuning.Evidence(reader))
  }
}

extension Tuning.Evidence {
  fileprivate init?(_ reader: FieldReader) throws(TuningProblem) {
    guard reader.fields["runnerUp"] != .null else { return nil }
    let ends = reader.fields["interval"]?.elements?.compactMap(\.number) ?? []
    guard let ratio = reader.fields["ratio"]?.number, ratio > 0, ends.count == 2, ends[0] > 0,
      ends[0] <= ends[1], let isTie = reader.fields["tie"]?.bool
    else { throw reader.problem("'ratio', 'interval' or 'tie' is not as it should be") }
    self.init(
      runnerUp: try reader.text("runnerUp"), image: try reader.text("image"), ratio: ratio,
      interval: ends[0]...ends[1], isTie: isTie)
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
