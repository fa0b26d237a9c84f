internal import Testing

@testable import Explanations

@Suite("Object files that link only together")
struct CouplingTests {
  private func names(_ defined: [String], needs: Set<String> = []) -> Coupling.Names {
    Coupling.Names(
      defined: Dictionary(uniqueKeysWithValues: defined.map { ($0, false) }), needed: needs)
  }

  @Test("files that only changed inside are exchanged one by one")
  func independent() {
    let versions = [
      names(["a"], needs: ["b", "printf"]), names(["b"]), names(["c"], needs: ["a"]),
    ]
    #expect(Coupling.groups(base: versions, candidate: versions) == [[0], [1], [2]])
  }

  @Test("a caller and the file with a function that is new go together")
  func newFunction() {
    let base = [names(["a"]), names(["b"]), names(["c"])]
    let candidate = [names(["a"], needs: ["fresh"]), names(["b"]), names(["c", "fresh"])]
    #expect(Coupling.groups(base: base, candidate: candidate) == [[0, 2], [1]])
    #expect(Coupling.groups(base: candidate, candidate: base) == [[0, 2], [1]])
  }

  @Test("a function that moved ties both files, which would define it twice or not at all")
  func moved() {
    let base = [names(["a", "helper"]), names(["b"]), names(["c"])]
    let candidate = [names(["a"]), names(["b", "helper"]), names(["c"])]
    #expect(Coupling.groups(base: base, candidate: candidate) == [[0, 1], [2]])
  }

  @Test("a file that one side alone has is tied to those that need it")
  func newFile() {
    let base = [names(["a"]), names([]), names(["c"])]
    let candidate = [names(["a"], needs: ["n"]), names(["n"]), names(["c"])]
    #expect(Coupling.groups(base: base, candidate: candidate) == [[0, 1], [2]])
  }
}
