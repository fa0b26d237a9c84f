import Foundation
import ImageCodecs
import SyntheticImages
import Testing

/// The images on which method `kmeans` is compared with scikit-learn.
///
/// An unoptimised build takes a few of them, an optimised one all.
enum KMeansImageSet {
  /// Columns of the synthetic images.
  static let width = 640
  /// Their rows.
  static let height = 480

  static let photos = {
    #if DEBUG
      ["500lines-architecture.jpg"]
    #else
      [
        "500lines-animals.jpg", "500lines-architecture.jpg", "500lines-frankfurt.jpg",
        "500lines-hidedominant.jpg", "500lines-showdominant.jpg", "astronaut.png", "camera.png",
        "chelsea.png", "china.jpg", "coffee.png", "color.png", "flower.jpg", "horse.png",
        "hubble_deep_field.jpg", "ihc.png", "logo.png", "retina.jpg", "rocket.jpg",
      ]
    #endif
  }()

  static let synthetic = {
    #if DEBUG
      ["flat"]
    #else
      SyntheticImage.all.map(\.name)
    #endif
  }()

  static let all = photos + synthetic

  /// Seeds of the noise that palettes should bear.
  static let noises: ClosedRange<UInt64> = {
    #if DEBUG
      2...2
    #else
      2...4
    #endif
  }()

  /// Images whose best clusters are other ones as soon as there is noise.
  ///
  /// In `flat` there is nothing but the noise to divide by. `horse.png` is two colours with soft
  /// edges: noise of ±2 levels makes its inertia four times what it was, so that clusters divide
  /// the noise; the best of 20 restarts of scikit-learn moves by more than ΔE₀₀ 10.
  static let unstable = ["flat", "horse.png"]

  /// Where to write the synthetic images to.
  static let folder = ProcessInfo.processInfo.environment["KMEANS_IMAGES"]
}

/// Writes the synthetic images as files, for `Tests/Fixtures/KMeans/reference_inertia.py`; the
/// command is there.
@Suite(
  "The image set of method kmeans",
  .enabled(if: KMeansImageSet.folder != nil, "KMEANS_IMAGES names no folder to write it to."))
struct KMeansImageFiles {
  @Test("is written to the folder KMEANS_IMAGES")
  func write() throws {
    let folder = URL(filePath: try #require(KMeansImageSet.folder))
    for kind in SyntheticImage.all {
      let image = try kind.makeImage(width: KMeansImageSet.width, height: KMeansImageSet.height)
      let file = folder.appending(path: "\(kind.name).png")
      try Data(PNGEncoder().encode(image)).write(to: file)
      let written = try ImageDecoder().decode([UInt8](Data(contentsOf: file))).image
      #expect(written == image)
    }
  }
}
