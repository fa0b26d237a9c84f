internal import ArgumentParser
internal import BenchmarkBuilds
internal import CommandTestSupport
internal import Foundation
internal import OrderedJSON
internal import Testing

@testable import lab

@Suite("The lab command")
struct LabCommandTests {
  private let lab: BuiltCommand

  init() throws { lab = try BuiltCommand("lab") }

  @Test(
    "a wrong command line is answered with what is right",
    arguments: [
      (["simulate-nights", "--nights", "0"], "--nights takes 1 to 1000000"),
      (["simulate-nights", "--noise", "skewd"], "Did you mean 'skewed'?"),
      (["simulate-nights", "--slowdown", "much"], "'much' is not a percentage"),
      (["simulate-nights", "--from-night", "10000"], "--from-night takes a night"),
      (["simulate-series", "--realistic", "--calibrate"], "ask for one"),
      (["simulate-series", "--histories", "--realistic"], "ask for one"),
      (["simulate-bisect", "--trials", "0"], "--trials takes 1 to 1000000"),
      (["simulate-bisect", "--commits", "0"], "--commits takes 1 to 100000"),
      (["simulate-bisect", "--probes", "0"], "--probes takes 1 to 1000"),
      (["simulate-bisect", "--step", "much"], "'much' is not a percentage"),
      (["goals", "--record", "--machines"], "--record and --machines exclude each other"),
      (["peers", "--files", "--kernel", "simd"], "Leave one of the two out"),
      (["peers", "--kernel", "smid"], "Did you mean 'simd'?"),
      (["peers", "--image", "nois"], "Did you mean 'noise'?"),
      (["otava", "x.csv", "--p-value", "1"], "--p-value takes a number between 0 and 1"),
      (["unchanged", "--commits", "0"], "--commits takes 1 to 100000"),
    ])
  func usageErrors(arguments: [String], expected: String) {
    let error = #expect(throws: (any Error).self) { try Lab.parseAsRoot(arguments) }
    guard let error else { return }
    #expect(Lab.message(for: error).contains(expected), "\(Lab.message(for: error))")
    #expect(Lab.exitCode(for: error) == .validationFailure)
  }

  private func json(_ arguments: String...) throws -> JSONValue {
    let outcome = try lab.run(arguments + ["--format", "json"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return try JSONValue(parsing: outcome.outputBytes)
  }

  @Test("simulations print what other programs need")
  func simulations() throws {
    let nights = try json("simulate-nights", "--nights", "5", "--series", "3")
    #expect(nights["nights"]?.integer == 5)
    #expect(nights["falseAlarms"]?.integer == 0)
    let searches = try json("simulate-bisect", "--trials", "40")
    #expect(searches["trials"]?.integer == 40)
    #expect(try #require(searches["share"]?.number) >= 0.95)
    #expect(try #require(searches["mostProbes"]?.integer) <= 8)
    let series = try json("simulate-series", "--realistic", "--series", "200")
    #expect(series["rows"]?.elements?.count == 2)
  }

  @Test("the changes that Otava finds stand beside ours")
  func otava() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<40).map { "\($0 < 25 ? 100 + $0 % 3 : 150 + $0 % 3)\n" }.joined()
    let file = try folder.write("value\n" + rows, to: "step.csv")
    let document = try json("otava", file)
    let series = try #require(document["series"]?.elements?.first)
    for key in ["otava", "check"] {
      #expect(series[key]?.elements?.compactMap { $0["index"]?.integer } == [25], "\(key)")
    }
    #expect(try lab.run(["otava", folder.path + "/none.csv"]).exitCode == 66)
  }

  @Test("a measurement is refused by a debug build, and kernels answer in processes of their own")
  func processes() throws {
    let worker = try lab.run(["worker"])
    #expect(worker.exitCode == 64)
    #expect(worker.errors == "lab worker is started by lab peers.\n")
    guard BuildConfiguration.isDebug else { return }
    let goals = try lab.run(["goals"])
    #expect(goals.exitCode == 64)
    #expect(goals.errors.contains("swift run -c release lab goals"))
  }

  @Test("a commit that touches no source of a program leaves it unchanged")
  func unchanged() throws {
    let folder = try TemporaryFolder()
    let manifest = """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "p", targets: [.executableTarget(name: "p"), .executableTarget(name: "q")])
      """
    try folder.makeRepository()
    try folder.commit(
      [
        "Package.swift": manifest, "Sources/p/main.swift": "print(1)",
        "Sources/q/main.swift": "print(1)",
      ])
    try folder.commit(["Sources/q/main.swift": "print(2)"], message: "another program")
    try folder.commit(["Sources/p/main.swift": "print(2)"], message: "a change")
    let checkout = try #require(GitCheckout(containing: folder.path))
    var done: [Int] = []
    let changes = try CommitChanges(of: "p", in: checkout).newest(10, from: "HEAD") {
      done.append($0)
    }
    #expect(changes.map(\.subject) == ["a change", "another program"])
    #expect(changes.map(\.isProvenEqual) == [false, true])
    #expect(done == [0, 1])
  }
}
