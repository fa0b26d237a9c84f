internal import CAnswers
internal import DominantColor
internal import Hashing
internal import Pixels
internal import ShowHide
internal import SyntheticImages

/// Answers for all pictures; 0 when every answer is the specification's.
@_cdecl("answers_run")
public func run(whole: Int32) -> Int32 {
  var output = Output()
  let questions = Questions()
  for index in 0..<answers_picture_count() {
    var (width, height): (Int32, Int32) = (0, 0)
    var pixels: UnsafePointer<UInt8>?
    let name = String(cString: answers_picture(index, &width, &height, &pixels))
    guard let pixels else { continue }
    // SAFETY: the host holds four bytes for each pixel until the program ends.
    let view = PixelView(
      baseAddress: UnsafeRawPointer(pixels), width: Int(width), height: Int(height))
    questions.ask(name, view, to: &output)
  }
  // Sizes around those of vectors, tiles and rows; a view inside a larger one has gaps between rows.
  var sizes = [(1, 1), (33, 34), (129, 40)]
  if whole != 0 { sizes += (1...80).map { ($0, 81 - $0) } + [(640, 480), (2001, 1000)] }
  for kind in SyntheticImage.all {
    for (width, height) in sizes {
      guard let image = try? kind.makeImage(width: width + 3, height: height + 2, seed: 42) else {
        continue
      }
      image.withPixels { view in
        let part = view.cropped(columns: 2..<(width + 2), rows: 1..<(height + 1))
        questions.ask("\(kind.name)", part, isHuge: width > 1000, to: &output)
      }
    }
  }
  if let bytes = randomImage(width: 131, height: 57) {
    bytes.withPixels { questions.ask("random", $0, to: &output) }
  }
  if whole != 0, let colors = allColors() {
    colors.withPixels { questions.ask("all colours", $0, isHuge: true, to: &output) }
  }
  output.write("\(output.differences) differences")
  return output.differences == 0 ? 0 : 1
}

/// Bytes by chance, alpha too.
private func randomImage(width: Int, height: Int) -> ImageBuffer? {
  guard var image = try? ImageBuffer(width: width, height: height) else { return nil }
  var random = SplitMix64(seed: 42)
  image.withMutableBytes { bytes in
    for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: random.next() >> 32) }
  }
  return image
}

/// Every colour once.
private func allColors() -> ImageBuffer? {
  guard var image = try? ImageBuffer(width: 4096, height: 4096) else { return nil }
  image.withMutableBytes { bytes in
    for color in 0..<(1 << 24) {
      bytes.storeBytes(
        of: (UInt32(color) | 0xFF00_0000).littleEndian, toByteOffset: 4 * color, as: UInt32.self)
    }
  }
  return image
}
