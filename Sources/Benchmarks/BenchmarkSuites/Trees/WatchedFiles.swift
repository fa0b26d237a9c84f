internal import CLibrary
internal import Files

/// Files of a checkout of which it is noticed whether its build reads them.
///
/// Each gets a time of last reading long ago; what has another one after the build was read. Where the system
/// does not keep these times (a file system mounted with `noatime`), nothing is known.
struct WatchedFiles {
  /// The file with what is known of a checkout.
  private let record: String
  private let top: String
  /// Paths from the top of the checkout.
  private let paths: [String]

  init(_ paths: [String], in top: String, record: String) {
    self.paths = paths.sorted()
    self.top = top
    self.record = record
  }

  /// What the builds of the checkout have read so far of these files; nil where that is not known, for they
  /// were not watched in all builds, or the system does not tell.
  var read: Set<String>? {
    guard let known = recorded, known.watched.isSuperset(of: paths), known.isSeen else {
      return nil
    }
    return known.read
  }

  /// Whether all builds of the checkout were watched, also where the system did not tell.
  var isKnown: Bool { recorded?.watched.isSuperset(of: paths) ?? paths.isEmpty }

  /// Forgets what earlier builds read.
  func forget() { unlink(record) }

  /// Watches a build.
  ///
  /// - Parameter build: the build, after which it is written what was read.
  /// - Throws: what the build throws; nothing is written then.
  func during<Failure>(_ build: () throws(Failure) -> Void) throws(Failure) {
    guard !paths.isEmpty else { return try build() }
    let before = recorded
    forget()
    let isSeen = setBack()
    try build()
    let read = Set(paths.filter { Self.lastRead(place($0)).map { $0 > Self.longAgo } ?? false })
    //     seen                 or "unseen"
    //     watched data/a.txt
    //     read data/a.txt
    let lines =
      [isSeen && before?.isSeen != false ? "seen" : "unseen"] + paths.map { "watched \($0)" }
      + read.union(before?.read ?? []).sorted().map { "read \($0)" }
    do throws(FileAccessError) {
      try makeFolder(at: PathParts(record).folder, access: .owner)
      try writeFile(Array(lines.joined(separator: "\n").utf8), to: record, replacingExisting: true)
    } catch {
      // It is not known then.
    }
  }

  private func place(_ path: String) -> String { PathParts.join(top, path) }

  /// Sets the times back.
  ///
  /// - Returns: whether the system notices that a file is read.
  private func setBack() -> Bool {
    let places = paths.map(place).filter { FileKind(path: $0) == .regular }
    for place in places { Self.setLastRead(place) }
    guard let probe = places.first(where: { Self.size($0) > 0 }) else { return true }
    _ = try? readFile(at: probe, limit: Int.max)
    guard let time = Self.lastRead(probe), time > Self.longAgo else { return false }
    Self.setLastRead(probe)
    return true
  }

  private var recorded: (isSeen: Bool, watched: Set<String>, read: Set<String>)? {
    guard let bytes = try? readFile(at: record) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    func paths(_ word: String) -> Set<String> {
      Set(lines.filter { $0.hasPrefix(word + " ") }.map { String($0.dropFirst(word.count + 1)) })
    }
    return (lines.first == "seen", paths("watched"), paths("read"))
  }

  // MARK: Times

  /// 2 January 1970: before any time of a change, so that systems note the next reading.
  private static let longAgo = 86_400

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  private static func size(_ path: String) -> Int { status(path).map { Int($0.st_size) } ?? 0 }

  private static func lastRead(_ path: String) -> Int? {
    #if canImport(Darwin)
      status(path)?.st_atimespec.tv_sec
    #else
      status(path)?.st_atim.tv_sec
    #endif
  }

  /// Sets when it was last read, and leaves when it was changed.
  private static func setLastRead(_ path: String) {
    guard let status = status(path) else { return }
    #if canImport(Darwin)
      let changed = status.st_mtimespec
    #else
      let changed = status.st_mtim
    #endif
    _ = utimensat(AT_FDCWD, path, [timespec(tv_sec: longAgo, tv_nsec: 0), changed], 0)
  }
}
