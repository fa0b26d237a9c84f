internal import Testing

@testable internal import FilePalettes

@Suite("Rows decoded at a time")
struct RowsPerBandTests {
  @Test(
    "whole strips of sixteen rows up to a megabyte; few where rows are wide; never none",
    arguments: [
      (4, 262_144), (24_000, 32), (65_536, 16), (65_540, 1), (400_000, 1),
    ])
  func rows(bytesPerRow: Int, expected: Int) {
    let rows = FilePaletteReader.rowsPerBand(bytesPerRow: bytesPerRow)
    #expect(rows == expected)
    #expect(rows * bytesPerRow <= max(1 << 20, bytesPerRow))
  }
}
