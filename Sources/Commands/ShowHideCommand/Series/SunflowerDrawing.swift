internal import ImageCodecs
internal import MarkupEscaping
internal import Pixels
internal import Reporting
internal import ShowHide

/// A series of pictures as a sunflower of circles.
struct SunflowerDrawing {
  private let pictures: [SeriesPicture]
  private let flower: Sunflower
  /// A side of the square drawing, in pixels.
  let side: Int

  /// Circles touch where florets are nearest to each other.
  private static let circleRadius = 0.75

  /// Lays out pictures, the first in the middle.
  init(_ pictures: [SeriesPicture], side: Int) {
    self.pictures = pictures
    self.side = side
    let unit = Sunflower(count: pictures.count, spacing: 1)
    flower = Sunflower(
      count: pictures.count, spacing: Double(side) / 2 / (unit.radius + Self.circleRadius))
  }

  /// A circle in pixels.
  private func circle(_ index: Int) -> (x: Double, y: Double, radius: Double) {
    let center = flower.center(of: index)
    let half = Double(side) / 2
    return (half + center.x, half + center.y, Self.circleRadius * flower.spacing)
  }

  /// The drawing with a tooltip on each circle; a picture without a colour is an empty ring.
  var svg: String {
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(side)" height="\(side)" \
      viewBox="0 0 \(side) \(side)">

      """
    for (index, picture) in pictures.enumerated() {
      let circle = circle(index)
      let numbers = [circle.x, circle.y, circle.radius].map { Decimals.fixed($0, places: 2) }
      let fill = picture.color.map { "fill=\"\($0)\"" } ?? "fill=\"none\" stroke=\"#808080\""
      let words =
        picture.color.map { "\($0), \(Decimals.percent(picture.share))" }
        ?? "no dominant colour"
      text += """
          <circle cx="\(numbers[0])" cy="\(numbers[1])" r="\(numbers[2])" \(fill)>\
        <title>\(Markup.xml(picture.path)): \(words)</title></circle>

        """
    }
    return text + "</svg>\n"
  }

  /// The drawing as pixels on transparent ground, edges smoothed by 8 × 8 samples a pixel; a
  /// picture without a colour leaves its place empty.
  ///
  /// - Throws: ``CommandFailure`` that names the file, where there is no memory.
  func png(for path: String) throws(CommandFailure) -> [UInt8] {
    guard var image = try? ImageBuffer(width: side, height: side) else {
      throw .noMemory(path, "there is not enough memory for \(side) × \(side) pixels.")
    }
    for (index, picture) in pictures.enumerated() {
      guard let color = picture.color else { continue }
      let circle = circle(index)
      let rows = Self.span(circle.y, circle.radius, limit: side)
      let columns = Self.span(circle.x, circle.radius, limit: side)
      for y in rows {
        for x in columns {
          let samples = Self.samples(x: x, y: y, inside: circle)
          // Circles do not overlap; where two share a pixel, the one with more of it wins.
          // Rounded: 64 samples give (16,320 + 32) / 64 = 255, and one 287 / 64 = 4.
          let alpha = UInt8((samples * 255 + 32) / 64)
          if alpha > image[x, y].alpha { image[x, y] = RGBA8(color, alpha: alpha) }
        }
      }
    }
    do {
      return try PNGEncoder().encode(image)
    } catch {
      throw .unencodable(error, path: path)
    }
  }

  private static func span(_ center: Double, _ radius: Double, limit: Int) -> Range<Int> {
    let first = max(0, Int((center - radius).rounded(.down)))
    let end = min(limit, Int((center + radius).rounded(.up)) + 1)
    return first..<max(first, end)
  }

  /// How many of a pixel's 64 samples lie inside a circle.
  private static func samples(
    x: Int, y: Int, inside circle: (x: Double, y: Double, radius: Double)
  ) -> Int {
    var count = 0
    for row in 0..<8 {
      for column in 0..<8 {
        let dx = Double(x) + (Double(column) + 0.5) / 8 - circle.x
        let dy = Double(y) + (Double(row) + 0.5) / 8 - circle.y
        if dx * dx + dy * dy <= circle.radius * circle.radius { count += 1 }
      }
    }
    return count
  }
}
