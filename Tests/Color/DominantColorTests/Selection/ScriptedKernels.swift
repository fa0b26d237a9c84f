import DominantColor
import Pixels
import Synchronization
import Testing

/// A clock that only moves when a scripted kernel works; one for each task, as threads that
/// compute at the same time each have their own time.
final class WorkClock: Sendable {
  @TaskLocal static var current = WorkClock()

  private let state = Mutex<(time: UInt64, readings: Int)>((0, 0))

  /// How often it was read.
  var readings: Int { state.withLock { $0.readings } }

  func advance(_ nanoseconds: UInt64) { state.withLock { $0.time += nanoseconds } }

  func read() -> UInt64 {
    state.withLock {
      $0.readings += 1
      return $0.time
    }
  }
}

/// A kernel that takes as long as it is told and gives one of two answers.
struct ScriptedKernel: Kernel {
  typealias Method = HistogramMethod

  let id: String
  var isConcurrent = false
  var isVectorised = true
  var isRight = true
  /// Nanoseconds for an image of so many pixels on so many threads.
  let cost: @Sendable (_ pixels: Int, _ threads: Int) -> UInt64

  var about: String { "does what a test says" }

  init(
    _ id: String, isConcurrent: Bool = false, isVectorised: Bool = true, isRight: Bool = true,
    cost: @escaping @Sendable (_ pixels: Int, _ threads: Int) -> UInt64
  ) {
    self.id = id
    self.isConcurrent = isConcurrent
    self.isVectorised = isVectorised
    self.isRight = isRight
    self.cost = cost
  }

  func add(
    _ view: PixelView, rule: VisibilityRule, to summary: inout ColorHistogram,
    workspace: Workspace
  ) {}

  func palette(of view: PixelView, options: PaletteOptions, workspace: Workspace) -> Palette {
    WorkClock.current.advance(cost(view.pixelCount, workspace.threads))
    // What the reference says of an image without a visible pixel, and something else.
    let pixels = UInt64(view.pixelCount)
    return Palette(
      method: .histogram, swatches: [],
      tally: isRight ? PixelTally(transparent: pixels) : PixelTally(counted: pixels))
  }
}

extension KernelLearner {
  /// A learner of scripted kernels.
  static func scripted(_ kernels: [any Kernel], costLimit: Double = 0.02) -> KernelLearner {
    KernelLearner(costLimit: costLimit, kernels: kernels, clock: { WorkClock.current.read() })
  }
}
