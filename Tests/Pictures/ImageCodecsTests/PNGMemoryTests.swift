internal import CImageShims
internal import Testing

@Suite("Running out of memory inside libpng is recognised by its requests, not its messages")
struct PNGMemoryTests {
  @Test("Whatever allocation is refused, the status says memory, until there is enough")
  func everyBudget() throws {
    let bytes = try Corpus.bytes("png/ljt-monkey16.png")
    var isEnough = false
    for budget in stride(from: UInt64(0), through: 400_000, by: 1000) {
      let status = bytes.withUnsafeBufferPointer { bytes in
        decode(
          cimage_input(bytes: bytes.baseAddress, count: UInt64(bytes.count), file: -1),
          maximumMemory: budget)
      }
      if isEnough {
        #expect(status == CIMAGE_OK)
      } else {
        #expect(status == CIMAGE_OK || status == CIMAGE_MEMORY_LIMIT, "\(budget): \(status)")
      }
      isEnough = status == CIMAGE_OK
    }
    #expect(isEnough)
  }

  private func decode(_ input: cimage_input, maximumMemory: UInt64) -> cimage_status {
    var report = cimage_report()
    var header = cimage_png_header()
    guard let reader = cimage_png_open(input, maximumMemory, &header, &report) else {
      return report.status
    }
    defer { cimage_png_close(reader) }
    let time = cimage_time(nanoseconds: .max, step: 0)
    guard cimage_png_start(reader, time) == CIMAGE_OK else { return report.status }
    let stride = 4 * Int(header.width)
    var rows = [UInt8](repeating: 0, count: stride * Int(header.height))
    var delivered: UInt32 = 0
    return cimage_png_read_rows(reader, &rows, stride, header.height, &delivered)
  }
}
