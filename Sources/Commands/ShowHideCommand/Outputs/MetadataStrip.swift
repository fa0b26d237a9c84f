internal import ImageCodecs

/// What of a picture's metadata is left out of the files that are made of it.
enum MetadataStrip: String, CaseIterable, Sendable {
  case nothing
  case location
  case all

  /// What is left.
  func applied(to metadata: PictureMetadata) -> PictureMetadata {
    switch self {
    case .nothing: metadata
    case .location: metadata.withoutLocation()
    case .all: PictureMetadata()
    }
  }

  /// What can be asked for.
  static let choices = [all, location].map(\.rawValue)

  /// Gives the option its word where none follows it, as the parser wants one.
  static func givingWord(to arguments: [String]) -> [String] {
    var result: [String] = []
    for (index, argument) in arguments.enumerated() {
      if argument == "--" { return result + arguments[index...] }
      let next = index + 1 < arguments.count ? arguments[index + 1] : ""
      result.append(
        argument == "--strip" && !choices.contains(next) ? "--strip=\(all.rawValue)" : argument)
    }
    return result
  }
}
