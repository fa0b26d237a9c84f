internal import CommandTestSupport
internal import HistoryReports
internal import KernelWorkloads
internal import Testing

@testable internal import KernelGoals

@Suite("The hash of images")
struct InputHashTests {
  @Test("it tells inputs apart and repeats")
  func hash() {
    let flat = ImageRequest(source: .synthetic("flat"), size: nil)
    let small = ImageRequest(source: .synthetic("flat"), size: .pixelCount(1))
    let photo = ImageRequest(source: .path(Fixtures.path("Photos/china.jpg")), size: nil)
    let hashes = [[flat], [small], [photo], [flat, photo], [photo, flat], []]
      .map(RunEnvironment.hash(of:))
    #expect(Set(hashes).count == hashes.count)
    #expect(hashes.allSatisfy { $0.count == 16 })
    #expect(RunEnvironment.hash(of: [flat, photo]) == hashes[3])
  }
}
