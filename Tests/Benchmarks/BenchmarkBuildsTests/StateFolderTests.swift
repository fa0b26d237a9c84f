internal import Testing

@testable import BenchmarkBuilds

@Suite("The folder of a user's state")
struct StateFolderTests {
  private func folder(_ variables: [String: String]) -> String? {
    StateFolder.path(of: StateFolder.name) { variables[$0] }
  }

  @Test("it is below the home folder, or where the environment says")
  func places() {
    #expect(folder(["HOME": "/home/ann"]) == "/home/ann/.local/state/bench")
    #expect(folder(["HOME": "/home/ann", "XDG_STATE_HOME": "/var/s"]) == "/var/s/bench")
    #expect(StateFolder.path(of: "other") { ["HOME": "/h"][$0] } == "/h/.local/state/other")
  }

  @Test("a relative path is ignored, as the specification says, and without a home there is none")
  func refused() {
    #expect(
      folder(["HOME": "/home/ann", "XDG_STATE_HOME": "s"]) == "/home/ann/.local/state/bench")
    #expect(folder(["HOME": "ann"]) == nil)
    #expect(folder([:]) == nil)
  }
}
