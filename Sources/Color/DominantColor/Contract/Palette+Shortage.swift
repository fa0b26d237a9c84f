extension Palette {
  /// Why a palette has fewer swatches than were asked for.
  public enum Shortage: String, Hashable, Sendable {
    /// The image has no further colours.
    case noFurtherColors
    /// Further colours are near the swatches.
    case othersAreNear
    /// The image decided how many there are (``PaletteOptions/choosesCount``).
    case chosen
  }

  /// Why there are fewer swatches than were asked for.
  ///
  /// - Parameters:
  ///   - options: what was asked.
  ///   - isExact: whether the swatches are exact colours of an image that consists of few.
  /// - Returns: the reason; `nil` where there are as many, where no number was asked for, and where there is none at all, for which
  ///   ``absence`` has the reason.
  public func shortage(of options: PaletteOptions, isExact: Bool) -> Shortage? {
    guard absence == nil, !swatches.isEmpty else { return nil }
    if options.choosesCount, swatches.count < options.count(for: .distinct) { return .chosen }
    guard let count = options.count, swatches.count < min(count, 64) else { return nil }
    return isExact || method == .kmeans || method == .hue ? .noFurtherColors : .othersAreNear
  }
}

extension Palette.Shortage: CustomStringConvertible {
  /// The reason in words.
  public var description: String {
    switch self {
    case .noFurtherColors: "the picture has no further ones"
    case .othersAreNear: "further ones do not differ clearly from these"
    case .chosen: "further ones cover too little or do not differ clearly from these"
    }
  }
}
