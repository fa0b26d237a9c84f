internal import BenchmarkBuilds
internal import Files

/// Looks for proofs that both sides of a benchmark run the same code, once for each pair of programs.
///
/// Equal code takes equal time only on equal input. What else a program reads is not known, so a proof
/// counts only where all files that differ between the sides are sources, which compilers read, or
/// Markdown. It takes a program that SwiftPM built, whose object files are compared function by
/// function.
final class SuiteProofs {
  private let isPossible: Bool
  private var known: [[String]: CodeProof?] = [:]

  /// Makes it.
  ///
  /// - Parameter changed: the paths of all files that differ between the sides; `nil` to look for no
  ///   proof. The suite file may differ: one serves both sides.
  init(changed: [String]?) {
    isPossible =
      changed?.allSatisfy { path in
        Self.isForCompilers(path) || PathParts(path).name == SuiteFile.name
      } == true
  }

  /// The endings of files that only compilers read, and of Markdown.
  private static let endings: Set<String> = [
    "swift", "c", "h", "cc", "cpp", "cxx", "hh", "hpp", "hxx", "m", "mm", "s", "S", "modulemap",
    "md",
  ]

  /// Whether a file is the source of a program or Markdown.
  static func isForCompilers(_ path: String) -> Bool {
    let parts = PathParts(path).name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 && parts.last.map { endings.contains(String($0)) } == true
  }

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
