internal import Pixels
internal import SIMDBodies

/// One thread's table of 32-bit sums and its scratch memory, which vector code counts into.
protocol CountingTable: AnyObject, Sendable {
  associatedtype Summary: ColorSummary

  /// Pixels that a table holds before a sum could overflow.
  static var capacity: Int { get }

  /// Looks at the rows of a view that no band has all neighbours of, before bands are counted.
  func join(_ view: PixelView, rule: VisibilityRule, to summary: inout Summary, code: VectorCode)

  /// Counts the pixels of a band, at most ``capacity`` since the table was last emptied.
  ///
  /// - Complexity: O(*n*) in pixels; allocates nothing.
  func count(_ band: PixelBand, rule: VisibilityRule, code: VectorCode)

  /// Brings what was counted to where it is read; after the last band.
  func gather(code: VectorCode)

  /// Adds the table's sums to a summary of its layout and zeroes them, after ``gather(code:)``.
  ///
  /// - Complexity: O(rows).
  func empty(into summary: inout Summary)

  /// The view's work, in pixels that take the longest to count; at most all of its pixels.
  func hardPixels(of view: PixelView) -> Int
}

extension CountingTable {
  /// Nothing, for tables that look at no neighbours.
  func join(_ view: PixelView, rule: VisibilityRule, to summary: inout Summary, code: VectorCode) {}

  /// Nothing, for tables that count where they are read.
  func gather(code: VectorCode) {}

  /// All pixels, for tables that take equally long for each.
  func hardPixels(of view: PixelView) -> Int { view.pixelCount }
}

/// A table for each thread that counts, and how much they hold.
protocol TableSet<Summary>: AnyObject {
  associatedtype Summary: ColorSummary

  /// The threads, 1 to `threads`, that are worth starting to count a view.
  ///
  /// - Complexity: O(1).
  func workers(for view: PixelView, threads: Int) -> Int

  /// Counts the pixels of a view on up to `threads` threads; the tables are emptied into the
  /// summary whenever a sum could overflow.
  func add(
    _ view: PixelView, rule: VisibilityRule, to summary: inout Summary, code: VectorCode,
    threads: Int)

  /// Adds all tables to the summary and zeroes them.
  func empty(into summary: inout Summary, code: VectorCode)
}

/// Tables of one kind.
final class ThreadTables<Table: CountingTable>: TableSet {
  private let make: () -> Table
  private var tables: [Table] = []
  /// Tables that hold counts: the first ones.
  private var used = 0
  /// Pixels in all tables, so that none can overflow when all together see at most what one holds.
  private var pixels = 0

  /// Makes no table yet.
  init(_ make: @escaping () -> Table) { self.make = make }

  func add(
    _ view: PixelView, rule: VisibilityRule, to summary: inout Table.Summary, code: VectorCode,
    threads: Int
  ) {
    firstTable.join(view, rule: rule, to: &summary, code: code)
    if view.pixelCount <= Table.capacity {
      addPart(PixelBand(view), rule: rule, to: &summary, code: code, threads: threads)
    } else {
      let parts = PixelBands(PixelBand(view), pixels: Table.capacity)
      for part in 0..<parts.count {
        addPart(parts[part], rule: rule, to: &summary, code: code, threads: threads)
      }
    }
  }

  func workers(for view: PixelView, threads: Int) -> Int {
    guard BandScheduler.workers(for: view.pixelCount, threads: threads) > 1 else { return 1 }
    return BandScheduler.workers(for: firstTable.hardPixels(of: view), threads: threads)
  }

  private var firstTable: Table {
    if tables.isEmpty { tables.append(make()) }
    return tables[0]
  }

  /// Counts a part that fits a table.
  private func addPart(
    _ part: PixelBand, rule: VisibilityRule, to summary: inout Table.Summary, code: VectorCode,
    threads: Int
  ) {
    // Which table a worker uses is open: any might have counted all pixels so far.
    if pixels > Table.capacity - part.view.pixelCount { empty(into: &summary, code: code) }
    pixels += part.view.pixelCount
    let workers = workers(for: part.view, threads: threads)
    used = max(used, workers)
    count(part, rule: rule, code: code, workers: workers)
  }

  /// Counts a view into tables that were empty and that the caller empties, on the threads that are
  /// worth starting; `nil` for more pixels than a table holds, or if tables hold counts already.
  func countInto(
    _ view: PixelView, rule: VisibilityRule, code: VectorCode, threads: Int
  ) -> ArraySlice<Table>? {
    guard used == 0, view.pixelCount <= Table.capacity else { return nil }
    let workers = workers(for: view, threads: threads)
    count(PixelBand(view), rule: rule, code: code, workers: workers)
    #if !hasFeature(Embedded)
      for table in tables.prefix(workers) { table.gather(code: code) }
    #endif
    return tables[..<workers]
  }

  /// The tables that hold counts, for a caller that empties them.
  func takeFilled(code: VectorCode) -> ArraySlice<Table> {
    for table in tables.prefix(used) { table.gather(code: code) }
    defer { (used, pixels) = (0, 0) }
    return tables[..<used]
  }

  /// Counts a part with so many threads, each into a table of its own.
  private func count(_ part: PixelBand, rule: VisibilityRule, code: VectorCode, workers: Int) {
    while tables.count < workers { tables.append(make()) }
    guard workers > 1 else { return tables[0].count(part, rule: rule, code: code) }
    let tables = tables
    let bands = PixelBands(part, workers: workers)
    BandScheduler.run(bands: bands.count, workers: workers) { worker, band in
      tables[worker].count(bands[band], rule: rule, code: code)
      // Here, where each thread adds up its own.
      tables[worker].gather(code: code)
    }
  }

  func empty(into summary: inout Table.Summary, code: VectorCode) {
    for table in tables.prefix(used) {
      table.gather(code: code)
      table.empty(into: &summary)
    }
    (used, pixels) = (0, 0)
  }
}
