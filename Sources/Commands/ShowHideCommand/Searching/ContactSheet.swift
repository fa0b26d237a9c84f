internal import ArgumentParser
internal import ColorIndex
internal import ImageCodecs
internal import Pixels

/// Found pictures as one PNG: small pictures in rows, each above a strip of its colours.
struct ContactSheet {
  static let columns = 5
  static let cell = 240
  static let strip = 24
  static let margin = 8
  static let mostPictures = 400

  private var image: ImageBuffer
  private var count = 0

  /// Makes an empty sheet on a middle grey.
  ///
  /// - Throws: ``CommandFailure`` where there is no memory.
  init(count: Int) throws(CommandFailure) {
    let columns = min(max(count, 1), Self.columns)
    let rows = (max(count, 1) + columns - 1) / columns
    let width = Self.margin + columns * (Self.cell + Self.margin)
    let height = Self.margin + rows * (Self.cell + Self.strip + Self.margin)
    do {
      image = try ImageBuffer(width: width, height: height)
    } catch {
      throw CommandFailure(message: error.description, exitCode: .failure)
    }
    let ground = RGBA8(red: 128, green: 128, blue: 128, alpha: 255)
    for y in 0..<height { for x in 0..<width { image[x, y] = ground } }
  }

  /// Adds the next picture.
  ///
  /// - Parameters:
  ///   - small: the picture, at most ``cell`` pixels a side; `nil` where it cannot be read.
  ///   - palette: its colours.
  ///   - matched: the colour for which it was found, which takes the first quarter of the strip; `nil`
  ///     for none.
  mutating func add(
    _ small: consuming ImageBuffer?, _ palette: IndexedPalette, matched: RGB8? = nil
  ) {
    let left = Self.margin + count % Self.columns * (Self.cell + Self.margin)
    let top = Self.margin + count / Self.columns * (Self.cell + Self.strip + Self.margin)
    count += 1
    if let small {
      let x0 = left + (Self.cell - small.width) / 2
      let y0 = top + (Self.cell - small.height) / 2
      for y in 0..<min(small.height, Self.cell) {
        for x in 0..<min(small.width, Self.cell) {
          image[x0 + x, y0 + y] = Self.mixed(small[x, y], over: image[x0 + x, y0 + y])
        }
      }
    }
    let total = max(palette.swatches.reduce(0) { $0 + $1.share }, 1)
    var sum = 0
    let room = matched == nil ? 0 : Self.cell / 4
    if let matched {
      for x in 0..<room {
        for y in 0..<Self.strip { image[left + x, top + Self.cell + y] = RGBA8(matched) }
      }
    }
    for swatch in palette.swatches {
      let start = room + sum * (Self.cell - room) / total
      sum += swatch.share
      for x in start..<room + sum * (Self.cell - room) / total {
        for y in 0..<Self.strip { image[left + x, top + Self.cell + y] = RGBA8(swatch.color) }
      }
    }
  }

  /// The sheet as a file.
  ///
  /// - Throws: ``CommandFailure`` where it cannot be encoded.
  func png() throws(CommandFailure) -> [UInt8] {
    do {
      return try PNGEncoder().encode(image)
    } catch {
      throw CommandFailure(
        message: "The contact sheet cannot be drawn. \(error.description)", exitCode: .failure)
    }
  }

  private static func mixed(_ pixel: RGBA8, over ground: RGBA8) -> RGBA8 {
    let alpha = Int(pixel.alpha)
    func level(_ front: UInt8, _ back: UInt8) -> UInt8 {
      UInt8(clamping: (Int(front) * alpha + Int(back) * (255 - alpha) + 127) / 255)
    }
    return RGBA8(
      red: level(pixel.red, ground.red), green: level(pixel.green, ground.green),
      blue: level(pixel.blue, ground.blue), alpha: 255)
  }
}
