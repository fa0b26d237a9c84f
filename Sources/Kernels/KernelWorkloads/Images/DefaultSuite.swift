/// What is measured when no image is named: a real photo and synthetic images from the easiest to
/// the worst, at sizes where memory, not the cache, is measured.
package enum DefaultSuite {
  package static let images = [
    ImageRequest(source: .packagedPhoto, size: .pixelCount(24_000_000)),
    ImageRequest(source: .synthetic("photo"), size: .pixelCount(24_000_000)),
    ImageRequest(source: .synthetic("screen"), size: .pixelCount(12_000_000)),
    ImageRequest(source: .synthetic("planted"), size: .pixelCount(6_000_000)),
    ImageRequest(source: .synthetic("straddle"), size: .pixelCount(6_000_000)),
    ImageRequest(source: .synthetic("noise"), size: .pixelCount(6_000_000)),
    ImageRequest(source: .synthetic("flat"), size: .pixelCount(12_000_000)),
  ]
}
