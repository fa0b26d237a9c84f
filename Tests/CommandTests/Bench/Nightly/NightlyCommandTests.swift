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
      #expect(resumed.errors.contains("Going on with the night of run "))
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

  @Test("a history or a report that cannot be written ends a night with words and 74")
  func failures() throws {
    let readOnly = try folder.write("", to: "n.sqlite")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: readOnly)
    let outcome = try bench.run(arguments())
    #expect(outcome.exitCode == 74)
    #expect(outcome.errors.contains("is read-only"))
    try FileManager.default.removeItem(atPath: readOnly)
    let report = try bench.run(arguments("--report", "/no/such/folder/night.md"))
    #expect(report.exitCode == 74)
    #expect(report.errors.hasPrefix("Error: The report could not be written: "))
    // The night is not over: with a report that can be written it ends.
    let resumed = try bench.run(arguments("--resume"))
    #expect(resumed.exitCode == 0)
    #expect(resumed.errors == "Going on with the night of run 1.\n")
  }

  @Test("a bisection names the commit from which on the builds are slow")
  func bisect() throws {
    func git(_ words: [String]) throws -> String {
      let who = ["-c", "user.name=a", "-c", "user.email=a@b"]
      let outcome = ShellCommand(["git", "-C", folder.path] + who + words).run()
      try #require(outcome.isSuccess, "\(words)")
      return outcome.output
    }
    _ = try git(["init", "--quiet"])
    _ = try folder.write("// no package", to: "Package.swift")
    _ = try git(["add", "."])
    for index in 0..<7 {
      _ = try git(["commit", "--quiet", "--allow-empty", "-m", "step \(index)"])
      let hash = try git(["rev-parse", "HEAD"])
      // From the fifth on, every second call is made twice: half as much work again.
      let slow = index >= 4 ? " --slowdown=0.5" : ""
      let release = "\(folder.path)/.build-compare/\(hash)/.build/release"
      try FileManager.default.createDirectory(
        atPath: release, withIntermediateDirectories: true)
      let program = try folder.write(
        "#!/bin/sh\nexec '\(bench.executable.path)' \"$@\"\(slow)\n",
        to: ".build-compare/\(hash)/.build/release/bench")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
      _ = try folder.write("", to: ".build-compare/\(hash)/.bench-was-built")
    }
    let tail = ["--kernel", "hue", "--image", "flat", "--size", "4x4", "--quiet"]
    let found = try bench.run(["bisect", "HEAD~6", "HEAD"] + tail, in: folder.path)
    #expect(found.exitCode == 0, "\(found)")
    #expect(found.output.contains(" step 4\nis the first slow commit"), "\(found.output)")
    let nothing = try bench.run(
      ["bisect", "HEAD~6", "HEAD~3", "--format", "json"] + tail, in: folder.path)
    #expect(nothing.exitCode == 3, "\(nothing)")
    #expect(nothing.output.contains("\"firstSlow\": null"))
    let backwards = try bench.run(["bisect", "HEAD", "HEAD~3"] + tail, in: folder.path)
    #expect(backwards.exitCode == 64)
  }

  @Test("simulations print what other programs need")
  func simulations() throws {
    let nights = try bench.run([
      "simulate-nights", "--nights", "5", "--series", "3", "--format", "json",
    ])
    let document = try JSONSerialization.jsonObject(with: Data(nights.output.utf8))
    #expect((document as? [String: Any])?["nights"] as? Int == 5)
    #expect((document as? [String: Any])?["falseAlarms"] as? Int == 0)
    let searches = try bench.run(["bisect", "--simulate", "--trials", "40", "--format", "json"])
    let result = try JSONSerialization.jsonObject(with: Data(searches.output.utf8))
    #expect((result as? [String: Any])?["trials"] as? Int == 40)
    #expect(((result as? [String: Any])?["share"] as? Double ?? 0) >= 0.95)
    #expect(((result as? [String: Any])?["mostProbes"] as? Int ?? 99) <= 8)
  }
}
