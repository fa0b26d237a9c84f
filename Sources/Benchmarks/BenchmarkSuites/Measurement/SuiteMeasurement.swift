internal import BenchmarkBuilds
package import BenchmarkHarness
internal import Measuring
internal import Reporting

/// Times benchmarks of a checkout and records them.
package struct SuiteMeasurement {
  private let runner: SuiteRunner
  private let tree: SuiteTree
  private let launches: Int
  private let seconds: Double
  private let countsCosts: Bool

  /// How many launches a benchmark has by default: enough for an interval with 95 % confidence.
  package static let standardLaunches = 8
  /// How many seconds a benchmark is timed by default.
  package static let standardSeconds = 0.5

  /// - Parameters:
  ///   - runner: starts benchmarks.
  ///   - tree: the checkout.
  ///   - launches: how many times each benchmark is started; `nil` for the suite's number.
  ///   - seconds: how long each benchmark is timed; `nil` for the suite's time.
  ///   - countsCosts: whether instructions and allocations are counted too.
  package init(
    runner: SuiteRunner, tree: SuiteTree, launches: Int? = nil, seconds: Double? = nil,
    countsCosts: Bool = false
  ) {
    self.countsCosts = countsCosts
    self.runner = runner
    self.tree = tree
    self.launches = launches ?? runner.suite.launches ?? Self.standardLaunches
    self.seconds = seconds ?? runner.suite.seconds ?? Self.standardSeconds
  }

  /// Times the benchmarks of a group in turns, with their setups and cleanups.
  ///
  /// - Parameters:
  ///   - group: the benchmarks.
  ///   - share: how many times its usual time and launches it takes.
  ///   - recorder: records every round; `nil` to record none.
  ///   - isCancelled: asked between epochs.
  ///   - progress: called with how far it is, 0 to 1.
  /// - Returns: what was measured of each that was asked for, and what failed.
  package func measure(
    _ group: SuiteGroup, share: Double = 1, recorder: RaceRecorder?,
    isCancelled: () -> Bool, progress: @escaping (Double) -> Void
  ) -> [SuiteResult] {
    var prepared: [SuiteBenchmark] = []
    defer { for benchmark in prepared { runner.cleanUp(benchmark, in: tree) } }
    do throws(HarnessFailure) {
      for benchmark in group.members {
        try runner.setUp(benchmark, in: tree)
        prepared.append(benchmark)
      }
    } catch {
      return failed(group, error.message)
    }
    let race = Race(group, recorder)
    let timings = timing(of: group, share: share).run(
      isCancelled: isCancelled, observer: race.observer(progress: progress),
      start: Starter(group, runner, tree).start)
    recorder?.flush()
    var results = group.chosen.map { result(of: $0, in: group, timings, race, isCancelled) }
    // A problem of a reference that was not chosen has no row of its own.
    for place in group.members.indices where !group.chosen.contains(place) {
      guard let problem = problem(of: place, in: group, timings, race),
        let first = results.firstIndex(where: { $0.failure == nil })
      else { continue }
      results[first].failure = problem
    }
    return results
  }

  /// Why a member was not measured; `nil` where it was.
  private func problem(
    of place: Int, in group: SuiteGroup, _ timings: [BenchmarkTiming], _ race: Race
  ) -> String? {
    let benchmark = group.members[place]
    if let objection = race.objections[place] {
      return "'\(benchmark.name)' is wrong: \(objection)."
    }
    guard case .failed(let problem) = timings[place].end else { return nil }
    return "\(tree.label): '\(benchmark.name)': \(problem)."
      + runner.lastWords(of: benchmark, in: tree, problem)
  }

  private func failed(_ group: SuiteGroup, _ message: String) -> [SuiteResult] {
    group.chosen.enumerated().map { place, index in
      let benchmark = group.members[index]
      return SuiteResult(
        benchmark: benchmark,
        timing: BenchmarkTiming(
          clock: benchmark.fitted(SessionPlan(), clock: nil).clock,
          startsEachEpoch: benchmark.startsEachEpoch),
        // What is wrong with all of them is said once.
        failure: place == 0 ? message : nil)
    }
  }

  private func timing(of group: SuiteGroup, share: Double) -> TurnTiming {
    TurnTiming(
      group.members.map {
        TurnTiming.Contender(
          plan: $0.fitted(SessionPlan(), clock: nil), startsEachEpoch: $0.startsEachEpoch)
      }, launches: launches(for: share), seconds: seconds * share,
      hasReferenceLoop: group.members.contains(where: group.needsReferenceLoop))
  }

  /// Launches for a share of the time: never fewer than an interval needs.
  private func launches(for share: Double) -> Int {
    guard share != 1, launches > 1 else { return launches }
    return max(Int((Double(launches) * share).rounded()), min(launches, Self.standardLaunches))
  }

  private func result(
    of place: Int, in group: SuiteGroup, _ timings: [BenchmarkTiming], _ race: Race,
    _ isCancelled: () -> Bool
  ) -> SuiteResult {
    let benchmark = group.members[place]
    let timing = timings[place]
    var result = SuiteResult(benchmark: benchmark, timing: timing)
    result.metrics = race.metrics[place] ?? []
    result.hasOwnProcess = !group.sharesProcess
    result.programBytes = benchmark.command.ownProgram(in: tree.folder).flatMap(
      ProgramSize.stripped)
    result.wrongAnswer = race.objections[place]
    result.isReferenceOfAnswers = group.members.contains {
      $0.description.references.contains {
        $0.answersMustAgree && $0.benchmark == benchmark.name
      }
    }
    for reference in benchmark.description.references {
      guard let other = group.place(of: reference.benchmark) else { continue }
      result.ratios.append(
        SuiteResult.Ratio(
          reference: reference, value: timing.ratio(to: timings[other]),
          answersAgree: reference.answersMustAgree
            ? timing.answer != nil && timing.answer == timings[other].answer : nil))
    }
    if result.wrongAnswer == nil { result.failure = problem(of: place, in: group, timings, race) }
    race.record(result)
    if countsCosts, timing.end == .complete, !isCancelled() {
      let found = runner.cost(ofPrepared: benchmark, in: tree, calls: nil)
      if case .counted(let cost) = found { race.recorder?.setCost(cost, of: benchmark.name) }
      result.cost = found
    }
    return result
  }

  /// Starts the workers of a group: where they share a process, one for each launch.
  private final class Starter {
    private let group: SuiteGroup
    private let runner: SuiteRunner
    private let tree: SuiteTree
    private var process: (launch: Int, process: WorkerProcess)?

    init(_ group: SuiteGroup, _ runner: SuiteRunner, _ tree: SuiteTree) {
      self.group = group
      self.runner = runner
      self.tree = tree
    }

    func start(
      _ place: Int, _ setup: LaunchSetup
    ) throws(WorkerFailure) -> any MeasuredWorker {
      let benchmark = group.members[place]
      guard group.sharesProcess, case .workload(let command, let index, let choice) = benchmark.work
      else { return try runner.start(benchmark, in: tree, setup) }
      if let process, process.launch == setup.launch {
        return WorkloadWorker(process: process.process, workload: index)
      }
      let started = try runner.process(of: command, choice, in: tree, setup)
      process = (setup.launch, started)
      return WorkloadWorker(process: started, workload: index)
    }
  }

  /// What is learned of a group while it is timed.
  private final class Race {
    let group: SuiteGroup
    let recorder: RaceRecorder?
    /// Why members do not take part.
    private(set) var objections: [Int: String] = [:]
    private(set) var metrics: [Int: [BenchmarkMetric]] = [:]
    private var answers: [String?] = []

    init(_ group: SuiteGroup, _ recorder: RaceRecorder?) {
      self.group = group
      self.recorder = recorder
    }

    func observer(progress: @escaping (Double) -> Void) -> TurnTiming.Observer {
      TurnTiming.Observer(
        judge: judge, begin: begin, round: { self.recorder?.add(round: $0, $1) },
        progress: progress, metrics: { self.metrics[$0] = $1 })
    }

    /// A benchmark whose answer is not that of its reference is not timed: the speed of a wrong
    /// answer means nothing.
    private func judge(_ answers: [String?]) -> [String?] {
      self.answers = answers
      let found = group.members.indices.map { index -> String? in
        guard let answer = answers[index] else { return nil }
        for reference in group.members[index].description.references
        where reference.answersMustAgree {
          guard let other = group.place(of: reference.benchmark), let right = answers[other],
            right != answer
          else { continue }
          return "it answers '\(answer.prefix(80))', and '\(reference.benchmark)' '"
            + "\(right.prefix(80))'"
        }
        return nil
      }
      for (index, objection) in found.enumerated() { objections[index] = objection }
      return found
    }

    private func begin(_ places: [Int]) {
      var contenders: [RecordedContender] = []
      // What refers to nothing, and is referred to by nothing, is a group of its own.
      if let alone = group.members.first(where: group.needsReferenceLoop) {
        let clock = alone.fitted(SessionPlan(), clock: nil).clock
        contenders.append(
          RecordedContender(
            name: "\(ReferenceLoop.name), \(clock.rawValue)", group: alone.name,
            isReference: true, clock: clock))
      }
      for place in places {
        let member = group.members[place]
        var hash = ContentHash()
        hash.add(answers.indices.contains(place) ? answers[place] ?? "" : "")
        contenders.append(
          RecordedContender(
            name: member.name, group: recordedGroup(of: member),
            isReference: isReference(member), answerHash: hash.text,
            parameters: member.description.parameters, items: member.description.items,
            clock: member.fitted(SessionPlan(), clock: nil).clock))
      }
      recorder?.begin(contenders)
    }

    /// Whether the history takes ratios to a member: those of benchmarks whose first reference it is.
    ///
    /// A reference's own ratios are all one, so that what it refers to is none by that.
    private func isReference(_ member: SuiteBenchmark) -> Bool {
      group.members.contains {
        // It comes to an end, since a group without references in circles was asked for
        // (`SuiteGroup.groups`).
        $0.description.references.first?.benchmark == member.name && !isReference($0)
      }
    }

    /// The benchmarks whose ratios the history takes to one, which they share.
    ///
    /// `nil` for one to which ratios are taken beside that.
    private func recordedGroup(of member: SuiteBenchmark) -> String? {
      if isReference(member) || group.members.count == 1 { return member.name }
      return member.description.references.first?.benchmark
    }

    /// Records what was measured beside times.
    func record(_ result: SuiteResult) {
      guard result.timing.epochs > 0, let recorder else { return }
      for metric in result.recordedMetrics { recorder.set(metric, of: result.name) }
    }
  }
}

extension SuiteBenchmark {
  /// Whether every epoch is a process of its own, as it is for commands and programs of frameworks.
  var startsEachEpoch: Bool {
    if case .workload = work { false } else { true }
  }
}
