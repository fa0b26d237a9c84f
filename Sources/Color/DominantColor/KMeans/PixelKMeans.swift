public import Pixels

/// Lloyd's iteration over all pixels of an image, in double precision: what method `kmeans` is
/// measured against, in inertia and not bit for bit.
///
/// Pixels of equal colour are taken together, which changes no sum. Slow: seconds for a photo.
public struct PixelKMeans: Sendable {
  private let colors: [RGB8]
  private let points: [OKLab]
  private let weights: [Double]

  /// Collects the colours of the pixels that count.
  public init(_ view: PixelView, rule: VisibilityRule = VisibilityRule()) {
    var words: [UInt32] = []
    for y in 0..<view.height {
      for x in 0..<view.width {
        let pixel = view[x, y]
        guard rule.verdict(on: pixel) == .counted else { continue }
        words.append(
          UInt32(pixel.color.red) << 16 | UInt32(pixel.color.green) << 8
            | UInt32(pixel.color.blue))
      }
    }
    words.sort()
    var (colors, weights): ([RGB8], [Double]) = ([], [])
    var last: UInt32?
    for word in words {
      if word == last {
        weights[weights.count - 1] += 1
      } else {
        last = word
        weights.append(1)
        colors.append(
          RGB8(
            red: UInt8(word >> 16), green: UInt8(word >> 8 & 255), blue: UInt8(word & 255)))
      }
    }
    self.colors = colors
    self.weights = weights
    points = colors.map { OKLab($0) }
  }

  /// The sum over pixels of the squared distance to the nearest centre, of which there is at least
  /// one unless there are no pixels.
  public func inertia(of centers: [OKLab]) -> Double {
    zip(points, weights).reduce(0) { $0 + $1.1 * nearest($1.0, centers).square }
  }

  /// Centres at which Lloyd's iteration from given ones converges.
  ///
  /// - Parameters:
  ///   - start: the first centres; one that loses all its pixels stays where it is.
  ///   - limit: iterations at most.
  /// - Returns: as many centres.
  public func centers(from start: [OKLab], limit: Int = 300) -> [OKLab] {
    var centers = start
    var labels: [Int] = []
    for _ in 0..<limit {
      let found = points.map { nearest($0, centers).label }
      if found == labels { break }
      labels = found
      let means = means(of: centers.count, labels)
      centers = zip(centers, means).map { $1 ?? $0 }
    }
    return centers
  }

  /// The means in OKLab of groups of pixels; `nil` for a group without any.
  ///
  /// - Parameters:
  ///   - count: groups.
  ///   - label: the group of a colour, 0 ..< `count`.
  /// - Returns: one mean for each group.
  public func means(of count: Int, by label: (RGB8) -> Int) -> [OKLab?] {
    means(of: count, colors.map(label))
  }

  private func means(of count: Int, _ labels: [Int]) -> [OKLab?] {
    var sums = Array(repeating: SIMD4<Double>(), count: count)
    for (index, label) in labels.enumerated() {
      let point = points[index]
      sums[label] += weights[index] * SIMD4(point.lightness, point.a, point.b, 1)
    }
    return sums.map { sum in
      sum.w > 0 ? OKLab(lightness: sum.x / sum.w, a: sum.y / sum.w, b: sum.z / sum.w) : nil
    }
  }

  private func nearest(_ point: OKLab, _ centers: [OKLab]) -> (label: Int, square: Double) {
    var best = (label: 0, square: Double.infinity)
    for (label, center) in centers.enumerated() {
      let square = point.squaredDistance(to: center)
      if square < best.square { best = (label, square) }
    }
    return best
  }
}
