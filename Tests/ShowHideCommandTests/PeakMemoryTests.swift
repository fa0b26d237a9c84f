#if canImport(Glibc)
  internal import Foundation
  internal import Glibc
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

    @Test("rows are streamed: a picture of many rows takes no more than one of few")
    func rows() throws {
      let width = 30_000
      try showhide.write(BlackPNG(width: width, height: 20).bytes, to: "few.png")
      try showhide.write(BlackPNG(width: width, height: Self.tallest).bytes, to: "many.png")
      let few = try peakKilobytes(["palette", path("few.png")])
      let many = try peakKilobytes(["palette", path("many.png"), "--max-pixels", "1100"])
      #expect(few > 0 && many - few < 1000)
      #if !DEBUG
        #expect(many < 14_000)
      #endif
    }

    private func path(_ name: String) -> String { showhide.folder.appending(path: name).path }

    /// The largest resident size of a run that succeeds.
    private func peakKilobytes(_ arguments: [String]) throws -> Int {
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
      let path = showhide.executablePath
      var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
      defer { for word in words { free(word) } }
      var child: pid_t = 0
      try #require(posix_spawn(&child, path, &actions, nil, &words, environ) == 0)
      var status: Int32 = 0
      var usage = rusage()
      try #require(wait4(child, &status, 0, &usage) == child)
      #expect(status == 0)
      return usage.ru_maxrss
    }
  }

  /// A black PNG of any size, one bit a pixel, in a file a thousandth as large: its compressed data are
  /// one zero and then "258 times the byte before", over and over (RFC 1951, 3.2.6).
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
