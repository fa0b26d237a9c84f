import DominantColor
import Pixels
import SyntheticImages
import XCTest

/// Every kernel on huge synthetic images, ten runs each, timed by XCTest.
///
/// These print seconds for people to look at; nothing here fails because a machine is slow. Whether
/// something became slower is for `bench` to say, which knows how to compare.
final class KernelPerformanceTests: XCTestCase {
  private static let measured = [
    "tiles", "simd", "histogram", "kmeans-tiles", "kmeans", "kmeans-scalar", "hue-tiles",
    "hue-simd", "hue", "distinct-tiles", "distinct-simd", "distinct",
  ]

  func testEveryKernelIsMeasured() {
    XCTAssertEqual(Set(Self.measured), Set(KernelCatalog.all.map(\.id)))
  }

  func testTilesOn24MPPhoto() throws { try measure("tiles", on: "photo") }
  func testTilesOn24MPNoise() throws { try measure("tiles", on: "noise") }
  func testTilesOn100MPPhoto() throws {
    try measure("tiles", on: "photo", width: 12_000, height: 8333)
  }
  func testSIMDOn24MPPhoto() throws { try measure("simd", on: "photo") }
  func testSIMDOn24MPFlat() throws { try measure("simd", on: "flat") }
  func testSIMDOn24MPScreen() throws { try measure("simd", on: "screen") }
  func testSIMDOn24MPNoise() throws { try measure("simd", on: "noise") }
  func testSIMDOn24MPAlpha() throws { try measure("simd", on: "alpha") }
  func testSIMDOn100MPPhoto() throws {
    try measure("simd", on: "photo", width: 12_000, height: 8333)
  }
  func testHistogramOn24MPPhoto() throws { try measure("histogram", on: "photo") }
  func testHistogramOn24MPNoise() throws { try measure("histogram", on: "noise") }
  func testKMeansTilesOn24MPPhoto() throws { try measure("kmeans-tiles", on: "photo") }
  func testKMeansOn24MPPhoto() throws { try measure("kmeans", on: "photo") }
  func testKMeansOn24MPNoise() throws { try measure("kmeans", on: "noise") }
  func testKMeansScalarOn24MPPhoto() throws { try measure("kmeans-scalar", on: "photo") }
  func testDistinctTilesOn24MPPhoto() throws { try measure("distinct-tiles", on: "photo") }
  func testDistinctSIMDOn24MPPhoto() throws { try measure("distinct-simd", on: "photo") }
  func testDistinctOn24MPPhoto() throws { try measure("distinct", on: "photo") }
  func testHueTilesOn24MPPhoto() throws { try measure("hue-tiles", on: "photo") }
  func testHueSIMDOn24MPPhoto() throws { try measure("hue-simd", on: "photo") }
  func testHueSIMDOn24MPNoise() throws { try measure("hue-simd", on: "noise") }
  func testHueOn24MPPhoto() throws { try measure("hue", on: "photo") }

  /// Times a kernel on an image, after checking that it is right.
  private func measure(
    _ id: String, on name: String, width: Int = 6000, height: Int = 4000
  ) throws {
    let kernel = try XCTUnwrap(KernelCatalog.kernel(named: id))
    let kind = try XCTUnwrap(SyntheticImage.named(name))
    let image = try kind.makeImage(width: width, height: height)
    let workspace = Workspace(threads: TuningKey.threads)
    let options = PaletteOptions()
    image.withPixels { view in
      let expected = KernelCatalog.reference(for: kernel.method).palette(
        of: view, options: options, workspace: workspace)
      XCTAssertEqual(kernel.palette(of: view, options: options, workspace: workspace), expected)
      measure {
        _ = kernel.palette(of: view, options: options, workspace: workspace)
      }
    }
  }
}
