extension ColorHistogram {
  /// The pixels of every window, in the order of their smallest cells; none where a window would
  /// reach beyond the last cell of a channel.
  ///
  /// - Complexity: O(*n*) in cells, times the cells along a window's side.
  var windowSums: [ColorSums] {
    let side = precision.cellsPerChannel
    let reach = precision.windowSide
    var sums = cells
    for step in [side * side, side, 1] {
      // In place: an entry is only read by the ones before it.
      for index in sums.indices {
        guard index / step % side + reach <= side else {
          sums[index] = ColorSums()
          continue
        }
        for next in 1..<reach { sums[index] += sums[index + next * step] }
      }
    }
    return sums
  }
}
