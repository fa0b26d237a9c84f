internal import CommandText
internal import DominantColor
internal import Pixels
internal import Reporting
internal import ShowHide

/// Which colours to select in each picture, checked.
struct SelectionRequest: Sendable {
  let choice: ColorChoice
  let tolerance: Int
  let feather: Int

  /// Checks what was typed.
  init(color: String, tolerance: Int?, feather: Int?) throws(UsageError) {
    if tolerance != nil, let family = ColorFamily(named: color), !family.isBasic {
      throw UsageError(
        "'\(color)' is no single colour, so that nothing is near it: leave out --tolerance.")
    }
    choice = try ColorChoice(color, takesFamilies: tolerance == nil)
    self.tolerance = tolerance ?? choice.usualTolerance
    self.feather = feather ?? choice.usualFeather
    try choice.check(self.tolerance, option: "--tolerance")
    try choice.check(self.feather, option: "--feather")
  }

  /// A selection, and what it selects in words.
  struct Answer: Equatable {
    let selection: ColorSelection
    let words: String
  }

  /// How the hues are divided that ``answer(for:)`` asks for; `nil` where it asks for none.
  var hues: HueScale? { choice == .automatic ? HueScale() : nil }

  /// Whether ``answer(for:)`` asks for a palette with an accent.
  var wantsAccent: Bool { choice == .accent }

  /// Selects in a picture.
  ///
  /// - Parameter look: what was found out of it.
  /// - Returns: the selection.
  /// - Throws: ``MissingAccent`` where the accent is asked for and there is none.
  func answer(for look: PictureLook) throws(MissingAccent) -> Answer {
    let scale = HueScale()
    let range: HueRange
    var share = ""
    switch choice {
    case .color(let color, let name):
      // A percent of the way from black to white is ten thousandths.
      let edge = SoftEdge(tolerance: 10 * tolerance, feather: 10 * feather)
      let exact = name.lowercased() == color.description ? "" : " (\(color))"
      return Answer(
        selection: .near(color, edge: edge), words: "near \(name)\(exact), ± \(tolerance) %")
    case .accent:
      let roles = look.roles
      guard let color = roles?.accent?.color else {
        throw MissingAccent(reason: roles?.accentAbsence ?? "it was not looked at")
      }
      let edge = SoftEdge(tolerance: 10 * tolerance, feather: 10 * feather)
      return Answer(
        selection: .near(color, edge: edge),
        words: "near the accent \(ColorDescription(color).name) (\(color)), ± \(tolerance) %")
    case .family(let family):
      let edge = SoftEdge(tolerance: 10 * tolerance, feather: 10 * feather)
      return Answer(
        selection: .family(family, edge: edge), words: "all that is called \(family.rawValue)")
    case .hue(let degrees):
      range = HueRange(scale: scale, center: degrees, tolerance: tolerance)
    case .automatic:
      let hues = look.hues ?? HueHistogram(scale)
      guard let vivid = hues.mostVividRange(tolerance: tolerance) else {
        return Answer(selection: .nothing, words: "no dominant hue: \(Self.absence(in: hues))")
      }
      range = vivid
      let part = Double(hues.count(in: range)) / Double(hues.tally.counted)
      share = ", \(Decimals.percent(part)) of the visible pixels"
    }
    return Answer(
      selection: .hue(range, feather: feather),
      words: "hue \(range.center)° ± \(tolerance)°\(share)")
  }

  private static func absence(in hues: HueHistogram) -> String {
    let palette = Palette(method: .hue, swatches: [], tally: hues.tally)
    return palette.absence?.description ?? ""
  }
}
