internal import ShowHide
internal import Testing

@Suite("Sunflowers")
struct SunflowerTests {
  @Test("florets lie within the radius and keep their distance")
  func distances() {
    let flower = Sunflower(count: 300, spacing: 10)
    let centers = (0..<300).map(flower.center(of:))
    for (index, center) in centers.enumerated() {
      #expect(center.x * center.x + center.y * center.y <= flower.radius * flower.radius)
      for other in centers.prefix(index) {
        let (dx, dy) = (center.x - other.x, center.y - other.y)
        #expect(dx * dx + dy * dy >= 15 * 15)
      }
    }
  }

  @Test("each floret is the golden angle on from the one before, and √n out")
  func angle() {
    let flower = Sunflower(count: 5, spacing: 2)
    let second = flower.center(of: 1)
    #expect((second.x - 2 * 1.5.squareRoot() * -0.737_368_878).magnitude < 1e-8)
    #expect((second.y - 2 * 1.5.squareRoot() * 0.675_490_294).magnitude < 1e-8)
    #expect(flower.center(of: 0) == (2 * 0.5.squareRoot(), 0))
  }

  @Test("the angle does not drift over a hundred thousand florets")
  func drift() {
    let flower = Sunflower(count: 100_000, spacing: 1)
    let last = flower.center(of: 99_999)
    let distance = (last.x * last.x + last.y * last.y).squareRoot()
    #expect((distance - 99_999.5.squareRoot()).magnitude < 1e-7)
  }

  @Test("no florets is a flower too")
  func empty() {
    #expect(Sunflower(count: 0, spacing: 3).radius == 3)
  }
}
