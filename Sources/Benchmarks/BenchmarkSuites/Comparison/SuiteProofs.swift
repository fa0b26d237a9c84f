internal import BenchmarkBuilds

/// Looks for proofs that both sides of a benchmark run the same code, once for each pair of programs.
///
/// Equal code takes equal time only on equal input, and what a program reads is not known: a proof
/// counts only where the suite says that its benchmarks read no files of the checkout, or where the
/// checkouts differ in nothing else than files that the build read; and where no variable names
/// libraries in the checkout. Of a program that SwiftPM built the object files are compared function
/// by function, of any other what it loads into memory, and then the object files of its recorded
/// link.
final class SuiteProofs {
  private let suite: BenchmarkSuite
  private let base: SuiteTree
  private let candidate: SuiteTree
  private let isPossible: Bool
  private let changes: SuiteChanges
  private var known: [[String]: CodeProof?] = [:]

  /// - Parameters:
  ///   - suite: says whether benchmarks read files.
  ///   - base: the checkout to compare with.
  ///   - candidate: the checkout to judge.
  init(of suite: BenchmarkSuite, base: SuiteTree, candidate: SuiteTree) {
    self.suite = suite
    self.base = base
    self.candidate = candidate
    changes = SuiteChanges(base: base, candidate: candidate)
    isPossible = Self.loadsOnlyItself(suite)
  }

  /// Whether no variable of a suite gives its programs libraries from their own folders.
  static func loadsOnlyItself(_ suite: BenchmarkSuite) -> Bool {
    SuiteProcess.environment(of: suite).allSatisfy(namesNoLibraryBeside)
  }

  /// Whether a variable leaves it to the system which libraries a program gets, or names the same
  /// ones in every folder.
  static func namesNoLibraryBeside(_ variable: String) -> Bool {
    let parts = variable.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard ["LD_LIBRARY_PATH", "LD_PRELOAD", "LD_AUDIT"].contains(parts[0]), parts.count == 2,
      !parts[1].isEmpty
    else { return true }
    // Folders are divided by colons or semicolons, libraries by colons or spaces (ld.so(8)).
    return parts[1].split(omittingEmptySubsequences: false) { ":; ".contains($0) }
      // An empty part is the folder in which a program runs, and so one in each checkout.
      .allSatisfy { $0.hasPrefix("/") }
  }

  /// The proof for a benchmark's programs.
  ///
  /// - Parameters:
  ///   - benchmark: the benchmark.
  ///   - base: its program on one side; `nil` for a program of the system.
  ///   - candidate: the program on the other.
  /// - Returns: `nil` when the benchmark must be measured.
  func proof(of benchmark: SuiteBenchmark, base: String?, candidate: String?) -> CodeProof? {
    guard isPossible, benchmark.runsOnlyItsProgram, base != candidate || base == nil else {
      return nil
    }
    let key = [base ?? "", candidate ?? ""]
    let proof = known[key] ?? find(base, candidate)
    known[key] = .some(proof)
    if let proof, suite.readsNoFiles || differingFile(of: benchmark) == nil { return proof }
    return proofByComments(of: benchmark, base, candidate)
  }

  /// A proof where the commits differ in comments alone, so that whatever reads their sources as code does the
  /// same; not where the command names a source, which it may read as text.
  private func proofByComments(
    of benchmark: SuiteBenchmark, _ base: String?, _ candidate: String?
  ) -> CodeProof? {
    guard let files = changes.filesWithComments,
      changes.file(namedBy: benchmark.command.texts, asText: true) == nil
    else { return nil }
    let isCompiled = base.map(SuiteLayouts.isCompiled) ?? false
    guard isCompiled == (candidate.map(SuiteLayouts.isCompiled) ?? false) else { return nil }
    return CodeProof.findButForComments(
      base: self.base.built(base ?? self.base.folder),
      candidate: self.candidate.built(candidate ?? self.candidate.folder), isCompiled: isCompiled,
      files: files)
  }

  private func find(_ base: String?, _ candidate: String?) -> CodeProof? {
    let proof: CodeProof?
    if let base, let candidate, SuiteLayouts.isCompiled(base), SuiteLayouts.isCompiled(candidate) {
      proof = CodeProof.find(
        base: self.base.built(base), candidate: self.candidate.built(candidate))
    } else if (base == nil) == (candidate == nil) {
      // A script, or an interpreter of the system, may run and load whatever was built.
      proof = CodeProof.findAll(
        base: self.base.built(base ?? self.base.folder),
        candidate: self.candidate.built(candidate ?? self.candidate.folder),
        isScript: base != nil)
    } else {
      proof = nil
    }
    guard proof != nil else { return nil }
    guard !suite.readsNoFiles else { return proof }
    return changes.unread?.isEmpty == true ? proof : nil
  }

  /// What keeps equal programs from being called the same: a file in which the checkouts differ, and
  /// which the build did not read, or which the command names.
  ///
  /// - Parameter benchmark: the benchmark.
  /// - Returns: its path below the top of the checkouts.
  func differingFile(of benchmark: SuiteBenchmark) -> String? {
    changes.unread?.first ?? changes.file(namedBy: benchmark.command.texts)
  }
}

extension SuiteTree {
  /// A program of this checkout, as benchmarks run it.
  func built(_ path: String) -> BuiltProgram {
    BuiltProgram(
      path: path, top: top ?? folder, workingFolder: folder, links: links, commit: commit)
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
