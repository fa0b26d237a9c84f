internal import Pixels

// Palettes found in the tables that vector code counts into, without a summary: emptying and filling one
// costs more than to count a small picture.
extension Workspace {
  #if !hasFeature(Embedded)
    /// The palette of a view's hues; `nil` for more pixels than a table holds.
    func quickHuePalette(of view: PixelView, _ options: PaletteOptions, threads: Int) -> Palette? {
      guard
        let tables = hueTables(options.hue)
          .countInto(view, rule: options.visibility, code: code, threads: threads)
      else { return nil }
      filledHues.removeAll(keepingCapacity: true)
      let (greyCount, tally) = HueTable.take(tables, filled: &filledHues)
      return HuePalette(scale: options.hue, greyCount: greyCount, tally: tally)
        .palette(of: &filledHues, limit: options.count(for: .hue))
    }

    /// The palette of a view's distinct colours; `nil` for more pixels than a table holds, and where the dominant
    /// colour is asked for finely.
    func quickDistinctPalette(
      of view: PixelView, _ options: PaletteOptions, threads: Int
    ) -> Palette? {
      guard options.precision == .standard,
        let tables = placedTables.countInto(
          view, rule: options.visibility, code: code, threads: threads),
        let table = tables.first
      else { return nil }
      table.countEdges(of: view, rule: options.visibility)
      return distinctPalette(options, table, tables.dropFirst())
    }

    /// The palette of the distinct colours that were counted, and the end of the count; `nil` where some were added to the
    /// summary already, nothing was counted, or the dominant colour is asked for finely.
    func endedDistinctPalette(_ placed: inout PlacedColors, _ options: PaletteOptions) -> Palette? {
      guard options.precision == .standard, placed.isUntouched else { return nil }
      let tables = placedTables.takeFilled(code: code)
      guard let table = tables.first else { return nil }
      table.close(&placed, code: code)
      return distinctPalette(options, table, tables.dropFirst())
    }

    private func distinctPalette(
      _ options: PaletteOptions, _ table: PlacedTable, _ others: ArraySlice<PlacedTable>
    ) -> Palette {
      for other in others { table.take(other) }
      let tally = distinctCells.take(table)
      return distinctPalette(options, tally) { nil }
    }
  #endif

  /// The palette of the pixels in ``distinctCells``.
  ///
  /// - Parameters:
  ///   - options: what to ask.
  ///   - tally: the pixels counted, transparent and filtered.
  ///   - fineDominant: the dominant colour where it is asked for finely, and in browsers.
  /// - Returns: the palette.
  @inline(never)
  func distinctPalette(
    _ options: PaletteOptions, _ tally: PixelTally, fineDominant: () -> Swatch?
  ) -> Palette {
    #if hasFeature(Embedded)
      let dominant = fineDominant()
    #else
      let dominant =
        options.precision == .standard ? dominant(of: distinctCells, tally) : fineDominant()
    #endif
    return Palette(
      method: .distinct,
      swatches: DistinctColors.swatches(
        of: distinctCells, total: tally.counted, count: options.count(for: .distinct),
        choosesCount: options.choosesCount, code: code),
      dominant: dominant, tally: tally)
  }

  /// The first colour that method `histogram` finds among pixels whose groups are cells of its histogram.
  private func dominant(of cells: DistinctCells, _ tally: PixelTally) -> Swatch? {
    withHistogram(.standard) { coarse in
      cells.forEachGroup { coarse.add($1, toCell: $0) }
      coarse.tally = tally
      return firstWindow(of: coarse)
    }
  }
}
