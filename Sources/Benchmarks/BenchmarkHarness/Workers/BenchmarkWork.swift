public import Measuring

/// One benchmark as worker processes run it: what it is called, and how a worker is started for it.
public struct BenchmarkWork: Equatable, Sendable {
  /// What people call it.
  public var name: String
  /// What it works on; `nil` where that is not said.
  public var subject: String?
  /// What a worker is started with to have it as workload 0.
  public var arguments: [String]
  /// The same for an emulated processor, which may lack instructions; `nil` for no difference.
  public var emulatedArguments: [String]?
  /// What a worker is started with whose answer describes its build and the input; `nil` where
  /// builds describe nothing.
  public var descriptionArguments: [String]?
  /// What a worker is started with whose workload 0 is the reference and workload 1 this
  /// benchmark; `nil` where there is no reference.
  public var checkArguments: [String]?
  /// The name of the reference.
  public var reference: String?
  /// Whether it uses several threads, so that wall time decides.
  public var isConcurrent: Bool
  /// How many pairs a launch makes, and when its workers are prepared again, to work in other
  /// memory.
  public var pairs: LaunchPairs

  /// What a worker is also started with to answer with the instructions of one call.
  public static let countArgument = "--count"

  /// Makes a benchmark.
  ///
  /// - Parameters:
  ///   - name: what people call it.
  ///   - subject: what it works on.
  ///   - arguments: what a worker is started with to have it as workload 0.
  ///   - emulatedArguments: the same for an emulated processor.
  ///   - descriptionArguments: what a worker is started with to describe its build and the input.
  ///   - checkArguments: what a worker is started with to have the reference before it.
  ///   - reference: the name of the reference.
  ///   - isConcurrent: whether it uses several threads.
  ///   - pairs: how many pairs a launch makes, and when its workers are prepared again.
  public init(
    name: String, subject: String? = nil, arguments: [String],
    emulatedArguments: [String]? = nil, descriptionArguments: [String]? = nil,
    checkArguments: [String]? = nil, reference: String? = nil, isConcurrent: Bool = false,
    pairs: LaunchPairs = .usual
  ) {
    self.name = name
    self.subject = subject
    self.arguments = arguments
    self.emulatedArguments = emulatedArguments
    self.descriptionArguments = descriptionArguments
    self.checkArguments = checkArguments
    self.reference = reference
    self.isConcurrent = isConcurrent
    self.pairs = pairs
  }

  /// The name with the subject: `simd on photo 1MP`.
  public var label: String { name + (subject.map { " on \($0)" } ?? "") }
}
