internal import Testing

@testable internal import Measuring

@Suite("Peak memory and small files")
struct PeakMemoryTests {
  @Test("Fields of a status file are read in bytes")
  func parsing() {
    let status = "Name:\tx\nVmHWM:\t    2128 kB\nVmRSS:\t 12 kB\nVmOdd:\t12\n"
    #expect(PeakMemory.bytes(field: "VmHWM", inStatus: status) == 2128 * 1024)
    #expect(PeakMemory.bytes(field: "VmRSS", inStatus: status) == 12 * 1024)
    #expect(PeakMemory.bytes(field: "VmOdd", inStatus: status) == nil)
    #expect(PeakMemory.bytes(field: "VmPeak", inStatus: status) == nil)
  }

  #if os(Linux)
    @Test("Memory that was touched shows in the peak")
    func peak() throws {
      _ = PeakMemory.reset()
      let before = try #require(PeakMemory.currentBytes())
      let size = 64 << 20
      let touched = [UInt8](repeating: 1, count: size)
      let peak = try #require(PeakMemory.bytes())
      #expect(touched[size / 2] == 1)
      // Kernels count pages per thread in batches, so the sum may lag by a few of them.
      #expect(peak > before + size / 2)
    }

    @Test("A missing file is named together with the system's words")
    func missing() {
      let expected = SmallFile.Unreadable(description: "/no/such: No such file or directory")
      #expect(throws: expected) { try SmallFile.read("/no/such") }
      #expect(throws: expected) { try SmallFile.write("x", to: "/no/such") }
      #expect(throws: SmallFile.Unreadable(description: "/: Is a directory")) {
        try SmallFile.read("/")
      }
    }
  #endif
}
