internal import CommandText
internal import DominantColor
internal import FilePalettes
internal import Pixels
internal import Reporting
internal import ShowHide

/// Which colours to select in each picture, checked.
struct SelectionRequest: Sendable {
  let choice: ColorChoice
  let tolerance: Int
  let feather: Int
  /// What does not count when the dominant hue, the accent or the brand colour is looked for.
  let leftOut: LeftOutColors

  /// Checks what was typed.
  init(
    color: String, tolerance: Int?, feather: Int?,
    leavingOut leftOut: LeftOutColors = LeftOutColors()
  ) throws(UsageError) {
    if tolerance != nil, let family = ColorFamily(named: color), !family.isBasic {
      throw UsageError(
        "'\(color)' is not a single colour, so that nothing is near it: leave out --tolerance.")
    }
    choice = try ColorChoice(color, takesFamilies: tolerance == nil)
    self.leftOut = leftOut
    guard leftOut.isEmpty || [.automatic, .accent, .brand].contains(choice) else {
      throw UsageError(
        "--without decides which colour auto, accent and brand are; --color \(color) names one. Leave "
          + "one of them out.")
    }
    self.tolerance = tolerance ?? choice.usualTolerance
    self.feather = feather ?? choice.usualFeather
    try choice.check(self.tolerance, option: "--tolerance")
    try choice.check(self.feather, option: "--feather")
  }

  /// A selection, and what it selects in words.
  struct Answer: Equatable {
    let selection: ColorSelection
    let words: String
    /// Whether the words say how much of the picture that is, or that it is nothing.
    var tellsShare = false
  }

  /// How the hues are divided that ``answer(for:)`` asks for; `nil` where it asks for none.
  var hues: HueScale? { choice == .automatic ? HueScale() : nil }

  /// Whether ``answer(for:)`` asks for what the picture's colours are good for.
  var wantsRoles: Bool { choice == .accent || wantsBrand }

  /// Whether it asks for the brand colour.
  var wantsBrand: Bool { choice == .brand }

  /// Selects in a picture.
  ///
  /// - Parameter look: what was found out of it.
  /// - Returns: the selection.
  /// - Throws: ``MissingRole`` where the accent or the brand colour is asked for and there is none.
  func answer(for look: PictureLook) throws(MissingRole) -> Answer {
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
      return try answer(
        for: look, "accent", look.roles?.accent, absence: look.roles?.accentAbsence)
    case .brand:
      return try answer(
        for: look, "brand colour", look.roles?.brand, absence: look.roles?.brandAbsence)
    case .family(let family):
      let edge = SoftEdge(tolerance: 10 * tolerance, feather: 10 * feather)
      return Answer(
        selection: .family(family, edge: edge), words: "all that is called \(family.rawValue)")
    case .hue(let degrees):
      range = HueRange(scale: scale, center: degrees, tolerance: tolerance)
    case .automatic:
      let hues = look.hues ?? HueHistogram(scale)
      guard let vivid = hues.mostVividRange(tolerance: tolerance) else {
        return Answer(
          selection: .nothing, words: "no dominant hue: \(Self.absence(of: look))",
          tellsShare: true)
      }
      range = vivid
      // Of what is left out some has these hues too: that share is of the pixels as they are written.
      guard leftOut.isEmpty else { break }
      let part = Double(hues.count(in: range)) / Double(hues.tally.counted)
      share = ", \(Decimals.percent(part)) of the visible pixels"
    }
    return Answer(
      selection: .hue(range, feather: feather),
      words: "hue \(range.center)° ± \(tolerance)°\(share)", tellsShare: !share.isEmpty)
  }

  /// What is near the colour of a role.
  private func answer(
    for look: PictureLook, _ role: String, _ swatch: Swatch?, absence: String?
  ) throws(MissingRole) -> Answer {
    guard let color = swatch?.color else {
      if look.leavesAllOut { throw MissingRole(role: role, reason: AbsenceText.leftOut) }
      throw MissingRole(role: role, reason: absence ?? "it was not looked at")
    }
    let edge = SoftEdge(tolerance: 10 * tolerance, feather: 10 * feather)
    return Answer(
      selection: .near(color, edge: edge),
      words: "near the \(role) \(ColorDescription(color).name) (\(color)), ± \(tolerance) %")
  }

  private static func absence(of look: PictureLook) -> String {
    if look.leavesAllOut { return AbsenceText.leftOut }
    let tally = look.hues?.tally ?? HueHistogram(HueScale()).tally
    return Palette(method: .hue, swatches: [], tally: tally).absence?.description ?? ""
  }
}
