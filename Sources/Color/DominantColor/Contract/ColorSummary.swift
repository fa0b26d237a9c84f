public import Pixels

/// What pixels are counted into, and all that a palette is made of: a commutative monoid.
///
/// An empty summary, ``add(_:rule:)`` and ``merge(_:)`` give *equal* summaries for the same pixels
/// in any order and any division: one pass over a buffer, bands counted by several threads, rows
/// out of a decoder and partial results of other machines all end in the same value.
/// ``ColorHistogram``, ``HueHistogram`` and ``PlacedColors`` are the three; the last one looks at neighbours,
/// so that whole rows of a picture are added from above, and whole pictures are merged.
public protocol ColorSummary: Hashable, Sendable {
  /// Pixels counted, transparent and filtered.
  var tally: PixelTally { get }

  /// Adds every pixel of a view in one scalar loop: the specification of every kernel.
  ///
  /// - Complexity: O(*n*) in pixels; allocates nothing.
  mutating func add(_ view: PixelView, rule: VisibilityRule)

  /// Ends a picture, where that matters: what is added later has no neighbour in it.
  mutating func close()

  /// Adds the pixels of another summary of the same layout.
  mutating func merge(_ other: Self)

  /// Forgets every pixel, keeping the memory.
  mutating func removeAll()
}

extension ColorSummary {
  /// Nothing, for summaries that look at no neighbours.
  public mutating func close() {}
}
