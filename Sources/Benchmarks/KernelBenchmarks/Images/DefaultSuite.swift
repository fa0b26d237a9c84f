/// What plain `bench run` runs: a real photo and synthetic images from the easiest to the worst, at
/// sizes where memory, not the cache, is measured.
package enum DefaultSuite {
  package static let images: [(source: ImageRequest.Source, size: ImageSize?)] = [
    (.packagedPhoto, .pixelCount(24_000_000)),
    (.synthetic("photo"), .pixelCount(24_000_000)),
    (.synthetic("screen"), .pixelCount(12_000_000)),
    (.synthetic("planted"), .pixelCount(6_000_000)),
    (.synthetic("straddle"), .pixelCount(6_000_000)),
    (.synthetic("noise"), .pixelCount(6_000_000)),
    (.synthetic("flat"), .pixelCount(12_000_000)),
  ]
}
