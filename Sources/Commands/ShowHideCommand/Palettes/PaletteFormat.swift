internal import CommandText
internal import Reporting

/// The ways of writing palettes, by the names people type.
enum PaletteFormat: String, CaseIterable, Sendable {
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

  /// Reads a name.
  init(named name: String) throws(UsageError) {
    guard let known = PaletteFormat(rawValue: name.lowercased()) else {
      throw UsageError(
        unknownChoice(name, kind: "format", choices: Self.allCases.map(\.rawValue)))
    }
    self = known
  }

  /// The format's writer.
  ///
  /// - Parameters:
  ///   - terminal: what the reader's screen can show; only the table asks.
  ///   - isNamed: whether colours are named.
  /// - Returns: a writer for one document.
  func writer(on terminal: Terminal, isNamed: Bool = false) -> any PaletteWriter {
    switch self {
    case .table: PaletteTable(terminal: terminal)
    case .json: PaletteJSON()
    case .jsonl: PaletteJSONLines()
    case .csv: PaletteCSV(isNamed: isNamed)
    case .css: PaletteCSS()
    case .gpl: PaletteGPL()
    case .ase: PaletteASE()
    case .svg: PaletteSVG()
    case .png: PalettePNG()
    }
  }
}
