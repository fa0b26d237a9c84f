/// What a night measures when no image is named.
package enum NightSuite: String, CaseIterable {
  /// Three images of a megapixel: minutes, and fewer kinds of image.
  case quick
  /// The images of plain `bench run`.
  case `default`

  /// The images as `--image` names them, and the sizes; none for the default suite of `bench run`.
  package var request: (images: [String], sizes: [String]) {
    switch self {
    case .quick: (["photo", "planted", "noise"], ["1MP"])
    case .default: ([], [])
    }
  }
}
