#if canImport(Glibc)
  internal import Glibc
#endif
internal import Files

/// The pages of code, the program's and its libraries', that only starting up and reading arguments
/// touched.
enum StartUpPages {
  /// Gives them back before the work begins; Linux only.
  ///
  /// A process that streams a gigapixel is then as small as its rows. What is needed again comes
  /// back out of the file cache.
  static func giveBack() {
    #if canImport(Glibc)
      guard let maps = try? readFile(at: "/proc/self/maps") else { return }
      let lines = String(decoding: maps, as: UTF8.self).split(separator: "\n")
      // Range, permissions, offset, device, inode, path.
      for line in lines {
        let fields = line.split(separator: " ", maxSplits: 5)
        let ends = (fields.first ?? "").split(separator: "-").compactMap { UInt($0, radix: 16) }
        guard fields.count == 6, ends.count == 2, fields[1] == "r-xp",
          fields[5].drop(while: { $0 == " " }).hasPrefix("/")
        else { continue }
        // SAFETY: pages of code are never written, so they equal the file's, from which they are
        // read again when somebody touches them.
        madvise(UnsafeMutableRawPointer(bitPattern: ends[0]), Int(ends[1] - ends[0]), MADV_DONTNEED)
      }
    #endif
  }
}
