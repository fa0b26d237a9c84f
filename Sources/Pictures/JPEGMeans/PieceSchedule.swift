/// Which step of which piece can be taken, and by whom.
///
/// A step is given to one thread at a time, once those that it needs are done. See ``PieceLine``.
struct PieceSchedule {
  /// A step of a piece.
  struct Step {
    enum Kind {
      /// Filling it, after the piece before.
      case fill
      /// Finding its blocks, by lanes.
      case walk
      /// Joining its blocks to those of the piece before, and reading them.
      case read
    }

    let kind: Kind
    /// The piece's number.
    let number: Int
  }

  /// What the caller does next.
  enum Turn {
    case step(Step)
    /// Waits until a helper is through with a step.
    case wait
    /// Uses a piece.
    case piece(Int)
  }

  /// The thread that has to be called, because there is something to do.
  enum Call {
    case noThread, caller, helper
  }

  /// Whether no step may be begun any more.
  var isAbandoned = false
  /// Seconds of processor time that helpers have used.
  var secondsBeside = 0.0

  /// How far a piece has come.
  private enum Stage {
    case empty, filled, walked, ready
    /// A thread has a step of it.
    case busy
  }

  /// Pieces that there is memory for.
  let pieceCount: Int
  private let mostHelpers: Int
  private var stages: [Stage]
  /// The piece that the caller has or wants, and whether it has it.
  private var wanted = 0
  private var hasPiece = false
  /// Pieces that were filled, and joined.
  private var filled = 0
  private var joined = 0
  /// A piece that failed.
  private var failed: Int?
  /// Whether there is nothing more to fill pieces with.
  private var isEnded = false
  private var helpers = 0
  private var isCallerWaiting = false

  /// Makes a schedule for the caller's thread and helpers.
  init(threads: Int) {
    mostHelpers = threads - 1
    // One for each thread, one that the caller uses, and one to go on with.
    pieceCount = threads == 1 ? 1 : threads + 2
    stages = Array(repeating: .empty, count: pieceCount)
  }

  /// Takes the caller's piece back, to fill it with other data; not one that failed.
  mutating func giveBack() {
    guard hasPiece, wanted != failed else { return }
    stages[wanted % pieceCount] = .empty
    hasPiece = false
    wanted += 1
  }

  /// The piece that the caller wants, if it is ready; else a step or nothing to do.
  mutating func takeTurn() -> Turn {
    let slot = wanted % pieceCount
    if stages[slot] == .ready {
      hasPiece = true
      return .piece(wanted)
    }
    if let step = takeStep() { return .step(step) }
    isCallerWaiting = true
    return .wait
  }

  /// A step for a helper; `nil` ends its work.
  mutating func takeHelpersStep() -> Step? {
    let step = takeStep()
    if step == nil { helpers -= 1 }
    return step
  }

  /// Notes that a step of joining is done, that the one for the next piece may be taken.
  mutating func noteJoined() -> Call {
    joined += 1
    return call()
  }

  /// Notes that a step is done.
  ///
  /// - Parameters:
  ///   - step: the step.
  ///   - hasFailed: whether its piece has failed, after which there is none.
  ///   - isLast: whether its piece is the last.
  /// - Returns: the caller, where it waits for this piece.
  mutating func finish(_ step: Step, hasFailed: Bool, isLast: Bool) -> Call {
    isEnded = isEnded || hasFailed || isLast
    if hasFailed { failed = min(failed ?? step.number, step.number) }
    if step.kind == .fill, !hasFailed { filled += 1 }
    let stage: Stage =
      switch step.kind {
      case _ where hasFailed: .ready
      case .fill: .filled
      case .walk: .walked
      case .read: .ready
      }
    stages[step.number % pieceCount] = stage
    // Where the caller waits for another piece, it goes on waiting: `call` wakes it for
    // steps.
    guard isCallerWaiting, stages[wanted % pieceCount] == .ready else { return .noThread }
    isCallerWaiting = false
    return .caller
  }

  /// The thread that has to be called for steps that can be taken now.
  mutating func call() -> Call {
    guard mostHelpers > 0, nextStep != nil else { return .noThread }
    if isCallerWaiting {
      isCallerWaiting = false
      return .caller
    }
    guard helpers < mostHelpers else { return .noThread }
    helpers += 1
    return .helper
  }

  private mutating func takeStep() -> Step? {
    guard let step = nextStep else { return nil }
    stages[step.number % pieceCount] = .busy
    return step
  }

  /// The earliest step that can be taken.
  private var nextStep: Step? {
    guard !isAbandoned else { return nil }
    for number in wanted..<wanted + pieceCount {
      switch stages[number % pieceCount] {
      // Pieces behind an empty one are empty too: there is nothing else to look for.
      case .empty: return number == filled && !isEnded ? Step(kind: .fill, number: number) : nil
      case .filled: return Step(kind: .walk, number: number)
      case .walked where number == joined: return Step(kind: .read, number: number)
      case .walked, .ready, .busy: continue
      }
    }
    return nil
  }
}
