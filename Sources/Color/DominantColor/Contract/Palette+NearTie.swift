extension Palette {
  /// The swatches that share the lead: those with 49 fiftieths of the first one's pixels or more, in
  /// order; empty where the first one leads alone.
  ///
  /// Saved again at another quality or size, the picture may have another of them first. Of a palette
  /// whose counts are estimates it says nothing.
  public var nearTie: [Swatch] {
    guard let first = swatches.first else { return [] }
    // A count's fiftieth, rounded up, cannot overflow as a product could.
    let least = first.count - first.count / 50
    let leading = Array(swatches.prefix { $0.count >= least })
    return leading.count > 1 ? leading : []
  }
}
