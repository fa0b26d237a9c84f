internal import ColorIndex
internal import CommandText
internal import Files
internal import Pixels
internal import Reporting

/// A picture that a search found, as it is printed.
struct FoundPicture: Equatable, Sendable {
  /// The path, from the folder as it was typed.
  let path: String
  /// The path from that folder.
  let inside: String
  let picture: IndexedPicture
  /// ΔE00 to what was asked for; `nil` where that was no single colour.
  let distance: Double?
  /// The share of the colour asked for, in ten-thousandths.
  let share: Int
  /// Of the picture's colours among those asked for, the fullest; `nil` where no colour was asked for.
  var matched: RGB8?
}

/// The formats of what was found, by the names people type.
enum FoundFormat: String, NamedFormat, Sendable {
  case table
  case paths
  case json
  case html
  case sheet

  /// Decides by what was typed: the format that is named, or else that of the file's ending.
  ///
  /// - Throws: `UsageError` where the two contradict each other.
  init(named name: String?, output: String?) throws(UsageError) {
    let ofFile: FoundFormat? =
      switch output.map({ PathParts($0).fileExtension }) {
      case "json": .json
      case "html", "htm": .html
      case "png": .sheet
      default: nil
      }
    guard let name else {
      self = ofFile ?? .table
      return
    }
    try self.init(named: name)
    if let ofFile, ofFile != self {
      throw UsageError(
        "--format \(rawValue) and the name '\(output ?? "")' (\(ofFile.rawValue)) contradict each "
          + "other. Leave out --format, or choose another name.")
    }
  }
}
