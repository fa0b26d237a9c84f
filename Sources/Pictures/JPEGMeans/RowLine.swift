internal import Dispatch
internal import JPEGLanes
internal import Processors
internal import Synchronization

/// Decodes the rows of MCUs of a file, from the data to samples, on several threads.
///
/// Pieces of the data are filled and their blocks placed (``BlockPlacer``): one after the other, a fifth
/// of the work where lanes have to find them. Then blocks can be decoded in any order. Each
/// idle thread takes the next step: the caller's, which also uses the rows in order, and its helpers,
/// a few rows ahead of it.
final class RowLine: RowProducer {
  private let work: Work
  private let decoder: SampleDecoder
  private let rows: SampleMemory

  /// Bytes of samples that are held, where rows are short.
  private static let heldBytes = 1 << 20

  init(
    _ reader: BufferedByteReader, _ frame: JPEGFrame, _ planes: [SamplePlane],
    _ placer: any BlockPlacer, settings: JPEGMeansSettings
  ) {
    let tables = placer.sampleTables
    // The rows before and after one that is used, or all that are delivered together, and for each
    // thread one that it works on.
    let least = settings.threads + max(2, frame.rowsTogether)
    // One thread has no use for rows ahead, and keeps to the nearest caches.
    let most = settings.threads > 1 ? Self.heldBytes / SampleMemory.byteCount(planes) : 0
    let slots = min(max(most, least), 16)
    rows = SampleMemory(planes, count: slots)
    let bodies = LaneBodies(settings)
    decoder = SampleDecoder(tables, bodies)
    work = Work(
      EntropyReader(reader, allowsRestarts: frame.restartInterval > 0, settings: settings),
      placer, tables, bodies, rows, settings,
      RowSchedule(
        threads: settings.threads, rowSlots: slots, rowCount: frame.mcuRowCount,
        blocksPerRow: frame.mcusPerRow * frame.blocksPerMCU))
  }

  // Nothing may be fetched any more once the owner lets go of the file.
  deinit { work.abandon() }

  /// Seconds of processor time that threads other than the caller's have used so far.
  var secondsBeside: Double { work.schedule.withLock(\.secondsBeside) }

  /// Bytes of samples and of data that are held.
  var heldBytes: Int { work.heldBytes }

  /// The samples of a row of MCUs, the caller's until ``free(before:)``.
  ///
  /// - Throws: ``JPEGMeansError/declined(_:)`` where another decoder has to judge the file.
  func row(_ number: Int) throws(JPEGMeansError) -> SampleRow {
    while true {
      let (turn, call) = work.schedule.withLock { ($0.takeTurn(for: number), $0.call()) }
      work.follow(call)
      switch turn {
      case .step(let step): work.perform(step, decoder)
      case .wait: work.changes.wait()
      case .ready: return rows.rows[number % rows.rows.count]
      case .failed: throw work.failure
      }
    }
  }

  /// Lets go of all rows of MCUs before one.
  func free(before number: Int) {
    work.follow(
      work.schedule.withLock {
        $0.free(before: number)
        return $0.call()
      })
  }

  /// What the threads share.
  ///
  /// Unchecked, because the schedule gives each step to one thread, after those that it needs. One
  /// thread at a time advances, which alone touches the source and the placer. No other touches the piece
  /// that it fills until that is ready. Filling reads the end of the piece before, which does not change
  /// until it is done with. A slice's samples are written by the thread that decodes it.
  final class Work: @unchecked Sendable {
    let schedule: Mutex<RowSchedule>
    /// Signalled for a caller who waits.
    let changes = DispatchSemaphore(value: 0)
    private let source: EntropyReader
    private let placer: any BlockPlacer
    private let tables: SampleDecoder.Tables
    private let bodies: LaneBodies
    private let pieces: [CodedPiece]
    private let blocks: [PlacedBlocks]
    private let rows: SampleMemory
    private let blocksPerRow: Int
    private let reason: Mutex<JPEGMeansError?>
    private let queue = DispatchQueue(label: "JPEG rows", attributes: .concurrent)
    private let helpers = DispatchGroup()

    init(
      _ source: EntropyReader, _ placer: any BlockPlacer, _ tables: SampleDecoder.Tables,
      _ bodies: LaneBodies, _ rows: SampleMemory, _ settings: JPEGMeansSettings,
      _ schedule: RowSchedule
    ) {
      self.source = source
      self.placer = placer
      self.tables = tables
      self.bodies = bodies
      self.rows = rows
      blocksPerRow = schedule.blocksPerRow
      pieces = (0..<schedule.pieceCount).map { _ in
        CodedPiece(tables: placer.tables, settings: settings)
      }
      blocks = (0..<schedule.pieceCount).map { _ in PlacedBlocks() }
      reason = Mutex(nil)
      self.schedule = Mutex(schedule)
    }

    /// Why no more rows come.
    var failure: JPEGMeansError {
      reason.withLock { $0 } ?? .declined("a sample is out of range")
    }

    /// Ends the helpers' work.
    func abandon() {
      schedule.withLock { $0.isAbandoned = true }
      helpers.wait()
    }

    /// Bytes of samples and of data.
    var heldBytes: Int {
      rows.rows.count * SampleMemory.byteCount(rows.planes)
        + pieces.reduce(0) { $0 + $1.buffer.capacity }
    }

    func follow(_ call: RowSchedule.Call) {
      switch call {
      case .noThread: break
      case .caller: changes.signal()
      case .helper:
        // Not retained, so that what the owner lets go of goes on the owner's thread.
        queue.async(group: helpers) { [unowned self] in help() }
      }
    }

    /// Takes steps as long as there are any.
    private func help() {
      let decoder = SampleDecoder(tables, bodies)
      var seconds = ProcessorTime.ofThread
      while true {
        let (step, call) = schedule.withLock { $0.takeHelpersStep() }
        follow(call)
        guard let step else { return }
        perform(step, decoder)
        let now = ProcessorTime.ofThread
        schedule.withLock { $0.secondsBeside += now - seconds }
        seconds = now
      }
    }

    /// Takes a step, and notes that it is done.
    func perform(_ step: RowSchedule.Step, _ decoder: SampleDecoder) {
      switch step {
      case .advance(let number):
        let piece = pieces[number % pieces.count]
        let placed = blocks[number % blocks.count]
        do throws(JPEGMeansError) {
          let previous = number > 0 ? pieces[(number - 1) % pieces.count].buffer : nil
          try source.fill(piece.buffer, after: previous)
          try placer.place(piece, into: placed)
          follow(
            schedule.withLock {
              $0.finishPiece(count: placed.count, isLast: piece.buffer.isComplete)
            })
        } catch {
          reason.withLock { $0 = error }
          follow(schedule.withLock { $0.failPiece() })
        }
      case .decode(let row, let piece, let range):
        let first = schedule.withLock { $0.firstBlock(of: piece) }
        let isSound = decoder.decode(
          SampleDecoder.Slice(
            first: range.lowerBound - row * blocksPerRow, count: range.count,
            offset: range.lowerBound - first),
          of: blocks[piece % blocks.count], in: pieces[piece % pieces.count].buffer,
          into: rows.rows[row % rows.rows.count])
        follow(
          schedule.withLock {
            $0.finishDecoding(row: row, piece: piece, count: range.count, isSound: isSound)
          })
      }
    }
  }
}
