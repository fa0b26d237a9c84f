#if canImport(Glibc)
  internal import Foundation
  internal import Testing

  @Suite("Peak memory of showhide palette, as built")
  struct PeakMemoryTests {
    private let showhide: BuiltShowHide

    init() throws { showhide = try BuiltShowHide() }

    #if DEBUG
      /// Debug builds count pixels slowly: 20 megapixels stand for a gigapixel.
      private static let tallest = 666
    #else
      private static let tallest = 33_334
    #endif

    /// How much more many rows may take, in kB.
    ///
    /// The address sanitizer (`make sanitize` names its options) keeps up to 1770 kB of what is
    /// freed; the rows themselves, one bit a pixel, would be 2420 kB.
    ///
    /// What looks for bars keeps 36 bytes for each row (`BarFinder`).
    private static let growth =
      (ProcessInfo.processInfo.environment["ASAN_OPTIONS"] == nil ? 1000 : 2000)
      + 36 * tallest / 1000

    @Test("rows are streamed: a picture of many rows takes no more than one of few")
    func rows() throws {
      let width = 30_000
      // High enough for bars, so that both pictures are looked at for them.
      try showhide.write(BlackPNG(width: width, height: 64).bytes, to: "few.png")
      try showhide.write(BlackPNG(width: width, height: Self.tallest).bytes, to: "many.png")
      let few = try leastPeakKilobytes(of: "few.png")
      let many = try leastPeakKilobytes(of: "many.png")
      #expect(few > 0 && many - few < Self.growth)
      #if !DEBUG
        #expect(many < 14_000)
      #endif
    }

    /// The least peak of three starts: on a busy machine that of one varies by 1200 kB, for threads take
    /// memory in an order of their own.
    private func leastPeakKilobytes(of name: String) throws -> Int {
      try (0..<3).map { _ in try peakKilobytes(of: name) }.min() ?? 0
    }

    /// The most memory that the command held while it answered for a file.
    ///
    /// Asked of the living process, which waits for the next name: what the system says of an ended
    /// one counts the memory of the tests too, from which it was started.
    private func peakKilobytes(of name: String) throws -> Int {
      let process = Process()
      let (names, lines) = (Pipe(), Pipe())
      process.executableURL = URL(filePath: showhide.executablePath)
      process.arguments = [
        "palette", "--files-from", "-", "--format", "jsonl", "--jobs", "1", "--max-pixels", "1100",
      ]
      process.currentDirectoryURL = showhide.folder
      process.standardInput = names
      process.standardOutput = lines
      try process.run()
      defer { process.waitUntilExit() }
      defer { try? names.fileHandleForWriting.close() }
      try names.fileHandleForWriting.write(contentsOf: Data("\(name)\n".utf8))
      var line = Data()
      while line.last != UInt8(ascii: "\n") {
        let next = lines.fileHandleForReading.availableData
        guard !next.isEmpty else { break }
        line += next
      }
      let answer = String(decoding: line, as: UTF8.self)
      #expect(answer.contains("#000000"), "no answer: \(answer)")
      let status = try String(
        contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
      let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
      return try #require(peak?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    }
  }

  /// A black PNG of any size, one bit a pixel, in a file a thousandth as large: its compressed data
  /// are one zero and then "258 times the byte before", over and over (RFC 1951, 3.2.6).
  struct BlackPNG {
    let bytes: [UInt8]

    init(width: Int, height: Int) {
      let raw = height * (1 + (width + 7) / 8)
      var header = Self.number(width) + Self.number(height)
      header += [1, 0, 0, 0, 0]
      bytes =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", header)
        + Self.chunk("IDAT", Self.zeros(raw)) + Self.chunk("IEND", [])
    }

    /// A zlib stream of so many zeros.
    private static func zeros(_ count: Int) -> [UInt8] {
      var bits = BitWriter(bytes: [0x78, 0x01])
      bits.append(0b011, count: 3)  // The last block, with the fixed codes.
      let (repeats, rest) = (count - 1).quotientAndRemainder(dividingBy: 258)
      for _ in 0..<rest + 1 { bits.appendCode(0b0011_0000, count: 8) }  // The literal 0.
      for _ in 0..<repeats {
        bits.appendCode(0b1100_0101, count: 8)  // Length 258,
        bits.appendCode(0b00000, count: 5)  // distance 1.
      }
      bits.appendCode(0, count: 7)  // The end of the block.
      // Adler-32 of zeros: 1 in the low half, and their number, each adding it, in the high one.
      return bits.bytes + number((count % 65_521) << 16 | 1)
    }

    private static func number(_ value: Int) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
      let sealed = Array(name.utf8) + body
      var register = UInt32.max
      for byte in sealed {
        register ^= UInt32(byte)
        for _ in 0..<8 { register = register >> 1 ^ (register & 1) &* 0xEDB8_8320 }
      }
      return number(body.count) + sealed + number(Int(~register))
    }

    private struct BitWriter {
      var bytes: [UInt8]
      private var used = 8

      init(bytes: [UInt8]) { self.bytes = bytes }

      /// Appends bits, the lowest first.
      mutating func append(_ value: Int, count: Int) {
        for bit in 0..<count {
          if used == 8 {
            bytes.append(0)
            used = 0
          }
          bytes[bytes.count - 1] |= UInt8(value >> bit & 1) << UInt8(used)
          used += 1
        }
      }

      /// Appends a code, the highest bit first.
      mutating func appendCode(_ code: Int, count: Int) {
        for bit in (0..<count).reversed() { append(code >> bit & 1, count: 1) }
      }
    }
  }
#endif
