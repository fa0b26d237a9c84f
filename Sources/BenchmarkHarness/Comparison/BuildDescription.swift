#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

internal import DominantColor
internal import Measuring
internal import SyntheticImages

/// What a build of bench says about itself and an input, so that another can tell whether the two
/// can be compared.
struct BuildDescription: Codable, Equatable {
  /// The machine and the build, with the checksum of the pixels as the input's hash.
  let environment: EnvironmentRecord
  /// The kernels it has.
  let kernels: [String]

  /// This build and an image.
  ///
  /// - Throws: ``UsageError`` when there is no such image.
  static func current(of image: ComparedImage) throws -> BuildDescription {
    let request = try image.request()
    let pixels: BenchmarkImage
    do {
      pixels = try ImageLoader.load(request)
    } catch {
      throw UsageError(error.message)
    }
    let executable = ExecutableFacts.current
    let facts = BuildFacts(
      configuration: BuildConfiguration.name, gitCommit: executable.commit,
      gitIsDirty: executable.isDirty, codeHash: executable.hash,
      inputHash: String(pixels.pixels.checksum, radix: 16))
    return BuildDescription(
      environment: .current(build: facts), kernels: KernelCatalog.all.map(\.id))
  }

  /// The description as one line of JSON.
  func line() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  /// Reads what another build wrote; `nil` when it is no description.
  init?(line: String) {
    guard let read = try? JSONDecoder().decode(BuildDescription.self, from: Data(line.utf8)) else {
      return nil
    }
    self = read
  }

  init(environment: EnvironmentRecord, kernels: [String]) {
    self.environment = environment
    self.kernels = kernels
  }
}
