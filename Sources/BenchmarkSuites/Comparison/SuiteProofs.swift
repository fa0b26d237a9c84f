internal import BenchmarkBuilds

/// Looks for proofs that both sides of a benchmark run the same code, once for each pair of programs.
///
/// Equal code takes equal time only on equal input, and what a program reads is not known: a proof
/// counts only where the suite says that its benchmarks read no files of the checkout. It takes a
/// program that SwiftPM built, whose object files are compared function by function.
final class SuiteProofs {
  private let isPossible: Bool
  private var known: [[String]: CodeProof?] = [:]

  /// Makes it.
  ///
  /// - Parameter suite: says whether benchmarks read files.
  init(of suite: BenchmarkSuite) { isPossible = suite.readsNoFiles }

  /// The proof for a benchmark's programs.
  ///
  /// - Parameters:
  ///   - benchmark: the benchmark.
  ///   - base: its program on one side; `nil` for a program of the system.
  ///   - candidate: the program on the other.
  /// - Returns: `nil` when the benchmark must be measured.
  func proof(of benchmark: SuiteBenchmark, base: String?, candidate: String?) -> CodeProof? {
    guard isPossible, benchmark.runsOnlyItsProgram, let base, let candidate, base != candidate
    else { return nil }
    if let proof = known[[base, candidate]] { return proof }
    let proof = CodeProof.find(base: base, candidate: candidate)
    known[[base, candidate]] = .some(proof)
    return proof
  }
}

extension SuiteBenchmark {
  /// Whether nothing but its program runs: no shell, and no commands that make its input.
  var runsOnlyItsProgram: Bool {
    guard canBeRelinked else { return false }
    guard case .command(let run) = work else { return true }
    return run.setUp == nil && run.prepare == nil
  }
}
