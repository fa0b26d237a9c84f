internal import DominantColor
package import Pixels
package import SyntheticImages

/// An image in memory, ready to be raced on.
package struct BenchmarkImage {
  /// A synthetic image's name, or a file's path as it was given.
  package let name: String
  package let pixels: ImageBuffer
  /// The colour that it was made to have; `nil` for photos and images of no one colour.
  package let planted: Truth?
}

extension BenchmarkImage {
  /// The name without folders.
  package var shortName: String { name.split(separator: "/").last.map(String.init) ?? name }

  /// The same image in other memory; as it is where it lies on huge pages, which are alike.
  package func moved() throws -> BenchmarkImage {
    guard pixels.byteCount < ImageBuffer.hugePageBytes else { return self }
    return BenchmarkImage(
      name: name, pixels: try pixels.withPixels { view in try ImageBuffer(copying: view) },
      planted: planted)
  }

  /// How far an answer is from the planted colour, by CIEDE2000; `nil` without one of both.
  package func distance(of color: RGB8?) -> Double? {
    guard let color, let planted else { return nil }
    return color.deltaE00(to: planted.color)
  }
}
