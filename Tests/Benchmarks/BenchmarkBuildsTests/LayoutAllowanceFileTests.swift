internal import CommandTestSupport
internal import Measuring
internal import Testing

@testable import BenchmarkBuilds

@Suite("The allowance for layouts that a machine keeps")
struct LayoutAllowanceFileTests {
  @Test("What is kept is read again, on the same CPU model only")
  func keeping() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("deep/layouts.json")
    let file = LayoutAllowanceFile(path: path, cpuModel: "one")
    #expect(file.allowance == nil)
    let allowance = LayoutAllowance(logRatio: 0.0123, layoutPairs: 40)
    try file.keep(allowance)
    #expect(file.allowance == allowance)
    #expect(LayoutAllowanceFile(path: path, cpuModel: "two").allowance == nil)
    #expect(LayoutAllowanceFile(path: nil, cpuModel: "one").allowance == nil)
    try LayoutAllowanceFile(path: nil, cpuModel: "one").keep(allowance)
  }

  @Test("Benchmarks have figures of their own, beside that of all programs")
  func benchmarks() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("layouts.json")
    let file = LayoutAllowanceFile(path: path, cpuModel: "one")
    let figures = [0.01, 0.02, 0.03].map { LayoutAllowance(logRatio: $0, layoutPairs: 15) }
    try file.keep(figures[0], of: "lua/fib")
    try file.keep(figures[1])
    try file.keep(figures[2], of: "lua/sort")
    try file.keep(figures[1], of: "lua/fib")
    #expect(file.allowance(of: "lua/fib") == figures[1])
    #expect(file.allowance(of: "lua/sort") == figures[2])
    #expect(file.allowance == figures[1] && file.allowance(of: "lua/other") == nil)
    let other = LayoutAllowanceFile(path: path, cpuModel: "two")
    #expect(other.allowance(of: "lua/fib") == nil)
  }

  @Test("A damaged file is as good as none")
  func damaged() throws {
    let folder = try TemporaryFolder()
    for text in ["", "{}", "[1]", #"{"cpuModel":"one","allowance":{"logRatio":-1}}"#] {
      let path = try folder.write(text, to: "layouts.json")
      #expect(LayoutAllowanceFile(path: path, cpuModel: "one").allowance == nil)
    }
  }
}
