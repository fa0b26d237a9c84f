internal import DominantColor
internal import Measuring
internal import Pixels

/// The memory that the benchmarks of a worker process work in.
///
/// They share an image, because where pixels lie decides how they fall into the caches. A process
/// holds one: preparing a benchmark of another image gives back what the benchmarks before it used.
final class WorkerMemory {
  /// Makes the pixels of a request.
  private let load: (ImageRequest) throws -> BenchmarkImage
  private var request: ImageRequest?
  private var image: BenchmarkImage?
  /// The benchmarks that are prepared on the image.
  private var users: [BenchmarkMemory] = []
  /// Pages that are taken so that the next memory lies behind them.
  private var spacing: [[UInt8]] = []

  init(load: @escaping (ImageRequest) throws -> BenchmarkImage) { self.load = load }

  /// The image for a benchmark, which is prepared now.
  ///
  /// A benchmark that is prepared again while there is no other gets other memory: the image and what
  /// it counts into lie in other pages than the last time. What was held is freed after the new memory
  /// was taken, and some pages stay taken in between, or the system would give the same pages again.
  fileprivate func image(for user: BenchmarkMemory) throws -> BenchmarkImage {
    if request != user.request { release() }
    if let image {
      let isUser = users.contains { $0 === user }
      guard isUser, users.count == 1 else {
        if !isUser { users.append(user) }
        return image
      }
      user.release()
      let moved = try image.moved()
      self.image = moved
      spacing = (0..<Int.random(in: 0...16)).map { _ in
        [UInt8](repeating: 1, count: Int.random(in: 1...2) * 4096)
      }
      FreeMemory.returnToSystem()
      return moved
    }
    let loaded = try load(user.request)
    (request, image, users) = (user.request, loaded, [user])
    return loaded
  }

  private func release() {
    for user in users { user.release() }
    (request, image, users) = (nil, nil, [])
    FreeMemory.returnToSystem()
  }
}

/// What one benchmark works on, and what it counts into.
final class BenchmarkMemory {
  let request: ImageRequest
  private let shared: WorkerMemory
  private let makeWorkspace: () -> Workspace
  private var held: (image: BenchmarkImage, workspace: Workspace)?

  /// Takes no memory yet.
  ///
  /// - Parameters:
  ///   - request: the image.
  ///   - shared: the process's memory.
  ///   - makeWorkspace: makes what the benchmark counts into.
  init(
    _ request: ImageRequest, in shared: WorkerMemory, makeWorkspace: @escaping () -> Workspace
  ) {
    self.request = request
    self.shared = shared
    self.makeWorkspace = makeWorkspace
  }

  /// Gets the image and the memory ready.
  ///
  /// - Throws: what loading the image throws.
  func prepare() throws -> BenchmarkImage {
    let image = try shared.image(for: self)
    held = (image, held?.workspace ?? makeWorkspace())
    return image
  }

  /// Calls a body with the pixels and the workspace.
  ///
  /// Both are made again where another image has been prepared since; an image that cannot be had a
  /// second time ends the process.
  func withPixels(_ body: (PixelView, Workspace) -> Void) {
    if held == nil {
      do {
        _ = try prepare()
      } catch {
        preconditionFailure("\(error)")
      }
    }
    guard let held else { return }
    held.image.pixels.withPixels { body($0, held.workspace) }
  }

  fileprivate func release() { held = nil }
}
