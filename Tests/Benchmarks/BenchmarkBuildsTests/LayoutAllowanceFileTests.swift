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

  @Test("A damaged file is as good as none")
  func damaged() throws {
    let folder = try TemporaryFolder()
    for text in ["", "{}", "[1]", #"{"cpuModel":"one","allowance":{"logRatio":-1}}"#] {
      let path = try folder.write(text, to: "layouts.json")
      #expect(LayoutAllowanceFile(path: path, cpuModel: "one").allowance == nil)
    }
  }
}
