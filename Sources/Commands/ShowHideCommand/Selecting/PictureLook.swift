internal import DominantColor
internal import Pixels
internal import ShowHide

/// What a picture consists of, as far as a change asks for it.
struct PictureLook: Sendable {
  /// What its pixels look like; `nil` where they are colours of sRGB.
  var seen: SeenColors?
  /// All its hues.
  var hues: HueHistogram?
  /// Its colours by method `distinct`.
  private(set) var palette: Palette?
  /// What its colours are good for; `nil` where it was not asked for.
  private(set) var roles: PaletteRoles?
  /// The background that was left out of it.
  var background: Background?
  /// Pixels of that background.
  var backgroundPixels: UInt64 = 0

  /// Whether there are visible pixels, and none of them counts.
  var leavesAllOut: Bool {
    guard let tally = hues?.tally ?? palette?.tally else { return false }
    return tally.counted == 0 && tally.filtered + backgroundPixels > 0
  }

  /// Takes the colours that were counted, if any were.
  mutating func take(_ colors: RoleSearch?) {
    guard let found = colors?.found() else { return }
    (palette, roles) = (found.palette, found.roles)
  }
}

/// A picture has no colour of a role, for a reason.
struct MissingRole: Error, Equatable {
  /// As a sentence names it.
  let role: String
  let reason: String
}
