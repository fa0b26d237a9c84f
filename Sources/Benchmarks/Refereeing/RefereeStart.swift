package import BenchmarkSuites
internal import Measuring
package import OrderedJSON

/// What a referee was started with.
package struct RefereeStart: Equatable, Sendable {
  /// The commit that the first try is compared with.
  package let base: String
  /// The suite file, from the top of the checkout.
  package let suite: String
  /// The smallest improvement that is worth keeping, and the slowdown that must not pass, as a fraction.
  package let worth: Double
  /// The expected share of wrong ones among all that is kept, at most.
  package let falseKeeps: Double
  /// Which benchmarks are meant.
  package let choice: Choice
  /// The files that make the benchmarks, with the hashes of their contents.
  package let files: [String: String]
  /// The files and folders that were named to belong to them.
  package let protected: [String]

  /// Which benchmarks are meant.
  package struct Choice: Equatable, Sendable {
    /// Texts of which a benchmark's name must hold one; empty for all.
    package var names: [String]
    /// Parameters with the values that they must have.
    package var parameters: [ParameterValues]

    /// - Parameters:
    ///   - names: texts of which a benchmark's name must hold one; empty for all.
    ///   - parameters: parameters with the values that they must have.
    package init(names: [String] = [], parameters: [ParameterValues] = []) {
      self.names = names
      self.parameters = parameters
    }
  }

  /// How a change is judged: by the improvement that is worth it.
  package var wish: RefereeWish {
    RefereeWish(worth: LogRatio(factor: 1 + worth)?.value ?? 0)
  }
}

extension RefereeStart {
  static let format = "bench-referee-1"

  /// One line of the journal.
  package var json: JSONValue {
    .object([
      .init("format", .string(Self.format)), .init("base", .string(base)),
      .init("suite", .string(suite)), .init("worth", .number(worth)),
      .init("falseKeeps", .number(falseKeeps)),
      .init("only", .array(choice.names.map(JSONValue.string))),
      .init(
        "parameters",
        .object(
          choice.parameters.map {
            .init($0.name, .array($0.values.map(JSONValue.string)))
          })),
      .init("protected", .array(protected.map(JSONValue.string))),
      .init(
        "files",
        .object(files.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) })),
    ])
  }

  /// Reads a line of the journal; nil where it is none.
  init?(_ json: JSONValue) {
    guard json["format"]?.string == Self.format, let base = json["base"]?.string,
      let suite = json["suite"]?.string, let worth = json["worth"]?.number,
      let falseKeeps = json["falseKeeps"]?.number,
      // As they were checked when it was started.
      [worth, falseKeeps].allSatisfy({ $0 > 0 && $0 <= 1 }),
      let names = json["only"]?.elements(\.string),
      let protected = json["protected"]?.elements(\.string),
      let parameters = json["parameters"]?.fields, let files = json["files"]?.fields
    else { return nil }
    self.init(
      base: base, suite: suite, worth: worth, falseKeeps: falseKeeps,
      choice: Choice(
        names: names,
        parameters: parameters.map {
          ParameterValues($0.name, $0.value.elements(\.string) ?? [])
        }),
      files: Dictionary(
        files.map { ($0.name, $0.value.string ?? "") }, uniquingKeysWith: { first, _ in first }),
      protected: protected)
  }
}
