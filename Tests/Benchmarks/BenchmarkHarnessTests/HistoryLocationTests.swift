internal import BenchmarkBuilds
internal import CommandTestSupport
internal import Foundation
internal import Testing
internal import TimingHistory

@testable import BenchmarkHarness

@Suite("Where the history is")
struct HistoryLocationTests {
  private static let project = BenchmarkProject(
    name: "swift-dominant-color", folders: ["Benchmarks", "Sources/Color/DominantColor"],
    recipe: .swiftPackage(product: "bench"))

  private static let checkout: Set<String> = [
    "/src/dc/Benchmarks", "/src/dc/Sources/Color/DominantColor",
  ]

  private func location(
    in folder: String, executable: String? = "/usr/bin/bench",
    variables: [String: String] = ["HOME": "/home/ann"], folders: Set<String> = checkout
  ) -> HistoryLocation? {
    HistoryLocation(
      of: Self.project, workingFolder: folder, executable: executable, variable: { variables[$0] },
      isFolder: { folders.contains($0) })
  }

  @Test("in a checkout it is in Benchmarks, said as short as possible")
  func checkout() {
    #expect(location(in: "/src/dc")?.path == "Benchmarks/history.sqlite")
    #expect(location(in: "/src/dc/Tests/Fixtures")?.path == "/src/dc/Benchmarks/history.sqlite")
    #expect(location(in: "/src/dc")?.folder == nil)
    #expect(location(in: "/src/dc")?.isChosen == false)
  }

  @Test("elsewhere it is in the checkout that holds the program")
  func program() {
    let place = location(in: "/tmp", executable: "/src/dc/.build/release/bench")
    #expect(place?.path == "/src/dc/Benchmarks/history.sqlite")
  }

  @Test("another package's folder of benchmarks is none of ours")
  func foreign() {
    let place = location(in: "/src/other", folders: ["/src/other/Benchmarks"])
    #expect(place?.path == "/home/ann/.local/state/swift-dominant-color/history.sqlite")
  }

  @Test("without a checkout it is in the user's state folder, which may be named")
  func state() {
    let named = location(in: "/", variables: ["HOME": "/home/ann", "XDG_STATE_HOME": "/var/s"])
    #expect(named?.path == "/var/s/swift-dominant-color/history.sqlite")
    #expect(named?.folder == "/var/s/swift-dominant-color")
    let relative = location(in: "/", variables: ["HOME": "/home/ann", "XDG_STATE_HOME": "s"])
    #expect(relative?.folder == "/home/ann/.local/state/swift-dominant-color")
    #expect(location(in: "/", executable: nil, variables: [:]) == nil)
  }

  @Test("the state folder is made on demand, a chosen one is not")
  func made() throws {
    let folder = try TemporaryFolder()
    let place = try #require(location(in: "/", variables: ["HOME": folder.path]))
    try place.open().close()
    #expect(FileManager.default.fileExists(atPath: place.path))
    let chosen = HistoryLocation(chosen: folder.path + "/no/h.sqlite")
    #expect(throws: (any Error).self) { try chosen.open() }
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/no"))
  }
}
