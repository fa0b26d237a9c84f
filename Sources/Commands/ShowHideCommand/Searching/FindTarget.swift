internal import ColorIndex
internal import ColorNames
internal import CommandText
internal import DominantColor
internal import Pixels
internal import Reporting

/// What `showhide find` looks for.
enum FindTarget: Sendable {
  /// What looks like a colour.
  case color(ColorQuery)
  /// All that people call by one word, or hues.
  case range(RangeQuery)
  /// Pictures without colours.
  case monochrome
  /// Pictures like one, within a distance.
  case like(String, reach: Double)

  /// Reads a colour, a word for many, or a hue.
  ///
  /// A word such as "red" means all reds, but with a distance the colour of that name itself.
  ///
  /// - Parameters:
  ///   - word: as it was typed.
  ///   - within: the distance asked for, if one was: ΔE00, of a hue degrees.
  ///   - share: the least share asked for, if one was.
  /// - Throws: `UsageError`.
  init(word: String, within: Double?, share: String?) throws(UsageError) {
    func least(_ usual: String) throws(UsageError) -> Int {
      try shareArgument(share ?? usual, option: "--share")
    }
    if word.lowercased().hasPrefix("hue:") {
      guard case .hue(let center) = try ColorChoice(word) else { throw UsageError(word) }
      let degrees = within ?? 20
      guard (0...180).contains(degrees) else {
        throw UsageError("--within takes 0 to 180 (degrees) with a hue, not \(degrees).")
      }
      let hues = HueRange(scale: HueScale(), center: center, tolerance: Int(degrees))
      self = .range(RangeQuery(.hue(hues), share: try least("5%")))
    } else if let family = ColorFamily(named: word), within == nil || !family.isBasic {
      guard within == nil else {
        throw UsageError(
          "'\(word)' is not a single colour, so that nothing is near it: leave out --within.")
      }
      self = .range(RangeQuery(.family(family), share: try least(family.isBasic ? "5%" : "50%")))
    } else {
      let reach = within ?? 10
      try Self.check(reach)
      self = .color(
        ColorQuery(
          color: try colorArgument(word, orOneOf: ColorFamily.allCases.map(\.rawValue)),
          within: reach, share: try least("5%")))
    }
  }

  /// Takes a picture, whose palette is compared.
  ///
  /// - Throws: `UsageError`.
  init(like path: String, within: Double?) throws(UsageError) {
    let reach = within ?? 20
    try Self.check(reach)
    self = .like(path, reach: reach)
  }

  private static func check(_ reach: Double) throws(UsageError) {
    guard (0...200).contains(reach) else {
      throw UsageError("--within takes 0 to 200 (ΔE00), not \(reach).")
    }
  }

  /// Whether pictures have a distance to it.
  var hasDistance: Bool {
    switch self {
    case .color, .like: true
    case .range, .monochrome: false
    }
  }

  /// The colour for which a picture was found; `nil` where that is no single one.
  func matched(in picture: IndexedPicture) -> RGB8? {
    switch self {
    case .color(let query): query.matched(in: picture.palette, picture.tones)
    case .range(let query): query.matched(in: picture.palette, picture.tones)
    case .monochrome, .like: nil
    }
  }
}
