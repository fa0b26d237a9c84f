internal import CommandText
internal import Files
internal import Reporting

/// The ways of writing palettes, by the names people type.
enum PaletteFormat: String, NamedFormat, Sendable {
  case table
  case json
  case jsonl
  case csv
  case css
  case gpl
  case ase
  case svg
  case png

  /// Whether the output is not text, and would upset a terminal.
  var isBinary: Bool { self == .ase || self == .png }

  /// The endings of files of a format, the usual one first.
  var fileExtensions: [String] {
    switch self {
    case .table: ["txt"]
    case .jsonl: ["jsonl", "ndjson"]
    default: [rawValue]
    }
  }

  /// Decides by what was typed: the format that is named, or else that of the file's ending.
  ///
  /// - Parameters:
  ///   - name: the format's name; `nil` where none was typed.
  ///   - output: the file; `nil` for standard output.
  /// - Throws: `UsageError` where the two contradict each other, or neither says a format.
  init(named name: String?, output: String?) throws(UsageError) {
    let ending = output.map { PathParts($0).fileExtension } ?? ""
    let ofFile = Self.allCases.first { $0.fileExtensions.contains(ending) }
    guard let name else {
      guard ending.isEmpty || ofFile != nil else {
        let endings = Self.allCases.flatMap(\.fileExtensions).map { ".\($0)" }
        throw UsageError(
          "'\(output ?? "")' does not say a format. End it in \(endings.joined(separator: ", ")), or "
            + "name the format with --format.")
      }
      self = ofFile ?? .table
      return
    }
    try self.init(named: name)
    if let ofFile, ofFile != self {
      throw UsageError(
        "--format \(rawValue) and the name '\(output ?? "")' (\(ofFile.rawValue)) contradict each "
          + "other. Leave out --format, or end the name in .\(fileExtensions[0]).")
    }
  }

  /// The format's writer.
  ///
  /// - Parameters:
  ///   - terminal: what the reader's screen can show; only the table asks.
  ///   - isNamed: whether colours are named.
  ///   - hasDisplayP3: whether colours are given in Display P3 too.
  /// - Returns: a writer for one document.
  func writer(
    on terminal: Terminal, isNamed: Bool = false, hasDisplayP3: Bool = false
  ) -> any PaletteWriter {
    switch self {
    case .table: PaletteTable(terminal: terminal)
    case .json: PaletteJSON()
    case .jsonl: PaletteJSONLines()
    case .csv: PaletteCSV(isNamed: isNamed, hasDisplayP3: hasDisplayP3)
    case .css: PaletteCSS()
    case .gpl: PaletteGPL()
    case .ase: PaletteASE()
    case .svg: PaletteSVG()
    case .png: PalettePNG()
    }
  }
}
