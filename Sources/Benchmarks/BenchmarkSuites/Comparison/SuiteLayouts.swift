internal import BenchmarkBuilds
package import BenchmarkHarness
internal import Files
internal import Measuring
internal import Reporting

/// Decides how the layouts of a suite's compiled programs are taken into account, once for each pair.
///
/// Where the linker puts functions makes equal code differ by percents. Programs are linked again for
/// each launch: those that SwiftPM built by its link commands, all others by the links that were
/// recorded while they were built. Where neither is possible the verdict allows for it, unless both
/// load the same into memory, at the same addresses. Scripts have no layout: their interpreter is the
/// same file on both sides, but libraries that the build made for it are linked again too.
package final class SuiteLayouts {
  private let provider: LayoutProvider
  private let first: UInt64
  private let suite: BenchmarkSuite
  private let base: SuiteTree
  private let candidate: SuiteTree
  private let differingFile: (SuiteBenchmark) -> String?
  private let note: (String) -> Void
  /// Seconds that the links or builds of a comparison may take.
  private let budget: Double
  private var known: [[String]: LayoutPolicy?] = [:]
  private var hasNoted: Set<String> = []

  /// - Parameters:
  ///   - provider: where programs get other layouts.
  ///   - first: the number of the first layout.
  ///   - suite: the suite, which may ask for an allowance, or for no layouts.
  ///   - base: the checkout to compare with.
  ///   - candidate: the checkout to judge.
  ///   - budget: seconds that the links or builds of a comparison may take.
  ///   - differingFile: a file that both sides may read, and which differs.
  ///   - note: called with what is placed, and with why programs cannot be linked again.
  package init(
    in provider: LayoutProvider, first: UInt64 = 0, suite: BenchmarkSuite, base: SuiteTree,
    candidate: SuiteTree, budget: Double = LayoutProvider.budget,
    differingFile: @escaping (SuiteBenchmark) -> String? = { _ in nil },
    note: @escaping (String) -> Void
  ) {
    self.provider = provider
    self.budget = budget
    self.first = first
    self.suite = suite
    self.base = base
    self.candidate = candidate
    self.differingFile = differingFile
    self.note = note
  }

  /// The policy for a benchmark's programs; `nil` to compare the files as they are.
  ///
  /// - Parameters:
  ///   - base: the program of the base; `nil` for a program of the system.
  ///   - candidate: that of the candidate.
  ///   - benchmark: the benchmark that they are started for.
  /// - Returns: the policy.
  package func policy(
    base: String?, candidate: String?, of benchmark: SuiteBenchmark
  ) -> LayoutPolicy? {
    if suite.layoutAllowance == 0 || suite.layouts == .off { return nil }
    let words = benchmark.command.texts
    let key = [base ?? "", candidate ?? ""] + words
    let policy = known[key] ?? find(base, candidate, words, of: benchmark)
    // Also that there is none: to find that out takes links, or builds.
    known[key] = .some(policy)
    // What layout makes of a program depends on what it is asked to do.
    if case .fixed? = policy, suite.layoutAllowance == nil,
      let measured = provider.allowances?.allowance(of: benchmark)
    {
      return .fixed(measured)
    }
    return policy
  }

  private func find(
    _ base: String?, _ candidate: String?, _ words: [String], of benchmark: SuiteBenchmark
  ) -> LayoutPolicy? {
    var compiled: (base: String, candidate: String)?
    if let base, let candidate, Self.isCompiled(base), Self.isCompiled(candidate) {
      compiled = (base, candidate)
    }
    if let compiled, SuiteProofs.loadsOnlyItself(suite),
      let proof = CodeProof.findEqualImages(
        base: self.base.built(compiled.base), candidate: self.candidate.built(compiled.candidate)),
      compiled.base != compiled.candidate
    {
      if let file = differingFile(benchmark) {
        noteOnce(
          "Both sides run the same program, but '\(file)' differs, and the benchmark may read it: it is "
            + "timed.")
      }
      return .equal(proof)
    }
    if suite.layoutAllowance == nil {
      var reason: String?
      // Links in a folder of that name were recorded where it is no build of SwiftPM.
      if let compiled, benchmark.canBeRelinked, compiled.base.contains("/.build/"),
        compiled.candidate.contains("/.build/"),
        self.base.links?.outputs(startedBy: compiled.base, words: []).isEmpty != false
      {
        do throws(HarnessFailure) {
          return .drawn(try linked(compiled.base, compiled.candidate))
        } catch {
          reason = error.message
        }
      }
      if let policy = recorded(base, candidate, words, otherwise: reason) { return policy }
      if compiled != nil, let policy = rebuilt(base, candidate, words) { return policy }
    }
    guard compiled != nil else { return nil }
    let allowance =
      suite.layoutAllowance.map { LayoutAllowance(logRatio: $0, layoutPairs: nil) }
      ?? LayoutAllowanceFile.standard.allowance
    return .fixed(allowance ?? .assumed)
  }

  /// Layouts by the link commands that SwiftPM keeps.
  private func linked(
    _ program: String, _ other: String
  ) throws(HarnessFailure) -> LayoutPrograms {
    let programs = try LayoutPrograms(
      base: program, candidate: other, objects: provider.objects, first: first,
      folder: provider.folder)
    noteOnce(
      Self.words(
        [PathParts(other).name], pieces: programs.pieces,
        functionSections: "-Xswiftc -Xfrontend -Xswiftc -function-sections"))
    return programs
  }

  /// What is placed, and how more of it could be.
  private static func words(
    _ names: [String], pieces: Int, functionSections: String
  ) -> String {
    let count = pieces == 1 ? "1 piece" : "\(pieces) pieces"
    let start =
      "\(names.joined(separator: ", ")): linked again for each launch, \(count) of code in other "
      + "places"
    return pieces >= 256
      ? "\(start)."
      : "\(start), with other room between them. Compiled with \(functionSections), each function "
        + "would move on its own."
  }

  /// Layouts by the links that were recorded while both sides were built.
  ///
  /// - Parameters:
  ///   - program: the program of the base; `nil` for a program of the system.
  ///   - other: that of the candidate.
  ///   - words: the words of the benchmark's command.
  ///   - reason: why the program's own build cannot link it again, if it was tried.
  /// - Returns: the policy; `nil` where no link was recorded.
  private func recorded(
    _ program: String?, _ other: String?, _ words: [String], otherwise reason: String?
  ) -> LayoutPolicy? {
    guard let before = base.links, let after = candidate.links else { return nil }
    let there = Set(before.outputs(startedBy: program, words: words))
    let paths = after.outputs(startedBy: other, words: words).filter(there.contains)
    guard !paths.isEmpty else {
      if let reason {
        noteOnce("Layouts cannot be drawn: \(reason)")
      } else if let other, Self.isCompiled(other) {
        let reason =
          "No link of '\(PathParts(other).name)' was seen while it was built. Go links by itself "
          + "(external links, -linkmode=external, are changed afterwards); other programs may come "
          + "ready-made"
        noteOnce(
          suite.layouts == .rebuild
            ? "\(reason): it is built again instead."
            : "Layouts cannot be drawn: \(reason.prefix(1).lowercased() + reason.dropFirst()). layouts = "
              + "\"rebuild\" in the suite builds it again in other layouts, a self-test of layouts "
              + "measures once what they make, and layout-allowance says it where you know it.")
      }
      return nil
    }
    do throws(HarnessFailure) {
      let placed = try PlacedLayouts(
        base: before, candidate: after, paths: paths, objects: provider.objects, first: first,
        folder: provider.folder, budget: budget)
      let names = placed.names.joined(separator: ", ")
      if let most = placed.mostLaunches {
        let cost =
          "\(names): linking takes \(Decimals.duration(placed.secondsPerLayout)) for each launch"
        let time = Decimals.duration(budget)
        guard most >= SequentialRule.standardLooks[0].launches else {
          throw .failed("\(cost), and a verdict needs more launches than \(time) allow.")
        }
        noteOnce("\(cost): at most \(most) launches, so that all links take \(time) or less.")
      }
      noteOnce(
        Self.words(
          placed.names, pieces: placed.pieces, functionSections: "-ffunction-sections"))
      return .placed(waiting(placed))
    } catch {
      if error.status != .interrupted { noteOnce("Layouts cannot be drawn: \(error.message)") }
      return nil
    }
  }

  /// Layouts by building both sides again, where the suite asks for it.
  private func rebuilt(
    _ program: String?, _ other: String?, _ words: [String]
  ) -> LayoutPolicy? {
    guard suite.layouts == .rebuild, let rebuild = provider.rebuild, let program, let other,
      let links = candidate.links
    else { return nil }
    let tops = (base.top ?? base.folder, candidate.top ?? candidate.folder)
    guard program.hasPrefix(tops.0 + "/"), other.hasPrefix(tops.1 + "/") else { return nil }
    let own = String(other.dropFirst(tops.1.utf8.count + 1))
    let paths = [own] + links.outputs(startedBy: other, words: words).filter { $0 != own }
    func key(_ tree: SuiteTree) -> String {
      ([PathParts(tree.top ?? tree.folder).name, tree.commit] + suite.environment
        + suite.build.map(\.text)).joined(separator: "\n")
    }
    do throws(HarnessFailure) {
      let placed = try PlacedLayouts(
        base: tops.0, candidate: tops.1, keys: (key(base), key(candidate)), paths: paths,
        first: first, folder: provider.folder, shared: PathParts(links.folder).folder,
        budget: budget,
        build: { side, layout throws(HarnessFailure) in
          try rebuild(side == .base ? self.base : self.candidate, layout)
        })
      let names = placed.names.joined(separator: ", ")
      let fewest = SequentialRule.standardLooks[0].launches
      if let most = placed.mostLaunches, most < fewest {
        throw .failed(
          "\(names): \(fewest) launches need as many builds of each side, which take more than "
            + "\(Decimals.duration(budget)).")
      }
      let cost =
        placed.links == 0
        ? "" : ": \(placed.links) builds took \(Decimals.duration(placed.seconds))"
      noteOnce(
        "\(names): built again for each launch, with functions in other places, within "
          + "\(Decimals.duration(budget))\(cost).")
      return .placed(waiting(placed))
    } catch {
      if error.status != .interrupted { noteOnce("Layouts cannot be drawn: \(error.message)") }
      return nil
    }
  }

  /// Has programs wait until no other comparison uses the same builds.
  private func waiting(_ placed: PlacedLayouts) -> PlacedLayouts {
    placed.mayWait = { [weak self] in
      guard let self else { return false }
      noteOnce("Waiting until another comparison of this repository has ended.")
      return !provider.isCancelled()
    }
    return placed
  }

  private func noteOnce(_ sentence: String) {
    if hasNoted.insert(sentence).inserted { note(sentence) }
  }

  /// Whether a file is machine code: ELF, or Mach-O of either byte order.
  static func isCompiled(_ path: String) -> Bool {
    switch firstBytes(ofFile: path, count: 4) {
    case [0x7F, 0x45, 0x4C, 0x46], [0xCF, 0xFA, 0xED, 0xFE], [0xCA, 0xFE, 0xBA, 0xBE]: true
    default: false
    }
  }
}

extension SuiteCommand {
  /// Its words, or the text for the shell.
  package var texts: [String] {
    switch self {
    case .words(let words): words
    case .shell(let text): [text]
    }
  }
}
