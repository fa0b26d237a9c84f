/// How the cost of benchmarks that differ in one parameter grows with it.
///
/// ```swift
/// let series = ScalingSeries.all(in: [
///   (parameters: [.init("codec", "zstd"), .init("size", "1MB")], cost: 0.9),
///   (parameters: [.init("codec", "zstd"), .init("size", "4MB")], cost: 3.7),
///   (parameters: [.init("codec", "zstd"), .init("size", "16MB")], cost: 15.2),
/// ])
/// series[0].fit.exponent  // 1.02: codec=zstd, along size
/// ```
public struct ScalingSeries: Equatable, Sendable {
  /// A benchmark of the series.
  public struct Point: Equatable, Sendable {
    /// Its place among the benchmarks that were given.
    public let place: Int
    /// Its value of the parameter.
    public let size: ParameterSize
    /// What one iteration costs.
    public let cost: Double
  }

  /// The sizes that a series needs: of two, nothing shows how well a power fits.
  public static let fewestSizes = 3

  /// The parameter in which the benchmarks differ.
  public let parameter: String
  /// The parameters in which they are equal.
  public let others: [BenchmarkParameter]
  /// The benchmarks, the smallest size first.
  public let points: [Point]
  /// The curve.
  public let fit: ScalingFit

  /// Finds all series among benchmarks.
  ///
  /// A parameter is a size where all of its values are, each a ``ParameterSize``. There is a series for each combination
  /// of the other parameters with at least ``fewestSizes`` different sizes.
  ///
  /// - Parameter benchmarks: The parameters and the cost of each; one whose cost is not above 0 is passed over.
  /// - Returns: The series along the parameter that is most likely meant as a size first: one whose values have units,
  ///   then the one whose values lie furthest apart. Otherwise in the order of the benchmarks.
  /// - Complexity: O(*n* *p*²) in benchmarks and their parameters, and O(*m*²) in the sizes of each series.
  public static func all(
    in benchmarks: [(parameters: [BenchmarkParameter], cost: Double)]
  ) -> [ScalingSeries] {
    var names: [String] = []
    for benchmark in benchmarks {
      for parameter in benchmark.parameters where !names.contains(parameter.name) {
        names.append(parameter.name)
      }
    }
    let found = names.map { name in (name: name, series: series(along: name, in: benchmarks)) }
      .filter { !$0.series.isEmpty }
    return found.enumerated().sorted { one, other in
      let (a, b) = (strength(of: one.element.series), strength(of: other.element.series))
      return a == b ? one.offset < other.offset : a > b
    }.flatMap(\.element.series)
  }

  private static func series(
    along name: String, in benchmarks: [(parameters: [BenchmarkParameter], cost: Double)]
  ) -> [ScalingSeries] {
    var order: [[BenchmarkParameter]] = []
    var groups: [[BenchmarkParameter]: [Point?]] = [:]
    for (place, benchmark) in benchmarks.enumerated() {
      guard benchmark.cost > 0, benchmark.cost.isFinite,
        let value = benchmark.parameters.first(where: { $0.name == name })?.value
      else { continue }
      let others = benchmark.parameters.filter { $0.name != name }
      if groups[others] == nil { order.append(others) }
      groups[others, default: []].append(
        ParameterSize(value).map { Point(place: place, size: $0, cost: benchmark.cost) })
    }
    return order.compactMap { others in
      let all = groups[others] ?? []
      let points = all.compactMap { $0 }.sorted { ($0.size, $0.place) < ($1.size, $1.place) }
      guard points.count == all.count, Set(points.map(\.size.count)).count >= fewestSizes,
        let fit = ScalingFit(sizes: points.map(\.size.count), times: points.map(\.cost))
      else { return nil }
      return ScalingSeries(parameter: name, others: others, points: points, fit: fit)
    }
  }

  /// How likely the parameter of some series is meant as a size.
  private static func strength(of series: [ScalingSeries]) -> Strength {
    let sizes = series.flatMap(\.points).map(\.size)
    let counts = sizes.map(\.count)
    return Strength(
      hasUnit: sizes.contains(where: \.hasUnit), span: (counts.max() ?? 1) / (counts.min() ?? 1))
  }

  private struct Strength: Comparable {
    let hasUnit: Bool
    let span: Double

    static func < (one: Strength, other: Strength) -> Bool {
      one.hasUnit == other.hasUnit ? one.span < other.span : !one.hasUnit
    }
  }
}
