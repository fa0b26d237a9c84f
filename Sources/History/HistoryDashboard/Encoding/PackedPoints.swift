internal import Measuring

/// Points of a series as the page's script reads them.
struct PackedPoints {
  /// Their runs, as differences.
  let runs: String
  /// Their values.
  let values: QuantizedNumbers
  /// Their ratios to the reference; nil where there is none.
  let ratios: QuantizedNumbers?

  init(_ points: [ReportedPoint]) {
    runs = VariableLengthText.differences(points.map { Int64($0.run) })
    values = QuantizedNumbers(points.map(\.value), intervals: points.map(\.interval))
    ratios =
      points.contains { $0.ratio != nil }
      ? QuantizedNumbers(points.map(\.ratio), intervals: points.map(\.ratioInterval)) : nil
  }
}
