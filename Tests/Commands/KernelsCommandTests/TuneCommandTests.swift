internal import ArgumentParser
internal import CommandTestSupport
internal import DominantColor
internal import Foundation
internal import OrderedJSON
internal import Testing

@testable import KernelTuning
@testable import kernels

@Suite("kernels tune")
struct TuneCommandTests {
  @Test(
    "a wrong command line is answered with what is right",
    arguments: [
      (["--method", "hug"], "Did you mean 'hue'?"), (["--time", "0"], "--time takes seconds"),
      (["--threads", "0"], "--threads takes 1 to 1024, not 0."),
      (["--format", "jsno"], "Did you mean 'json'?"),
      (["--without-tuning"], "--without-tuning goes with --verify."),
      (["--isa", "baseline"], "--isa goes with --verify."),
      (["--verify", "--isa", "avx"], "Did you mean 'avx2'?"),
      (["--show", "--verify"], "--show goes with --output and --format only"),
      (["--verify", "--dry-run"], "leave out --dry-run"), (["--output", ""], "the path of a file"),
    ])
  func usageErrors(arguments: [String], expected: String) {
    let error = #expect(throws: (any Error).self) {
      try Kernels.parseAsRoot(["tune"] + arguments)
    }
    guard let error else { return }
    #expect(Kernels.message(for: error).contains(expected), "\(Kernels.message(for: error))")
    #expect(Kernels.exitCode(for: error) == .validationFailure)
  }

  @Test("it writes a file that the library uses, shows it, and a run of it can be verified")
  func wholeRoad() throws {
    let kernels = try BuiltCommand("kernels")
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/new/folders/tuning.json"
    let arguments = [
      "--method", "histogram", "--threads", "2", "--allow-debug", "--output", path,
    ]
    let dry = try kernels.run(["tune", "--time", "0.01", "--dry-run"] + arguments)
    #expect(dry.exitCode == 0)
    #expect(!FileManager.default.fileExists(atPath: path))
    let tuned = try kernels.run(["tune", "--time", "0.01"] + arguments)
    #expect(tuned.exitCode == 0)
    #expect(tuned.output.contains("\nhistogram: "))
    #expect(tuned.errors.hasSuffix("Written: '\(path)'.\n"))
    // The build that the tests link is the build of the command beside them.
    let file = TuningFile(at: path)
    #expect(file.problem == nil)
    #expect(file.tuning?.threads[.histogram] != nil)
    let shown = try kernels.run(["tune", "--show", "--output", path])
    #expect(shown.exitCode == 0)
    #expect(shown.output.hasPrefix("tuning file: \(path)\nused: yes\n"))
    let json = try kernels.run(
      ["tune", "--time", "0.01", "--format", "json", "--quiet"] + arguments)
    #expect(json.errors.isEmpty)
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(document["path"] as? String == path)
    let races = try #require(document["races"] as? [[String: Any]])
    #expect(races.allSatisfy { $0["matchesReference"] as? Bool == true })
    // Tuning another method keeps what the file says of this one.
    let hue = try kernels.run(
      [
        "tune", "--method", "hue", "--threads", "2", "--time", "0.01", "--allow-debug", "--output",
        path,
      ])
    #expect(hue.exitCode == 0)
    #expect(Set(TuningFile(at: path).tuning.map(\.threads.keys) ?? [:].keys) == [.histogram, .hue])
  }

  @Test("what cannot be written is said, and nothing is left behind")
  func unwritable() throws {
    let kernels = try BuiltCommand("kernels")
    let folder = try TemporaryFolder()
    let below = try folder.write("x", to: "file") + "/tuning.json"
    let outcome = try kernels.run([
      "tune", "--method", "hue", "--time", "0.01", "--allow-debug", "--output", below,
    ])
    #expect(outcome.exitCode == 73)
    #expect(outcome.errors.contains("The tuning was not written."))
    #expect(outcome.output.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file"])
  }

  private static let key = TuningKey(
    library: "0.0.9", cpu: "Abacus 9000", cpuFeatures: "ff-00", cores: 8, cgroupQuota: "none")

  @Test("what a file says, and why it is not used, are shown")
  func show() throws {
    let folder = try TemporaryFolder()
    let tuning = Tuning(
      key: Self.key, made: "2026-11-21T12:00:00Z",
      threads: [.histogram: .from(pixels: 1_500_000), .hue: .never])
    let path = try folder.write(tuning.json, to: "tuning.json")
    var here = Self.key
    here.cores = 2
    let shown = TuningShow(file: TuningFile(at: path, for: here), key: here)
    #expect(
      shown.text == """
        tuning file: \(path)
        used: no
        The tuning file is ignored: it was made with 8 usable cores, not 2. `kernels tune` makes one \
        for this machine.
        The library chooses by its default order.
        made: 2026-11-21T12:00:00Z

                        the file     this machine
          processor     Abacus 9000  Abacus 9000
          features      ff-00        ff-00
          cores         8            2
          cgroup quota  none         none
          library       0.0.9        0.0.9

        histogram: all threads from 1.50 MP
        hue: one thread for every image

        """)
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(shown.json.text.utf8)) as? [String: Any])
    #expect(document["used"] as? Bool == false)
    #expect((document["problem"] as? String)?.contains("8 usable cores") == true)
    #expect((document["tuning"] as? [String: Any])?["cores"] as? Int == 8)
  }
}
