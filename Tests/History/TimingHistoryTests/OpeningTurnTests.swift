internal import CommandTestSupport
internal import Dispatch
internal import Foundation
internal import Synchronization
internal import Testing

@testable internal import TimingHistory

@Suite("Opening a history while another process creates it")
struct OpeningTurnTests {
  @Test("all that open a new file at once get it, and it is made once")
  func crowd() throws {
    let folder = try TemporaryFolder()
    for number in 0..<20 {
      let path = "\(folder.path)/\(number).sqlite"
      let problems = Mutex<[String]>([])
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        do {
          let store = try HistoryStore(path: path)
          _ = try store.beginRun(RunRecord(kind: "bench", startedAt: 0))
          try store.close()
        } catch {
          problems.withLock { $0.append("\(error)") }
        }
      }
      #expect(problems.withLock { $0 } == [])
      #expect(try HistoryStore(path: path).runs().count == 4)
    }
  }
}
