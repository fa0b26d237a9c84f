internal import ArgumentParser
internal import CLibrary
internal import ColorIndex
internal import CommandText
internal import Files
internal import ImageCodecs

/// Brings an index up to date with its folder: new and changed files are read, and those that are
/// gone are forgotten.
///
/// The folder is listed twice, first to count what is to be read, so that memory grows
/// neither with the files nor with the changes. Palettes are recorded at least once a second.
struct IndexRun {
  let folder: String
  let store: ColorIndexStore
  let request: PaletteRequest
  let batch: Batch
  /// Whether files that have not changed are read too.
  let rereads: Bool

  /// What was done.
  struct Outcome {
    var read = 0
    var removed = 0
    /// Links, which are not followed.
    var links = 0
    /// Broken links, pipes, sockets and devices.
    var noFiles = 0
    /// Pictures for which this machine lacks a library, by what it lacks; they are read once it is
    /// there.
    var lacking: [(words: String, count: Int)] = []
    var exitCode = ExitCode.success
  }

  /// What became of a file.
  private enum Seen: Sendable {
    case record(IndexRecord)
    case lacking(String)
  }

  /// Does it.
  ///
  /// - Throws: ``CommandFailure`` where the index cannot be written.
  func run() async throws -> Outcome {
    Interruption.watch()
    var outcome = Outcome()
    let count = try countChanges(&outcome)
    if Interruption.isRequested { throw ExitCode.interrupted }
    if count > 0 {
      outcome.exitCode = try await readChanges(count, &outcome)
      if outcome.exitCode == .interrupted { throw outcome.exitCode }
    }
    let folder = try enclosed()
    outcome.removed = try worded { () throws(ColorIndexError) in
      try store.removeMissing { folder.entry(at: $0) != nil }
    }
    return outcome
  }

  private func countChanges(_ outcome: inout Outcome) throws(CommandFailure) -> Int {
    let changes = ChangedFiles(try enclosed(), store, includesAll: rereads)
    var progress = ProgressLine.onStandardError(isQuiet: batch.isQuiet)
    let clock = ContinuousClock()
    let start = clock.now
    var count = 0
    while !Interruption.isRequested, let page = changes.nextPage() {
      count += page.count
      progress.update(
        label: "\(changes.seen) files seen, \(count) to read", fraction: 0,
        elapsed: (clock.now - start) / .seconds(1))
    }
    progress.clear()
    for place in changes.unreadable {
      let path = place.isEmpty ? folder : PathParts.join(folder, place)
      batch.warn(path, "the folder cannot be listed.")
    }
    if let failure = changes.failure { throw failure }
    outcome.links = changes.links
    outcome.noFiles = changes.noFiles
    return count
  }

  private func readChanges(_ count: Int, _ outcome: inout Outcome) async throws -> ExitCode {
    let folder = try enclosed()
    let changes = ChangedFiles(folder, store, includesAll: rereads)
    let request = request.limited(toThreads: ThreadShare.threads(jobs: batch.jobs, inputs: count))
    var records: [IndexRecord] = []
    var failure: CommandFailure?
    let clock = ContinuousClock()
    var lastCommit = clock.now
    var read = 0
    var lacked = Outcome()
    func commit() {
      do {
        try store.add(records)
      } catch {
        failure = failure ?? CommandFailure(error)
      }
      records.removeAll(keepingCapacity: true)
      lastCommit = clock.now
    }
    let code = await batch.run(
      changes, count: count, isPointless: { failure != nil }, name: \.path
    ) { entry in
      Result { () throws(CommandFailure) in try Self.read(entry, in: folder, request) }
    } deliver: { entry, result in
      switch result {
      case .success(.lacking(let words)): lacked.lack(words)
      case .success(.record(let record)):
        if case .picture = record.content { read += 1 }
        records.append(record)
      case .failure(let problem):
        // What is wrong with the file itself stays so until it changes.
        guard problem.exitCode == .badData else { break }
        records.append(IndexRecord(entry, .damaged(problem.message), readAt: Self.now()))
      }
      // Few at a time: what is kept between the decoder's large buffers keeps those from being used
      // again.
      if records.count >= 32 || clock.now - lastCommit >= .seconds(1) { commit() }
    }
    commit()
    outcome.read = read
    outcome.lacking = lacked.lacking
    if let failure = failure ?? changes.failure { throw failure }
    return code
  }

  private static func read(
    _ entry: FolderWalk.Entry, in folder: EnclosedFolder, _ request: PaletteRequest
  ) throws(CommandFailure) -> Seen {
    let readAt = now()
    let file: ImageFile
    do {
      file = try ImageFile(opening: entry.path, in: folder)
    } catch {
      throw .unreadable(error)
    }
    guard let format = file.format else {
      return .record(IndexRecord(entry, .other, readAt: readAt))
    }
    if let lack = format.missingLibrary { return .lacking("\(format) (\(lack.description))") }
    let path = IndexPlace.path(of: entry.path, in: folder.path)
    let picture = try IndexedPicture(reading: file, shownAs: path, request.reader)
    return .record(IndexRecord(entry, picture.content, readAt: readAt))
  }

  /// The time in nanoseconds since 1970.
  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  private func enclosed() throws(CommandFailure) -> EnclosedFolder { try .opening(folder) }

  private func worded<Value>(
    _ body: () throws(ColorIndexError) -> Value
  ) throws(CommandFailure) -> Value {
    do { return try body() } catch { throw CommandFailure(error) }
  }
}

extension IndexRun.Outcome {
  /// Counts a picture for which a library is lacking.
  fileprivate mutating func lack(_ words: String) {
    if let known = lacking.firstIndex(where: { $0.words == words }) {
      lacking[known].count += 1
    } else {
      lacking.append((words, 1))
    }
  }
}

/// The files of a folder that its index does not know as they are, found a few hundred at a time.
private final class ChangedFiles: Sequence, IteratorProtocol {
  private var walk: FolderWalk
  private let store: ColorIndexStore
  private let includesAll: Bool
  private var page: ArraySlice<FolderWalk.Entry> = []
  /// How many files were seen so far.
  private(set) var seen = 0
  /// Why there are no more; `nil` when all were seen.
  private(set) var failure: CommandFailure?

  init(_ folder: EnclosedFolder, _ store: ColorIndexStore, includesAll: Bool) {
    walk = FolderWalk(folder)
    self.store = store
    self.includesAll = includesAll
  }

  /// The folders that could not be listed.
  var unreadable: [String] { walk.unreadable }
  /// How many links were not followed so far.
  var links: Int { walk.links }
  /// How many things that are no files were passed over so far.
  var noFiles: Int { walk.others }

  /// The changed ones among the next few hundred files; `nil` at the end.
  func nextPage() -> [FolderWalk.Entry]? {
    var entries: [FolderWalk.Entry] = []
    while entries.count < 512, let entry = walk.next() { entries.append(entry) }
    seen += entries.count
    guard !entries.isEmpty, failure == nil else { return nil }
    if includesAll { return entries }
    do {
      return try store.changed(among: entries)
    } catch {
      failure = CommandFailure(error)
      return nil
    }
  }

  func next() -> FolderWalk.Entry? {
    while page.isEmpty {
      guard let more = nextPage() else { return nil }
      page = more[...]
    }
    return page.popFirst()
  }
}
