#if canImport(Glibc)
  internal import Glibc
#endif
internal import Files

/// The pages of code, the program's and its libraries', that only starting up and reading arguments
/// touched.
enum StartUpPages {
  /// The least bytes of a picture for which it is done: reading those pages again takes most of a
  /// millisecond, 3 % of what a photo of 12 megapixels takes in all.
  private static let leastBytes = 1 << 23

  /// Gives them back before the work begins, where an argument names a large file, a folder or
  /// standard input; Linux only.
  ///
  /// A process that streams a gigapixel is then as small as its rows. What is needed again comes
  /// back out of the file cache.
  static func giveBack(for arguments: [String] = CommandLine.arguments) {
    #if canImport(Glibc)
      guard arguments.dropFirst().contains(where: isLarge) else { return }
      guard let maps = try? readFile(at: "/proc/self/maps") else { return }
      for line in maps.split(separator: UInt8(ascii: "\n")) {
        guard let pages = codePages(of: line) else { continue }
        // SAFETY: pages of code are never written, so they equal the file's, from which they are
        // read again when somebody touches them.
        madvise(UnsafeMutableRawPointer(bitPattern: pages.lowerBound), pages.count, MADV_DONTNEED)
      }
    #endif
  }

  #if canImport(Glibc)
    private static func isLarge(_ argument: String) -> Bool {
      if argument == "-" { return true }
      var status = stat()
      guard !argument.hasPrefix("--"), stat(argument, &status) == 0 else { return false }
      return status.st_mode & S_IFMT != S_IFREG || Int(status.st_size) >= leastBytes
    }
  #endif

  /// Where a line of `/proc/self/maps` says that code of a file lies: `START-END r-xp OFFSET DEVICE
  /// INODE PATH`, addresses in hexadecimal; `nil` for anything else.
  private static func codePages(of line: ArraySlice<UInt8>) -> Range<UInt>? {
    guard let dash = line.firstIndex(of: UInt8(ascii: "-")),
      let space = line[dash...].firstIndex(of: UInt8(ascii: " ")),
      line[space...].starts(with: " r-xp ".utf8), line.contains(UInt8(ascii: "/")),
      let start = hexadecimal(line[..<dash]), let end = hexadecimal(line[(dash + 1)..<space]),
      start < end
    else { return nil }
    return start..<end
  }

  private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt? {
    UInt(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
