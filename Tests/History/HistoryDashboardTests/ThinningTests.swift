internal import Testing

@testable internal import HistoryDashboard

@Suite("Thinning out older points")
struct ThinningTests {
  private let series = SyntheticReport.report(series: 1, nights: 500).series[0]

  @Test("A short series stays whole")
  func short() {
    let few = SyntheticReport.report(series: 1, nights: 30).series[0]
    #expect(PageThinning(recent: 30, step: nil).places(of: few) == Array(0..<30))
    #expect(PageThinning.none.places(of: series) == Array(0..<500))
  }

  @Test("The newest points, every n-th older one and those around changes are shown")
  func long() {
    let places = PageThinning(recent: 100, step: 4).places(of: series)
    #expect(places == places.sorted())
    #expect(Array(places.suffix(100)) == Array(400..<500))
    // The changes are at 50 and 450; every fourth before 400 is 0, 4, 8 and so on.
    #expect(places.contains(49) && places.contains(50))
    let older = Set(places.filter { $0 < 400 })
    #expect(older == Set(stride(from: 0, to: 400, by: 4)).union([49, 50]))
    #expect(PageThinning(recent: 60, step: nil).places(of: series) == [49, 50] + Array(440..<500))
  }

  @Test("Each choice shows less than the one before")
  func order() {
    let long = SyntheticReport.report(series: 1, nights: 3000).series[0]
    let counts = PageThinning.choices.map { $0.places(of: long).count }
    #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 > $1 })
  }
}
