internal import BenchmarkHarness
package import BenchmarkSuites
internal import Files
internal import ProgramLayouts
package import Reporting

extension SuiteSource {
  /// Finds the functions that differ between two states, and counts which benchmarks run them.
  ///
  /// - Parameters:
  ///   - settings: the states and the margin.
  ///   - context: messages, progress and the wish to stop, after which what is known is returned.
  /// - Returns: the coverage.
  /// - Throws: ``HarnessFailure`` where functions are not known, or those of a program and valgrind is missing.
  package func coverage(
    _ settings: ExplanationSettings, _ context: RunContext
  ) throws(HarnessFailure) -> SuiteCoverage {
    let opened = try OpenedSuite(self, context, timeout: settings.comparison.timeout)
    let suite = opened.file.suite
    let sides = try opened.repository.sides(settings.comparison.revisions, main: suite.main)
    let labels = "\(sides.base.label) → \(sides.candidate.label)"
    let margin = settings.margin(of: suite)
    func coverage(
      _ changes: [PieceChange] = [], _ profiles: [(String, CallProfile)] = [],
      _ remarks: [String] = [], notSampled: String? = nil
    ) -> SuiteCoverage {
      SuiteCoverage(
        title: suite.name, sides: labels, changes: changes, profiles: profiles, margin: margin,
        remarks: remarks, notSampled: notSampled)
    }
    func unknown(_ benchmark: SuiteBenchmark, _ reason: String) -> String {
      "\(benchmark.name): which functions differ is not known: \(reason)"
    }
    guard !sides.areEqual else {
      try opened.checkParameters(in: sides.candidate)
      return coverage()
    }
    let base = try opened.trees.tree(of: sides.base)
    let candidate = try opened.trees.tree(of: sides.candidate)
    let match = SuiteMatch(
      base: try opened.runner.benchmarks(in: base),
      candidate: try opened.runner.benchmarks(in: candidate))
    let groups = try FileExchange.changedFiles(sides, opened.repository)
    let files = groups.flatMap(\.self)
    let scripts = try opened.runner.scriptFunctions(differing: groups, from: base, to: candidate)
    var remarks = scripts.problems
    var parts: [ExchangeablePart] = []
    // Why the functions that differ are not known, by program; `nil` where they are.
    var programs: [[String]: String?] = [:]
    // With that reason where an interpreter may run it.
    var known: [(benchmark: SuiteBenchmark, unknown: String?)] = []
    for pair in match.both {
      let program = pair.candidate.command.ownProgram(in: candidate.folder)
      let key = program.map { [$0] } ?? pair.candidate.command.texts
      if programs[key] == nil {
        do throws(HarnessFailure) {
          try ObjectExchange.checkRecords(of: suite)
          let exchange = try ObjectExchange(
            of: pair, base: base, candidate: candidate, changedFiles: files)
          defer { exchange.finish() }
          guard !exchange.isOptimizing else {
            throw .failed("\(RelinkingError.linkTimeOptimization).")
          }
          parts += exchange.parts
          programs[key] = .some(nil)
        } catch {
          programs[key] = error.message
          if !scripts.hasFiles { remarks.append(unknown(pair.candidate, error.message)) }
        }
      }
      let reason = programs[key] ?? nil
      if reason == nil || scripts.hasFiles { known.append((pair.candidate, reason)) }
    }
    if known.contains(where: { $0.unknown == nil }), ValgrindCounter.ofThisMachine == nil {
      throw HarnessFailure(message: ValgrindCounter.missing, status: .unavailable)
    }
    let changes =
      PieceChange.functions(of: parts)
      + PieceChange.functions(
        of: [ExchangeablePart(files: [], changes: scripts.functions.map { PieceChange($0) })])
    let unsized = parts.flatMap(\.changes).filter { $0.isCode && !$0.isSized && $0.kind != .gone }
    if !unsized.isEmpty {
      remarks.append(
        "Which benchmarks run them is not known of functions without a size, as in assembler: "
          + unsized.prefix(5).map { "`\($0.name)`" }.joined(separator: ", ") + ".")
    }
    if known.isEmpty, let reason = remarks.first { throw .failed(reason) }
    if changes.isEmpty, !scripts.hasFiles { return coverage([], [], remarks) }
    let begin = context.elapsed()
    var profiles: [(String, CallProfile)] = []
    var sampler: TimeSampler?
    var notSampled: String?
    if known.contains(where: { $0.unknown == nil }) {
      do throws(HarnessFailure) {
        sampler = try TimeSampler.ofThisMachine()
      } catch {
        notSampled = error.message
      }
    }
    for (index, (benchmark, reason)) in known.enumerated() {
      guard !context.isCancelled(),
        settings.comparison.seconds.map({ context.elapsed() - begin < $0 }) ?? true
      else {
        remarks.append("\(known.count - index) of \(known.count) benchmarks were not counted.")
        break
      }
      context.show("counting \(benchmark.name)", Double(index) / Double(known.count))
      do throws(HarnessFailure) {
        if let reason {
          let profile = try opened.runner.scriptProfile(of: benchmark, in: candidate)
          if var profile {
            do throws(HarnessFailure) {
              profile.samples = try opened.runner.scriptSamples(
                of: benchmark, in: candidate, elapsed: context.elapsed)
            } catch {
              notSampled = error.message
            }
            profiles.append((benchmark.name, profile))
          } else {
            remarks.append(unknown(benchmark, reason))
          }
          continue
        }
        var profile = try opened.runner.profile(of: benchmark, in: candidate)
        let program = benchmark.command.ownProgram(in: candidate.folder)
        guard program.map({ !profile.isUnnamed(PathParts($0).name) }) ?? true else {
          throw .failed("the program has no names of functions: it is stripped.")
        }
        if let sampler {
          do throws(HarnessFailure) {
            profile.samples = try opened.runner.samples(
              of: benchmark, in: candidate, by: sampler, elapsed: context.elapsed)
          } catch {
            notSampled = error.message
          }
        }
        profiles.append((benchmark.name, profile))
      } catch {
        remarks.append("\(benchmark.name) was not counted: \(error.message)")
      }
    }
    return coverage(changes, profiles, remarks, notSampled: notSampled)
  }
}
