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

  /// After so many pairs a worker that runs one benchmark is prepared again, to work in other
  /// memory.
  public var pairsPerPreparation: Int

  /// The usual number of pairs between two preparations: preparing may take long.
  public static let usualPairsPerPreparation = 5
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
  ///   - pairsPerPreparation: after so many pairs its worker is prepared again.
  public init(
    name: String, subject: String? = nil, arguments: [String],
    emulatedArguments: [String]? = nil, descriptionArguments: [String]? = nil,
    checkArguments: [String]? = nil, reference: String? = nil, isConcurrent: Bool = false,
    pairsPerPreparation: Int = BenchmarkWork.usualPairsPerPreparation
  ) {
    self.name = name
    self.subject = subject
    self.arguments = arguments
    self.emulatedArguments = emulatedArguments
    self.descriptionArguments = descriptionArguments
    self.checkArguments = checkArguments
    self.reference = reference
    self.isConcurrent = isConcurrent
    self.pairsPerPreparation = pairsPerPreparation
  }

  /// The name with the subject: `simd on photo 1MP`.
  public var label: String { name + (subject.map { " on \($0)" } ?? "") }
}
