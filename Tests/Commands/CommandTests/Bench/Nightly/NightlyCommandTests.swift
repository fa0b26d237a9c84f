internal import Foundation
internal import Testing
internal import TimingHistory

@testable import bench

@Suite("The nightly and bisect commands, as built")
struct NightlyCommandTests {
  private let folder: TemporaryFolder
  private let bench: BuiltCommand

  init() throws {
    folder = try TemporaryFolder()
    bench = try BuiltCommand("bench")
  }

  private func arguments(_ more: String..., time: Double = 0.02) -> [String] {
    [
      "nightly", "--kernel", "simd", "--image", "flat", "--image", "noise", "--size", "16x16",
      "--time", "\(time)", "--allow-debug", "--history", folder.path + "/n.sqlite", "--builds",
      folder.path + "/builds", "--report", folder.path + "/night.md",
    ] + more
  }

  private func store() throws -> HistoryStore {
    try HistoryStore(path: folder.path + "/n.sqlite")
  }

  @Test("a first night is clean; a new build of the same code is looked at, with the kept one")
  func twoNights() throws {
    let first = try bench.run(arguments())
    #expect(first.exitCode == 0, "\(first)")
    #expect(first.output == "Clean: none of 2 series is slower.\n")
    let report = try String(contentsOfFile: folder.path + "/night.md", encoding: .utf8)
    #expect(report.hasPrefix("### No series is slower.\n"))
    // The same program with another hash: a byte after its end changes nothing in what it does.
    let other = folder.path + "/bench"
    try FileManager.default.copyItem(atPath: bench.executable.path, toPath: other)
    let handle = try FileHandle(forWritingTo: URL(filePath: other))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data([0]))
    try handle.close()
    let second = try BuiltCommand(at: other).run(arguments("--format", "json", "--no-counters"))
    // Equal code may be told from itself on a machine as busy as one that runs tests: what must
    // not be is a failure.
    #expect([0, 2, 3].contains(second.exitCode), "\(second)")
    let json = try JSONSerialization.jsonObject(with: Data(second.output.utf8)) as? [String: Any]
    #expect((json?["series"] as? [Any])?.count == 2)
    #expect(json?["notes"] as? [String] == [])
    let store = try store()
    let night = try #require(try store.runs().first)
    let steps = try store.completedSteps(of: night.id)
    #expect(steps["look simd/flat/16x16"] != nil)
    #expect(steps["look simd/noise/16x16"] != nil)
    try store.close()
  }

  @Test("a night that is killed while it measures goes on, and ends once")
  func killed() throws {
    for image in ["flat", "noise"] {
      let process = try bench.start(arguments(time: 1))
      var seen = 0
      while seen < 3, process.isRunning {
        guard let store = try? store() else { continue }
        if let run = try store.runs().first, run.finishedAt == nil,
          try store.series(recent: 0).contains(where: { $0.series.image == image })
        {
          seen = try store.samples(of: "simd/\(image)/16x16", in: run.id).count
        }
        try store.close()
      }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      // The same night: its length is part of what it measures.
      let resumed = try bench.run(arguments("--resume", time: 1))
      #expect([0, 4].contains(resumed.exitCode), "\(resumed)")
      #expect(resumed.errors.contains("Resuming the night of run "))
    }
    let store = try store()
    let runs = try store.runs()
    #expect(runs.count == 2)
    #expect(runs.allSatisfy { $0.finishedAt != nil })
    try store.close()
  }

  @Test("a night that is still going on is left alone")
  func twoAtOnce() throws {
    let process = try bench.start(arguments(time: 60))
    var hasBegun = false
    while !hasBegun, process.isRunning {
      guard let store = try? store() else { continue }
      hasBegun = try store.runs().first != nil
      try store.close()
    }
    let second = try bench.run(arguments("--resume"))
    #expect(second.exitCode == 74)
    #expect(second.errors.hasPrefix("Error: Another night is being measured into '"))
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(try bench.run(arguments()).exitCode == 0)
  }

  @Test("a history that cannot be written ends a night with 74, a report with 73")
  func failures() throws {
    let readOnly = try folder.write("", to: "n.sqlite")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: readOnly)
    let outcome = try bench.run(arguments())
    #expect(outcome.exitCode == 74)
    #expect(outcome.errors.contains("is read-only"))
    try FileManager.default.removeItem(atPath: readOnly)
    let report = try bench.run(arguments("--report", "/no/such/folder/night.md"))
    #expect(report.exitCode == 73)
    #expect(report.errors.hasPrefix("Error: The report could not be written: "))
    // The night is not over: with a report that can be written it ends.
    let resumed = try bench.run(arguments("--resume"))
    #expect(resumed.exitCode == 0)
    #expect(resumed.errors == "Resuming the night of run 1.\n")
  }

  @Test("a bisection names the commit from which on the builds are slow")
  func bisect() throws {
    let checkout = try MadeUpCheckout(bench)
    for index in 0..<7 {
      // From the fifth on, every call is made four times: clear however busy the machine is.
      try checkout.commit("step \(index)", words: index >= 4 ? "\"$@\" --slowdown=3" : "\"$@\"")
    }
    let tail = ["--kernel", "hue", "--image", "flat", "--size", "4x4", "--quiet"]
    let found = try bench.run(["bisect", "HEAD~6", "HEAD"] + tail, in: checkout.path)
    #expect(found.exitCode == 0, "\(found)")
    #expect(found.output.contains(" step 4\nis the first slow commit"), "\(found.output)")
    let nothing = try bench.run(
      ["bisect", "HEAD~6", "HEAD~3", "--format", "json"] + tail, in: checkout.path)
    #expect(nothing.exitCode == 3, "\(nothing)")
    #expect(nothing.output.contains("\"firstSlow\": null"))
    let backwards = try bench.run(["bisect", "HEAD", "HEAD~3"] + tail, in: checkout.path)
    #expect(backwards.exitCode == 64)
  }

  @Test("a slower build is confirmed against the last good commit, accepted, and then the norm")
  func regression() throws {
    let checkout = try MadeUpCheckout(bench)
    // The good commit's build does less: it works on a smaller image.
    try checkout.commit("good", words: "\"${@/--size=128x128/--size=8x8}\"")
    let good = try checkout.program("good")
    let history = checkout.path + "/h.sqlite"
    func night(_ program: BuiltCommand) throws -> BuiltCommand.Outcome {
      try program.run([
        "nightly", "--kernel", "simd", "--image", "flat", "--size", "128x128", "--time", "0.02",
        "--allow-debug", "--no-counters", "--quiet", "--history", history, "--builds",
        checkout.path + "/kept",
      ])
    }
    #expect(try night(good).exitCode == 0)
    // Without the kept executable the night turns to the commit.
    try FileManager.default.removeItem(atPath: checkout.path + "/kept")
    try checkout.commit("bad", words: "\"$@\"")
    let bad = try checkout.program("bad")
    let first = try night(bad)
    #expect(first.exitCode == 2, "\(first)")
    #expect(first.output.hasPrefix("Slower: 1 of 1 series.\n  simd/flat/128x128: slower +"))
    let series = "simd/flat/128x128"
    let accepted = try bad.run(["accept", series, "--reason", "meant", "--history", history])
    #expect(accepted.output == "\(series) is accepted now.\n")
    #expect(try night(bad).exitCode == 0)
    let shown = try bad.run(["show", series, "--history", history])
    #expect(shown.output.contains("state: accepted, because: meant"))
    #expect(shown.output.contains("acceptance: regressed → accepted (meant)"))
  }
}
