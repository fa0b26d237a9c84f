internal import DominantColor
internal import FilePalettes
internal import Files
internal import Foundation
internal import ImageCodecs
internal import Testing

@Suite("Histograms of files")
struct FileHistogramTests {
  private let photo = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures/Photos/china.jpg").path()

  @Test("a file's histogram has the file's exact palette, from memory and from disk")
  func palette() throws {
    for method in [PaletteMethod.histogram, .hue] {
      let reader = FilePaletteReader(method: method, isExact: true)
      let file = try ImageFile(opening: photo)
      let counted = try reader.histogram(of: file)
      let answer = try reader.palette(of: file)
      #expect(counted.histogram.palette() == answer.palette)
      #expect(counted.header == answer.header)
      #expect(counted.warnings == answer.warnings)
      let bytes = try readFile(at: photo)
      #expect(try bytes.withUnsafeBytes { try reader.histogram(of: $0) } == counted)
    }
  }

  @Test("what cannot be counted is an error with the cause")
  func failures() throws {
    let bytes = try readFile(at: photo)
    let cut = #expect(throws: FileHistogramError.self) {
      try bytes.withUnsafeBytes {
        try FilePaletteReader().histogram(of: UnsafeRawBufferPointer(rebasing: $0.prefix(9000)))
      }
    }
    if case .file(.truncated)? = cut {} else { Issue.record("\(String(describing: cut))") }
    #expect(cut?.description.contains("cut short") == true)
    let clusters = #expect(throws: FileHistogramError.histogram(.methodWithoutHistogram(.kmeans))) {
      try FilePaletteReader(method: .kmeans).histogram(of: ImageFile(opening: photo))
    }
    #expect(clusters?.description.contains("kmeans") == true)
  }
}
