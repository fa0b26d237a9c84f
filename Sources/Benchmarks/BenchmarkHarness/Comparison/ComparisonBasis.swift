package import BenchmarkBuilds
package import Measuring
internal import OrderedJSON
internal import Reporting

/// What a verdict rests on.
package enum ComparisonBasis: Equatable, Sendable {
  /// Launches of the same files: the verdict is about these files.
  case files
  /// A proof that both sides run the same code: nothing was timed.
  case proof(CodeProof)
  /// Launches of two programs that load the same into memory: layout makes no difference, and what
  /// they read may.
  case equalPrograms(CodeProof)
  /// Launches with another layout of both sides each: the verdict is about the code.
  case layouts(links: Int, seconds: Double)
  /// Launches of another build of both sides each, with other layouts: the verdict is about the code.
  case builds(Int, seconds: Double)
  /// Launches of two files that cannot be linked again: the verdict allows for their layouts.
  case allowance(LayoutAllowance)

  /// A line for people; nil when there is nothing to say.
  var note: String? {
    switch self {
    case .files: return nil
    case .proof(let proof): return "\(proof)"
    case .equalPrograms(let proof):
      return "\(proof); only files that they read can make a difference"
    case .layouts(let links, let seconds):
      let cost = links == 0 ? "all kept" : "\(links) links in \(Quantities.time(seconds))"
      return "over layouts: each launch places functions and data anew (\(cost))"
    case .builds(let builds, let seconds):
      let cost = builds == 0 ? "all kept" : "\(builds) builds in \(Quantities.time(seconds))"
      return "over layouts: each launch runs builds with functions in other places (\(cost))"
    case .allowance(let allowance):
      let percent = Decimals.fixed(LogRatio(allowance.logRatio).percent, places: 1)
      if allowance == .assumed {
        return "one layout of each side; what layout alone makes of this program was not "
          + "measured: no change within ±\(percent) % is called one"
      }
      let source =
        allowance.layoutPairs.map { "measured here with \($0) pairs of layouts" }
        ?? "as was asked for"
      return "one layout of each side: cannot exclude layout: ±\(percent) % (\(source))"
    }
  }

  /// The basis for programs.
  var json: JSONValue {
    switch self {
    case .files: return .object([.init("kind", .string("files"))])
    case .proof(.sameProgram):
      return .object([.init("kind", .string("same program"))])
    case .proof(.equalCode(let functions, let bytes)):
      return .object([
        .init("kind", .string("same code")), .init("functions", .integer(functions)),
        .init("bytes", .integer(bytes)),
      ])
    case .proof(.equalImage(let bytes)):
      return .object([.init("kind", .string("same image")), .init("bytes", .integer(bytes))])
    case .proof(.equalButForComments(let files)):
      return .object([.init("kind", .string("same sources")), .init("files", .integer(files))])
    case .equalPrograms: return .object([.init("kind", .string("equal programs"))])
    case .layouts(let links, let seconds):
      return .object([
        .init("kind", .string("layouts")), .init("links", .integer(links)),
        .init("linkSeconds", .number(seconds)),
      ])
    case .builds(let builds, let seconds):
      return .object([
        .init("kind", .string("builds")), .init("builds", .integer(builds)),
        .init("buildSeconds", .number(seconds)),
      ])
    case .allowance(let allowance):
      return .object([
        .init("kind", .string("one layout")),
        .init("allowance", .number(LogRatio(allowance.logRatio).percent / 100)),
        .init("layoutPairs", .optional(allowance.layoutPairs, JSONValue.integer)),
        .init(
          "source",
          .string(
            allowance == .assumed
              ? "caution" : allowance.layoutPairs == nil ? "suite" : "measured")),
      ])
    }
  }
}

/// How the layouts of two builds are taken into account.
package enum LayoutPolicy {
  /// Another layout in each launch.
  case drawn(LayoutPrograms)
  /// Another layout in each launch, in the place of what was built.
  case placed(PlacedLayouts)
  /// One layout of each, and an allowance for it.
  case fixed(LayoutAllowance)
  /// One layout for both: the programs load the same.
  case equal(CodeProof)

  /// Whether each launch has a layout of its own.
  package var drawsLayouts: Bool {
    switch self {
    case .drawn, .placed: true
    case .fixed, .equal: false
    }
  }

  /// The basis that a session leaves behind.
  ///
  /// - Parameter before: what had been linked before the session.
  /// - Returns: the basis, with what the session linked.
  package func basis(since before: (links: Int, seconds: Double)) -> ComparisonBasis {
    switch self {
    case .drawn(let programs):
      return .layouts(
        links: programs.links - before.links, seconds: programs.seconds - before.seconds)
    case .placed(let programs):
      let seconds = programs.seconds - before.seconds
      return programs.isRebuilt
        ? .builds(programs.links - before.links, seconds: seconds)
        : .layouts(links: programs.links - before.links, seconds: seconds)
    case .fixed(let allowance): return .allowance(allowance)
    case .equal(let proof): return .equalPrograms(proof)
    }
  }

  /// What was linked so far.
  package var cost: (links: Int, seconds: Double) {
    switch self {
    case .drawn(let programs): (programs.links, programs.seconds)
    case .placed(let programs): (programs.links, programs.seconds)
    case .fixed, .equal: (0, 0)
    }
  }

  /// The program of a side in the layout of a launch.
  ///
  /// - Parameters:
  ///   - side: the side.
  ///   - launch: the number of the launch, from 0.
  ///   - linksNext: whether the program of the next launch may be linked while this one is measured.
  /// - Returns: the path of the program to start; `nil` to start what is in its place.
  /// - Throws: `WorkerFailure` when it cannot be linked.
  package func drawnProgram(
    _ side: Side, launch: Int, linksNext: Bool = true
  ) throws(WorkerFailure) -> String? {
    if case .placed(let programs) = self {
      do throws(HarnessFailure) {
        try programs.place(launch: launch)
        return nil
      } catch {
        throw .prevented(error.message)
      }
    }
    guard case .drawn(let programs) = self else { return nil }
    do throws(HarnessFailure) {
      let pair = try programs.programs(launch: launch, linksNext: linksNext)
      return side == .base ? pair.base : pair.candidate
    } catch {
      throw .prevented(error.message)
    }
  }

  /// A rule that makes no more launches than there may be layouts, and whose gate allows for layouts that
  /// are not drawn.
  package func limited(_ rule: SequentialRule) -> SequentialRule {
    switch self {
    case .placed(let programs):
      guard let most = programs.mostLaunches else { return rule }
      return SequentialRule(
        margin: rule.margin, looks: rule.looks.filter { $0.launches <= most }, gate: rule.gate)
    case .fixed(let allowance): return rule.allowing(allowance.logRatio)
    case .drawn, .equal: return rule
    }
  }

  /// Brings back what was built, after a session.
  package func finish() {
    if case .placed(let programs) = self { programs.restore() }
  }

  /// The verdict about the code, given what a session says about the files.
  package func judged(_ session: SessionResult, margin: Double) -> SessionResult {
    guard case .fixed(let allowance) = self, session.end == .decided else { return session }
    let estimate = session.estimate(alpha: 1 - ComparisonResult.confidence)
    return SessionResult(
      verdict: allowance.verdict(
        session.verdict, interval: estimate?.logInterval, margin: margin),
      end: session.end, launches: session.launches, clock: session.clock, answer: session.answer)
  }
}

extension LayoutPolicy {
  /// The log ratios of launches, each moved towards zero by what layout alone may have made of it.
  ///
  /// A launch then counts as slower or faster only beyond the allowance, and so does their median.
  package func discounted(_ logRatios: [Double]) -> [Double] {
    guard case .fixed(let allowance) = self else { return logRatios }
    return logRatios.map { ratio in
      let rest = max(ratio.magnitude - allowance.logRatio, 0)
      //     −a        0        +a
      //     ─┼────────┼────────┼─     a: the allowance
      //      └→ 0     0     0 ←┘      what is between becomes 0, what is beyond comes nearer
      return ratio < 0 ? -rest : rest
    }
  }
}
