internal import ArgumentParser
internal import BenchmarkBuilds
internal import CommandText
internal import DominantColor
internal import Foundation
internal import Measuring
internal import OrderedJSON
internal import Pixels
internal import Reporting
internal import Testing

@testable import BenchmarkHarness
@testable import bench

@Suite("The compare and selftest commands")
struct CompareCommandTests {
  @Test(
    "a wrong command line is answered with what is right",
    arguments: [
      (["compare"], "Specify exactly one comparison"),
      (["compare", "a", "b", "--base", "/bin/sh"], "Specify exactly one comparison"),
      (["compare", "--against", "simd"], "Specify which kernel to compare with 'simd'"),
      (["compare", "--kernel", "simd", "--against", "histogrm"], "Did you mean 'histogram'?"),
      (["compare", "--kernel", "smid", "--against", "simd"], "Did you mean 'simd'?"),
      (["compare", "HEAD"], "Two commits are compared"),
      (["compare", "--base", "/no/such"], "'/no/such' is not a program"),
      (["compare", "--", "true"], "Two commands are compared"),
      (["compare", "--", "true", "--"], "Two commands are compared"),
      (["compare", "--", "true", "--", "no-such-program"], "no program 'no-such-program' in PATH"),
      (["compare", "--", "/no/such", "--", "true"], "'/no/such' is not a program"),
      (
        ["compare", "--kernel", "simd", "--", "true", "--", "true"], "do not apply to the commands"
      ),
      (["compare", "--kernel", "simd", "--against", "hue", "--workers"], "--workers goes with"),
      (["compare", "a", "b", "--margin", "lots"], "'lots' is not a percentage"),
      (["compare", "a", "b", "--clock", "wal"], "Did you mean 'wall'?"),
      (["compare", "a", "b", "--format", "jsno"], "Did you mean 'json'?"),
      (["compare", "a", "b", "--timeout", "0"], "--timeout takes seconds above 0"),
      (["selftest"], "Specify what to test"),
      (["selftest", "--aa", "--inject", "1%"], "Specify what to test"),
      (["selftest", "--layouts", "--inject", "1%"], "Specify what to test"),
      (["selftest", "--inject", "0%"], "'0%' is not a percentage"),
      (["selftest", "--aa", "--sessions", "0"], "--sessions takes 1 to 100000"),
      (["selftest", "--aa", "--kernel", "smid"], "Did you mean 'simd'?"),
    ])
  func usageErrors(arguments: [String], expected: String) {
    let (text, code) = complaint(arguments)
    #expect(text.contains(expected), "\(text)")
    #expect(code == .validationFailure)
  }

  @Test("percentages are read as people write them")
  func percentages() throws {
    #expect(try Percentage(parsing: "1%").fraction == 0.01)
    #expect(try Percentage(parsing: "0.5 %").fraction == 0.005)
    #expect(try Percentage(parsing: "2").text == "2 %")
    for text in ["", "%", "-1%", "101%", "1e1", "nan"] {
      #expect(throws: UsageError.self) { try Percentage(parsing: text) }
    }
  }

  @Test("an injected share is exact: epochs hold whole hundreds, or two hundreds")
  func exactInjection() throws {
    func plan(_ kernel: String, _ slowdown: Double) -> SessionPlan {
      let work = KernelWork(
        kernels: [kernel, kernel], image: ComparedImage(name: "photo", size: "8x8"), threads: 1,
        instructionSet: nil, slowdown: slowdown)
      return SelfTestSession(
        starter: WorkerStarter(environment: [], timeout: 1), program: "",
        arguments: work.arguments, iterationMultiple: work.iterationMultiple, seed: 7
      ).plan(index: 2)
    }
    #expect(plan(KernelWorkloads.loop, 0.01).iterationMultiple == 100)
    #expect(plan(KernelWorkloads.loop, 0.005).iterationMultiple == 200)
    #expect(plan(KernelWorkloads.loop, 0).iterationMultiple == 1)
    // A kernel does more after each call.
    #expect(plan("simd", 0.01).iterationMultiple == 1)
    #expect(plan("simd", 0.01).seed == 9)
  }

  @Test("an answer's words differ when any number does")
  func paletteWords() {
    #expect(
      PaletteText.text(
        Palette(method: .histogram, swatches: [], tally: .init(transparent: 4)))
        == "histogram counted=0 transparent=4 filtered=0")
  }

  @Test("kernels, as built: a verdict, or why they cannot be compared")
  func kernels() throws {
    let bench = try BuiltCommand("bench")
    let tail = ["--image", "flat", "--size", "8x8", "--allow-debug", "--quiet"]
    let verdict = try bench.run(
      ["compare", "--kernel", "hue", "--against", "hue", "--margin", "90%"] + tail)
    // Whatever the verdict: load on the machine must not decide whether the test passes.
    #expect([0, 2, 3].contains(verdict.exitCode), "\(verdict)")
    #expect(verdict.output.contains("verdict"))
    let questions = try bench.run(["compare", "--kernel", "hue", "--against", "simd"] + tail)
    #expect(questions.exitCode == 4)
    #expect(questions.errors.contains("they use different methods"))
    let missing = try bench.run(
      ["compare", "--kernel", "hue", "--against", "hue", "--image", "no.png", "--allow-debug"])
    #expect(missing.exitCode == 1)
    #expect(missing.errors.contains("'no.png' does not exist."))
  }

  @Test("commands, as built: both are run, and a failing one is named")
  func commands() throws {
    let bench = try BuiltCommand("bench")
    // Whatever the verdict: load on the machine must not decide whether the test passes.
    let compared = try bench.run(
      ["compare", "--quiet", "--format", "json", "--", "true", "--", "true", "-x"])
    #expect([0, 2, 3].contains(compared.exitCode), "\(compared)")
    let document = try JSONSerialization.jsonObject(with: Data(compared.output.utf8))
    #expect((document as? [String: Any])?["schema"] as? Int == 1)
    let failing = try bench.run(["compare", "--", "true", "--", "/bin/sh", "-c", "exit 3"])
    #expect(failing.exitCode == 1)
    #expect(
      failing.errors
        == "Error: /bin/sh -c exit 3 against true: '/bin/sh -c exit 3': the worker exited with "
        + "code 3 during the first run.\n")
  }

  @Test("commands that are workers, as built: measured inside, and their answers must agree")
  func workers() throws {
    let bench = try BuiltCommand("bench")
    let folder = try TemporaryFolder()
    // Ten times the nanoseconds of the other: the worker says so, whatever the machine does.
    let old = try ScriptedWorkers.write("old", in: folder, description: "")
    let slow = try ScriptedWorkers.write(
      "slow", in: folder, description: "",
      run: "echo epoch $2 \"${2}00000\" \"${2}00000\" \"${2}00000\" 0 0 >&3")
    let slower = try bench.run(["compare", "--quiet", "--workers", "--", old, "--", slow])
    #expect(slower.exitCode == 2, "\(slower)")
    let other = try ScriptedWorkers.write(
      "other", in: folder, description: "", answer: "echo answer other >&3")
    let unlike = try bench.run(["compare", "--quiet", "--workers", "--", old, "--", other])
    #expect(unlike.exitCode == 4, "\(unlike)")
    #expect(unlike.errors.contains("The answers differ"))
    let none = try bench.run(["compare", "--quiet", "--workers", "--", old, "--", "true"])
    #expect(none.exitCode == 1)
    #expect(none.errors.contains("during the greeting"))
  }

  /// How this build's `bench worker --describe` would describe itself, but for changes.
  private func description(_ changes: [EnvironmentField: String] = [:]) -> String {
    var record = EnvironmentRecord([.swiftVersion: .known("6"), .inputHash: .known("abc")])
    for (field, value) in changes { record[field] = .known(value) }
    return BuildDescription(environment: record, benchmarks: ["simd", "hue"]).line
  }

  private func compare(
    _ base: String, _ candidate: String, kernel: any Kernel = KernelCatalog.simd
  ) -> (failure: HarnessFailure?, session: SessionResult?) {
    let comparison = BuildComparison(
      starter: WorkerStarter(environment: [], timeout: 600), base: .init(name: "old", path: base),
      candidate: .init(name: "new", path: candidate),
      plan: SessionPlan(rule: SequentialRule(looks: [.init(launches: 2, alpha: 0.5)])))
    var work = KernelWork.benchmark(
      of: kernel, on: ComparedImage(name: "flat", size: nil), threads: 1, instructionSet: nil)
    work.pairs.perLaunch = 2
    let item = comparison.makeCase(of: work)
    do throws(HarnessFailure) {
      try item.check()
    } catch {
      return (error, nil)
    }
    return (nil, item.measure({ false }) { _ in })
  }

  @Test("builds are compared, and unlike ones are refused with what differs")
  func builds() throws {
    let folder = try TemporaryFolder()
    let old = try ScriptedWorkers.write("old", in: folder, description: description())
    let slow = try ScriptedWorkers.write(
      "slow", in: folder, description: description(),
      run: "echo epoch $2 \"${2}00000\" \"${2}00000\" \"${2}00000\" 0 0 >&3")
    let (failure, session) = compare(old, slow)
    #expect(failure == nil)
    #expect(session?.verdict == .slower)
    let other = try ScriptedWorkers.write(
      "other", in: folder, description: description([.swiftVersion: "5", .inputHash: "abd"]))
    #expect(
      compare(old, other).failure
        == .notComparable(
          "'old' and 'new' are not comparable: Swift compiler: 6 against 5; input hash: abc against "
            + "abd."))
    let unlike = try ScriptedWorkers.write(
      "unlike", in: folder, description: description(), answer: "echo answer other >&3")
    #expect(
      compare(old, unlike).failure
        == .notComparable("the answers differ: 'old' answers 'colour', 'new' answers 'other'."))
    #expect(
      compare(old, slow, kernel: KernelCatalog.histogram).failure
        == .notComparable("'old' has no 'histogram'."))
    #expect(compare(old, "/bin/true").failure?.message.contains("does not act as a worker") == true)
    #expect(compare(old, "/bin/true").failure?.status == .notComparable)
  }

  @Test("a build that crashes, hangs or lies is told as such")
  func badBuilds() throws {
    let folder = try TemporaryFolder()
    let old = try ScriptedWorkers.write("old", in: folder, description: description())
    let crashing = try ScriptedWorkers.write(
      "crashing", in: folder, description: description(), answer: "kill -SEGV $$")
    #expect(
      compare(old, crashing).failure
        == .failed(
          "'new': 'histogram': the worker crashed with SIGSEGV during preparation."))
    let lying = try ScriptedWorkers.write(
      "lying", in: folder, description: description(),
      answer: "echo answer colour $1 >&3")
    let lie = compare(old, lying).failure
    #expect(lie?.status == .failure)
    #expect(lie?.message.contains("'simd' answers wrongly: 'colour 1'") == true)
    let dying = try ScriptedWorkers.write(
      "dying", in: folder, description: description(), run: "exit 9")
    #expect(
      compare(old, dying).session?.end
        == .failed(.candidate, .exited(code: 9, during: "an epoch")))
    let strange = try ScriptedWorkers.write("strange", in: folder, description: "hello")
    #expect(compare(old, strange).failure?.status == .notComparable)
  }

  @Test(
    "a build whose worker fails, as built: its case ends with a line, the rest goes on",
    arguments: [
      ("kill -SEGV $$", "the worker crashed with SIGSEGV during an epoch"),
      ("echo what >&3", "the worker answered \"what\" during an epoch, which is not in the"),
      ("exit 9", "the worker exited with code 9 during an epoch"),
    ])
  func failingBuilds(run: String, expected: String) throws {
    let bench = try BuiltCommand("bench")
    let folder = try TemporaryFolder()
    let image = ComparedImage(name: "flat", size: "8x8")
    let work = KernelWork(kernels: ["hue"], image: image, threads: 1)
    let answer = try #require(KernelWorkloads(work).all.first).prepare().answer
    let base = try ScriptedWorkers.spoil(
      "hue", of: bench.executable.path, in: folder, answer: answer, run: run)
    let outcome = try bench.run(
      ["compare", "--base", base, "--kernel", "hue", "--kernel", "histogram", "--image", "flat"]
        + ["--size", "8x8", "--margin", "90%", "--allow-debug", "--quiet"])
    #expect(outcome.exitCode == 1, "\(outcome)")
    #expect(outcome.errors.contains("Error: \(base): \(expected)"), "\(outcome.errors)")
    // The other kernel of the same build was compared all the same.
    #expect(outcome.output.contains("histogram on flat 8x8"))
  }

  @Test("a build that answers otherwise, as built, is not comparable")
  func lyingBuild() throws {
    let bench = try BuiltCommand("bench")
    let folder = try TemporaryFolder()
    let base = try ScriptedWorkers.spoil(
      "hue", of: bench.executable.path, in: folder, answer: "nothing", run: "exit")
    let outcome = try bench.run(
      ["compare", "--base", base, "--kernel", "hue", "--image", "flat", "--size", "8x8"]
        + ["--allow-debug", "--quiet"])
    #expect(outcome.exitCode == 4, "\(outcome)")
    #expect(outcome.errors.contains("'\(base)' answers 'nothing'"), "\(outcome.errors)")
  }

  @Test("callgrind's totals are read from its file")
  func callgrindTotals() {
    #expect(Callgrind.total(inFile: Array("a\nsummary: 12\n\ntotals: 34\n".utf8)) == 34)
    #expect(Callgrind.total(inFile: Array("summary: 12 3\nx".utf8)) == 12)
    #expect(Callgrind.total(inFile: Array("nothing".utf8)) == nil)
  }

  @Test("instruction counts are compared only when counted alike")
  func instructionWords() {
    let both = InstructionComparison(
      base: .counted(200, by: "callgrind"), candidate: .counted(100, by: "callgrind"))
    #expect(both.words == "instructions a call: 100 against 200: -50.0 % (callgrind)")
    let none = InstructionComparison(
      base: .unavailable("not permitted"), candidate: .counted(1, by: "perf events"))
    #expect(none.words == "instructions not counted: not permitted")
    #expect(none.json.text.contains("\"unavailable\": \"not permitted\""))
    #expect(none.change == nil)
  }
}
