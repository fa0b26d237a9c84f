public import Pixels

/// What fills the border of an image: one colour, or colours that run into each other.
///
/// ```swift
/// switch Background.finding(in: image) {
/// case .found(let background): background.swatch.color  // #ffffff
/// case .none(let absence): absence.description  // "the border is busy"
/// }
/// ```
///
/// A background is known by its colours: pixels of these colours inside of the image, such as the holes of letters,
/// belong to it. `BackgroundSearch` specifies how it is found.
public struct Background: Hashable, Sendable {
  /// The exact mean and number of its pixels, out of all visible ones.
  public let swatch: Swatch
  /// Whether its colours differ from place to place by more than 16 levels of a channel.
  public let isGradient: Bool
  /// Whether each of 32 × 32 × 32 cells of 8 levels belongs to it, blue fastest.
  private let cells: [Bool]

  init(swatch: Swatch, isGradient: Bool, cells: [Bool]) {
    (self.swatch, self.isGradient, self.cells) = (swatch, isGradient, cells)
  }

  /// The same with the mean told in another space of colours than its pixels are counted in.
  package func replacingColor(with color: RGB8) -> Background {
    Background(
      swatch: Swatch(color: color, count: swatch.count, outOf: swatch.outOf),
      isGradient: isGradient, cells: cells)
  }

  /// Whether pixels of a colour belong to the background.
  ///
  /// - Complexity: O(1).
  public func contains(_ color: RGB8) -> Bool {
    cells[Int(color.red >> 3) << 10 | Int(color.green >> 3) << 5 | Int(color.blue >> 3)]
  }

  /// Lends the pixels that do not belong to the background, each row's packed into one, and those that are
  /// not visible as they are.
  ///
  /// What is counted of them is what is counted of the image without its background. Pixels with nothing but
  /// background between them become neighbours; of `hide(in:rule:_:)` they do not.
  ///
  /// - Parameters:
  ///   - view: pixels of the image.
  ///   - rule: what is visible.
  ///   - body: receives the pixels of each row that has some.
  /// - Returns: visible pixels that were left out.
  /// - Complexity: O(*n*) in pixels; the memory of a row.
  @discardableResult
  public func leaveOut(
    of view: PixelView, rule: VisibilityRule, _ body: (PixelView) -> Void
  ) -> UInt64 {
    var left: UInt64 = 0
    withUnsafeTemporaryAllocation(of: RGBA8.self, capacity: max(view.width, 1)) { packed in
      guard let base = packed.baseAddress else { return }
      for y in 0..<view.height {
        var count = 0
        for x in 0..<view.width {
          let pixel = view[x, y]
          if pixel.alpha >= rule.minimumAlpha, contains(pixel.color) {
            left += 1
          } else {
            packed[count] = pixel
            count += 1
          }
        }
        guard count > 0 else { continue }
        // SAFETY: that many pixels of the allocation were just written.
        body(PixelView(baseAddress: UnsafeRawPointer(base), width: count, height: 1))
      }
    }
    return left
  }
}

extension Background {
  /// Rows of which copies are lent at once.
  private static let hiddenRows = 64

  /// Lends the pixels with those of the background made transparent, so that all stay where they are.
  ///
  /// Where transparent pixels are visible too, they are left out as ``leaveOut(of:rule:_:)`` does.
  ///
  /// - Parameters:
  ///   - view: rows of the image.
  ///   - rule: what is visible.
  ///   - body: receives the rows from above.
  /// - Returns: visible pixels that were left out, and how many of them the body was given as transparent ones.
  /// - Complexity: O(*n*) in pixels; the memory of some rows.
  func hide(
    in view: PixelView, rule: VisibilityRule, _ body: (PixelView) -> Void
  ) -> (leftOut: UInt64, hidden: UInt64) {
    guard rule.minimumAlpha > 0 else { return (leaveOut(of: view, rule: rule, body), 0) }
    guard !view.isEmpty else { return (0, 0) }
    var hidden: UInt64 = 0
    let rows = min(view.height, Self.hiddenRows)
    withUnsafeTemporaryAllocation(of: RGBA8.self, capacity: rows * view.width) { copy in
      guard let base = copy.baseAddress else { return }
      for first in stride(from: 0, to: view.height, by: rows) {
        let height = min(rows, view.height - first)
        for y in 0..<height {
          for x in 0..<view.width {
            var pixel = view[x, first + y]
            if pixel.alpha >= rule.minimumAlpha, contains(pixel.color) {
              pixel = RGBA8(red: 0, green: 0, blue: 0, alpha: 0)
              hidden += 1
            }
            copy[y * view.width + x] = pixel
          }
        }
        // SAFETY: that many rows of the allocation were just written.
        body(PixelView(baseAddress: UnsafeRawPointer(base), width: view.width, height: height))
      }
    }
    return (hidden, hidden)
  }
}

/// Whether an image has a background.
public enum BackgroundFinding: Hashable, Sendable {
  /// It has.
  case found(Background)
  /// It has none, for a reason.
  case none(Absence)

  /// The background; `nil` where there is none.
  public var background: Background? {
    if case .found(let background) = self { background } else { nil }
  }

  /// Why there is none; `nil` where there is one.
  public var absence: Absence? {
    if case .none(let absence) = self { absence } else { nil }
  }

  /// A reason to have no background: an ordinary answer, not an error.
  public enum Absence: String, Hashable, Sendable {
    /// The image has fewer than 3 columns or rows: nothing is inside a border.
    case tooSmall
    /// The border is transparent.
    case transparent
    /// No colour, and no colours that run into each other, fill three quarters of the border.
    case busyBorder
  }
}

extension BackgroundFinding.Absence: CustomStringConvertible {
  /// The reason in words.
  public var description: String {
    switch self {
    case .tooSmall: "the image has fewer than 3 columns or rows"
    case .transparent: "the border is transparent"
    case .busyBorder: "no colour fills three quarters of the border"
    }
  }
}
