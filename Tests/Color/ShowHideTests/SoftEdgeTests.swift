internal import ShowHide
internal import Testing

@Suite("Soft edges")
struct SoftEdgeTests {
  @Test("a hard edge is all or nothing")
  func hard() {
    let edge = SoftEdge(tolerance: 3)
    #expect((0...5).map(edge.weight(ofDistance:)) == [256, 256, 256, 256, 0, 0])
  }

  @Test("a feather falls in equal steps from whole to nothing")
  func soft() {
    let edge = SoftEdge(tolerance: 1, feather: 3)
    #expect((0...6).map(edge.weight(ofDistance:)) == [256, 256, 192, 128, 64, 0, 0])
    #expect(SoftEdge(tolerance: 0, feather: 2).weight(ofDistance: 1) == 171)
  }

  @Test("weights never rise with distance, for every feather")
  func monotone() {
    for feather in 0...40 {
      let weights = (0...50).map(SoftEdge(tolerance: 4, feather: feather).weight(ofDistance:))
      #expect(weights == weights.sorted(by: >))
      #expect(weights[4] == 256 && weights[5 + feather] == 0)
      #expect(feather == 0 || (1...255).contains(weights[5]))
    }
  }

  @Test("huge numbers are taken as the longest distance")
  func huge() {
    let edge = SoftEdge(tolerance: .max, feather: .max)
    #expect(edge.tolerance == SoftEdge.longest)
    #expect(edge.weight(ofDistance: 1536) == 256)
  }
}
