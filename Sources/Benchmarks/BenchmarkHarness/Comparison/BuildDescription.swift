internal import BenchmarkBuilds
public import Measuring
internal import OrderedJSON

/// What a build says about itself and an input, so that another build can decide whether the two
/// can be compared.
public struct BuildDescription: Equatable, Sendable {
  /// The machine and the build, with a hash of the input.
  public let environment: EnvironmentRecord
  /// The names of the benchmarks it has.
  public let benchmarks: [String]

  /// Makes a description.
  public init(environment: EnvironmentRecord, benchmarks: [String]) {
    self.environment = environment
    self.benchmarks = benchmarks
  }

  /// This build with an input.
  ///
  /// - Parameters:
  ///   - inputHash: a hash of the input.
  ///   - benchmarks: the names of the benchmarks it has.
  /// - Returns: the description.
  public static func current(inputHash: String, benchmarks: [String]) -> BuildDescription {
    BuildDescription(
      environment: .current(build: ExecutableFacts.current.buildFacts(inputHash: inputHash)),
      benchmarks: benchmarks)
  }

  /// Reads what another build wrote; `nil` when it is not a description.
  public init?(line: String) {
    guard let value = try? JSONValue(parsing: Array(line.utf8)),
      let environment = value["environment"]?.fieldsByName,
      let benchmarks = value[Self.benchmarksField]?.elements(\.string)
    else { return nil }
    var known: [EnvironmentField: EnvironmentValue] = [:]
    for field in EnvironmentField.allCases {
      guard let entry = environment[field.rawValue] else { continue }
      if let fact = entry["known"]?.string {
        known[field] = .known(fact)
      } else if let why = entry["unknown"]?.string {
        known[field] = .unknown(why)
      } else {
        return nil
      }
    }
    self.init(environment: EnvironmentRecord(known), benchmarks: benchmarks)
  }

  /// The description as one line of JSON.
  public var line: String {
    let environment = environment.entries.map { field, value in
      let entry: JSONValue.Field =
        switch value {
        case .known(let fact): .init("known", .string(fact))
        case .unknown(let why): .init("unknown", .string(why))
        }
      return JSONValue.Field(field.rawValue, .object([entry]))
    }
    return JSONValue.object([
      .init("environment", .object(environment)),
      .init(Self.benchmarksField, .array(benchmarks.map(JSONValue.string))),
    ]).line
  }

  // Builds of other commits read this: the name is that of the first version.
  private static let benchmarksField = "kernels"
}
