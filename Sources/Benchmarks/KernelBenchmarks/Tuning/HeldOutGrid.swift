internal import DominantColor

/// The images that `bench tune --verify` takes: none of the sizes and none of the kinds that
/// `bench tune` races on.
package enum HeldOutGrid {
  package static let sizes: [(width: Int, height: Int)] = [
    (5, 5), (20, 20), (50, 40), (120, 90), (200, 150), (400, 300), (700, 500), (1732, 1155),
    (4243, 2828), (8000, 6000),
  ]
  package static let synthetic = ["gradient", "screen", "planted", "alpha"]

  /// The synthetic kinds, and the photo kept with the package where it is found.
  package static func images() -> [ImageRequest.Source] {
    synthetic.map { .synthetic($0) } + (PackagedPhoto.path() == nil ? [] : [.packagedPhoto])
  }
}
