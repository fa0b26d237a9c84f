internal import Testing

@testable import PictureServer

@Suite("The analysis of one picture")
struct AnalysisJobTests {
  @Test("a line that does not end is refused with the limit, and ends the analysis")
  func endlessLine() {
    var job = AnalysisJob(longestLine: 10)
    #expect(job.take(Array("0123456789".utf8)).isEmpty)
    #expect(!job.isOver)
    let lines = job.take(Array("0".utf8)).map { String(decoding: $0, as: UTF8.self) }
    #expect(
      lines == [
        #"{"event":"failed","problem":"The analysis sent a line of more than 10 bytes, the limit."}"#
          + "\n"
      ])
    #expect(job.isOver)
    #expect(job.take(Array("\n".utf8)).isEmpty)
  }
}
