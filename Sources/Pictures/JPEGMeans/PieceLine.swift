internal import Dispatch
internal import Processors
internal import Synchronization

/// The pieces of a file on their way from the data to what their blocks say.
///
/// Each takes three steps: it is filled, which goes from piece to piece; lanes find its blocks, which
/// needs nothing else; and its blocks are joined, which goes from piece to piece again, and read. An
/// idle thread takes the earliest step that can be taken: the caller's, which also uses the pieces in
/// order, and its helpers. So all are busy, whichever step takes longest.
///
/// Pieces take turns in the memory of a few. With one thread it is that of one, and every step is
/// the caller's.
final class PieceLine {
  private let work: Work

  init(
    _ source: EntropyReader, _ scanner: BlockScanner, _ reader: BlockReader,
    settings: JPEGMeansSettings
  ) {
    work = Work(source, scanner, reader, settings)
  }

  // Waits for the helpers: the file may be closed after this.
  deinit { work.abandon() }

  /// Seconds of processor time that threads other than the caller's have used so far.
  var secondsBeside: Double { work.schedule.withLock(\.secondsBeside) }

  /// The next piece, which is the caller's until it asks for another.
  ///
  /// - Throws: ``JPEGMeansError/declined(_:)`` where another decoder has to judge the file, at every
  ///   further call too.
  func next() throws(JPEGMeansError) -> CodedPiece {
    work.schedule.withLock { $0.giveBack() }
    while true {
      switch work.takeTurn() {
      case .step(let step): work.perform(step)
      case .wait: work.changes.wait()
      case .piece(let number):
        let piece = work.piece(number)
        if let failure = piece.failure { throw failure }
        return piece
      }
    }
  }

  /// What the threads share.
  ///
  /// Unchecked, because the schedule gives each step to one thread, after those that it needs: a
  /// piece is touched by the thread that has a step of it, or by the caller. Filling reads the end of the
  /// piece before, whose data only filling changes. The source belongs to the one step of filling
  /// that can be taken, and what the scanner knows of the last joined piece to the one of joining.
  private final class Work: @unchecked Sendable {
    let schedule: Mutex<PieceSchedule>
    /// Signalled for a caller who waits.
    let changes = DispatchSemaphore(value: 0)
    private let source: EntropyReader
    private let scanner: BlockScanner
    private let reader: BlockReader
    private let pieces: [CodedPiece]
    private let queue = DispatchQueue(label: "JPEG pieces", attributes: .concurrent)
    private let helpers = DispatchGroup()

    init(
      _ source: EntropyReader, _ scanner: BlockScanner, _ reader: BlockReader,
      _ settings: JPEGMeansSettings
    ) {
      self.source = source
      self.scanner = scanner
      self.reader = reader
      let schedule = PieceSchedule(threads: settings.threads)
      pieces = (0..<schedule.pieceCount).map { _ in
        CodedPiece(tables: scanner.tables, settings: settings)
      }
      self.schedule = Mutex(schedule)
    }

    /// The memory of a piece.
    func piece(_ number: Int) -> CodedPiece { pieces[number % pieces.count] }

    /// Ends the helpers' work.
    func abandon() {
      schedule.withLock { $0.isAbandoned = true }
      helpers.wait()
    }

    /// What the caller does next.
    func takeTurn() -> PieceSchedule.Turn {
      let (turn, call) = schedule.withLock { ($0.takeTurn(), $0.call()) }
      follow(call)
      return turn
    }

    private func follow(_ call: PieceSchedule.Call) {
      switch call {
      case .noThread: break
      case .caller: changes.signal()
      case .helper:
        // Not retained, so that the deinitialiser runs on the owner's thread.
        queue.async(group: helpers) { [unowned self] in help() }
      }
    }

    /// Takes steps as long as there are any.
    private func help() {
      var seconds = ProcessorTime.ofThread
      while true {
        let (step, call) = schedule.withLock { ($0.takeHelpersStep(), $0.call()) }
        follow(call)
        guard let step else { return }
        perform(step)
        let now = ProcessorTime.ofThread
        schedule.withLock { $0.secondsBeside += now - seconds }
        seconds = now
      }
    }

    /// Takes a step, and notes that it is done.
    func perform(_ step: PieceSchedule.Step) {
      let piece = piece(step.number)
      do throws(JPEGMeansError) {
        switch step.kind {
        case .fill:
          let previous = step.number > 0 ? self.piece(step.number - 1) : nil
          try source.fill(piece.buffer, after: previous?.buffer)
        case .walk: scanner.walk(through: piece, isNext: pieces.count == 1)
        case .read:
          try scanner.join(piece)
          follow(schedule.withLock { $0.noteJoined() })
          try reader.read(
            piece.runs, from: UnsafeRawPointer(piece.buffer.bytes), into: piece.blocks)
        }
      } catch {
        piece.failure = error
      }
      let (hasFailed, isLast) = (piece.failure != nil, piece.buffer.isComplete)
      follow(schedule.withLock { $0.finish(step, hasFailed: hasFailed, isLast: isLast) })
    }
  }
}
