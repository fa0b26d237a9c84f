#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

internal import BenchmarkBuilds
public import Measuring

/// What a build says about itself and an input, so that another build can decide whether the two
/// can be compared.
public struct BuildDescription: Codable, Equatable, Sendable {
  /// The machine and the build, with a hash of the input.
  public let environment: EnvironmentRecord
  /// The names of the benchmarks it has.
  public let benchmarks: [String]

  // Builds of other commits read this: the key is that of the first version.
  private enum CodingKeys: String, CodingKey {
    case environment
    case benchmarks = "kernels"
  }

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
    guard let read = try? JSONDecoder().decode(BuildDescription.self, from: Data(line.utf8)) else {
      return nil
    }
    self = read
  }

  /// The description as one line of JSON.
  ///
  /// - Throws: `EncodingError`, which no description of finite texts causes.
  public func line() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}
