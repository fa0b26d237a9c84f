internal import RowBodies

/// The loops over the codes of a block, with one kind of matches.
struct BlockLoops<Target: MatchTarget> {
  /// See `InflateRun.inflate`.
  let inflate:
    (
      inout InflatePlace, InflateBounds, inout Target, UnsafePointer<UInt32>,
      UnsafePointer<UInt32>, LongCodes, LongCodes
    ) -> InflateStop
  /// See `InflatePair.inflate`.
  let pair:
    (
      inout InflatePlace, InflateBounds, inout Target, inout InflatePlace, InflateBounds,
      inout NotedMatches, UnsafePointer<UInt32>
    ) -> InflatePair.Stop

  /// See `InflateRun.inflate`.
  func run(
    _ place: inout InflatePlace, _ bounds: InflateBounds, _ target: inout Target,
    _ tables: borrowing InflateTables
  ) -> InflateStop {
    inflate(
      &place, bounds, &target, tables.literals, tables.distances, tables.longLiterals,
      tables.longDistances)
  }
}
