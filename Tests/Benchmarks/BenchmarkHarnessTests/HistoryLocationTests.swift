internal import CommandTestSupport
internal import Foundation
internal import Testing
internal import TimingHistory

@testable import BenchmarkHarness

@Suite("Where the history is")
struct HistoryLocationTests {
  @Test("in a folder of its own it has its usual name, and was not asked for")
  func standard() {
    let place = HistoryLocation(in: "/home/ann/.local/state/bench/parser")
    #expect(place.path == "/home/ann/.local/state/bench/parser/history.sqlite")
    #expect(place.folder == "/home/ann/.local/state/bench/parser")
    #expect(!place.isChosen)
  }

  @Test("one that was found is kept where it is, and was not asked for")
  func found() {
    let place = HistoryLocation(found: "/src/parser/Benchmarks/history.sqlite")
    #expect(place.path == "/src/parser/Benchmarks/history.sqlite")
    #expect(place.folder == nil && !place.isChosen)
  }

  @Test("the folder is made on demand, that of a chosen or of a found file is not")
  func made() throws {
    let folder = try TemporaryFolder()
    let place = HistoryLocation(in: folder.file("a/b"))
    try place.open().close()
    #expect(FileManager.default.fileExists(atPath: place.path))
    let file = folder.file("no/h.sqlite")
    for place in [HistoryLocation(chosen: file), HistoryLocation(found: file)] {
      #expect(throws: (any Error).self) { try place.open() }
      #expect(!FileManager.default.fileExists(atPath: folder.file("no")))
    }
    #expect(HistoryLocation(chosen: file).isChosen)
  }
}
