internal import Testing

@testable internal import SyntheticImages

@Suite("Smooth fields")
struct SmoothFieldTests {
  private func row(_ row: Int, amplitude: Int32) -> [Int32] {
    var values = [Int32](repeating: 0, count: 500)
    SmoothField(
      [.init(shift: 5, amplitude: amplitude)], stream: 3,
      canvas: Canvas(width: values.count, height: 100, seed: 7)
    ).add(row: row, to: &values)
    return values
  }

  @Test(
    "have the same shape however high they are",
    arguments: [1 << 16, 1 << 17, 1 << 20, 1 << 24] as [Int32])
  func heights(amplitude: Int32) {
    let factor = amplitude >> 14
    for place in [0, 1, 20, 99] {
      let low = row(place, amplitude: 1 << 14)
      let high = row(place, amplitude: amplitude)
      // Heights of corners, of a row and of a column are each rounded down.
      #expect(zip(low, high).allSatisfy { abs($1 - $0 * factor) <= 4 * factor })
      #expect(Set(low).count > 100)
    }
  }
}
