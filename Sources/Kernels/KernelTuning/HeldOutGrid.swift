internal import DominantColor
package import KernelWorkloads

/// The images that `kernels tune --verify` takes: none of the sizes and none of the kinds that
/// `kernels tune` races on.
package enum HeldOutGrid {
  package static let sizes: [(width: Int, height: Int)] = [
    (5, 5), (20, 20), (50, 40), (120, 90), (200, 150), (400, 300), (700, 500), (1732, 1155),
    (4243, 2828), (8000, 6000),
  ]
  package static let synthetic = ["gradient", "screen", "planted", "alpha"]

  /// The synthetic kinds, and a real photo.
  package static let images: [ImageRequest.Source] =
    synthetic.map { .synthetic($0) } + [.packagedPhoto]
}
