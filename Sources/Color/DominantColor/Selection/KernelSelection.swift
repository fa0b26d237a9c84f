internal import Pixels

/// Which kernel answers for an image: the fastest one that is allowed, with the reason.
///
/// ```swift
/// let palette = Dominant.palette(of: image)                 // .automatic
/// let selection = KernelSelection.defaultOrder.limited(toThreads: 1)
/// let choice = selection.choice(for: .histogram, pixels: 24_000_000)
/// choice.kernel.id     // "simd"
/// choice.explanation
/// // "simd on 1 thread for method histogram and 24000000 pixels: the default order takes it. Threads
/// // are restricted to 1."
/// Dominant.palette(of: image, selection: selection)
/// ```
///
/// A selection decides speed and never an answer, so nothing about it can fail: what cannot be
/// followed is ignored, and ``explanation`` says so.
public struct KernelSelection: Sendable {
  /// What the caller does not allow.
  public var restrictions = KernelRestrictions()
  let basis: Basis

  /// What a selection goes by; shared by its copies, so that choosing touches one reference count.
  final class Basis: Sendable {
    let limits: ThreadLimits
    /// The threads that a caller who says nothing allows.
    let threads = max(TuningKey.threads, 1)
    /// The kernel that runs wherever its method is asked for.
    let forced: (any Kernel)?
    let forcedMethod: PaletteMethod?
    let problem: KernelSelectionProblem?

    init(_ limits: ThreadLimits, forced: (any Kernel)?, problem: KernelSelectionProblem?) {
      self.limits = limits
      self.forced = forced
      forcedMethod = forced?.method
      self.problem = problem
    }
  }

  private init(
    _ limits: ThreadLimits, forced: (any Kernel)? = nil, problem: KernelSelectionProblem? = nil
  ) {
    basis = Basis(limits, forced: forced, problem: problem)
  }

  /// What was asked for and cannot be followed; `nil` when there is nothing of the kind.
  public var problem: KernelSelectionProblem? { basis.problem }

  /// The tuning file of this user if there is a valid one for this machine and build.
  ///
  /// Else ``defaultOrder``. The file is read once, at the first use: see
  /// ``TuningFile/standardPath``.
  public static let automatic = KernelSelection.following(.installed)

  /// The built-in rule alone; no file is read.
  public static let defaultOrder = KernelSelection(ThreadLimits(origin: .defaultOrder(nil)))

  /// A tuning file that was read before, or the default order where it is not used.
  public static func following(_ file: TuningFile) -> KernelSelection {
    guard let tuning = file.tuning else {
      return KernelSelection(ThreadLimits(origin: .defaultOrder(file.problem)))
    }
    return KernelSelection(ThreadLimits(origin: .tuning(tuning, path: file.path)))
  }

  /// A tuning from anywhere, such as one kept by the program itself.
  ///
  /// - Parameters:
  ///   - tuning: ignored when it was made for another key.
  ///   - key: what the tuning has to be good for.
  /// - Returns: a selection that says which of the two it follows.
  public static func tuned(_ tuning: Tuning, for key: TuningKey = .current) -> KernelSelection {
    let differences = tuning.key.differences(from: key)
    guard differences.isEmpty else {
      return KernelSelection(ThreadLimits(origin: .defaultOrder(.otherKey(differences))))
    }
    return KernelSelection(ThreadLimits(origin: .tuning(tuning, path: nil)))
  }

  /// One kernel for its method, whatever the size; the other methods choose as ``automatic`` does.
  ///
  /// An unknown name is ignored: ``problem`` and ``explanation`` then say so.
  ///
  /// - Parameter id: a name of ``KernelCatalog/all``, such as `simd`.
  /// - Returns: a selection, whatever the name.
  public static func kernel(_ id: String) -> KernelSelection {
    let kernel = KernelCatalog.kernel(named: id)
    return KernelSelection(
      automatic.basis.limits, forced: kernel, problem: kernel == nil ? .unknownKernel(id) : nil)
  }

  /// The same selection with at most so many threads.
  public func limited(toThreads threads: Int) -> KernelSelection {
    var copy = self
    copy.restrictions.maximumThreads = max(threads, 1)
    return copy
  }

  /// The same selection with images under so many pixels on the calling thread alone.
  public func withoutConcurrency(belowPixels pixels: Int) -> KernelSelection {
    var copy = self
    copy.restrictions.minimumConcurrentPixels = max(pixels, 0)
    return copy
  }

  /// The same selection with at most so many bytes of tables.
  public func limited(toTableBytes bytes: Int) -> KernelSelection {
    var copy = self
    copy.restrictions.maximumTableBytes = max(bytes, 0)
    return copy
  }

  /// What is chosen for an image.
  ///
  /// - Parameters:
  ///   - method: the question.
  ///   - pixels: width times height.
  ///   - precision: how finely method `histogram` counts.
  ///   - threads: the most threads this call allows, beside ``restrictions``; `nil` for all.
  /// - Returns: a kernel and its threads; why, on demand.
  /// - Complexity: O(1); allocates nothing.
  public func choice(
    for method: PaletteMethod, pixels: Int, precision: HistogramPrecision = .standard,
    threads: Int? = nil
  ) -> KernelChoice {
    let request = request(method, precision, pixels: pixels, threads: threads)
    return KernelChoice(candidate(for: request), of: request, by: self)
  }

  /// The size that is assumed where the number of pixels is unknown: that of a photo.
  static let unknownPixelCount = 1 << 22

  /// The kernel of a method that is chosen for pixels that come in parts, and its threads.
  func kernel<Method: SummaryMethod>(
    for method: Method.Type, pixels: Int, _ options: PaletteOptions
  ) -> (any Kernel<Method>, threads: Int) {
    let choice = choice(for: Method.method, pixels: pixels, precision: options.precision)
    if let kernel = choice.kernel as? any Kernel<Method> { return (kernel, choice.threads) }
    // The oracle of k-means is a method of its own; it is chosen by name only.
    let vectorised = KernelCatalog.all.lazy.compactMap { $0 as? any Kernel<Method> }
    return (vectorised.last ?? ReferenceKernel(choice.kernel.id, about: choice.kernel.about), 1)
  }

  /// Answers for an image with the kernel chosen.
  func palette(of view: PixelView, method: PaletteMethod, options: PaletteOptions) -> Palette {
    candidate(for: request(method, options.precision, pixels: view.pixelCount, threads: nil))
      .palette(of: view, options: options)
  }

  /// What a choice is asked for.
  struct Request {
    let method: PaletteMethod
    let precision: HistogramPrecision
    let pixels: Int
    /// The threads that are allowed.
    let threads: Int
    /// Whether the caller named the kernel of this method.
    let isForced: Bool
  }

  private func request(
    _ method: PaletteMethod, _ precision: HistogramPrecision, pixels: Int, threads: Int?
  ) -> Request {
    Request(
      method: method, precision: precision, pixels: pixels,
      threads: allowedThreads(pixels: pixels, threads: threads),
      isForced: basis.forcedMethod == method)
  }

  private func allowedThreads(pixels: Int, threads: Int?) -> Int {
    if pixels < restrictions.minimumConcurrentPixels { return 1 }
    return max(min(threads ?? basis.threads, restrictions.maximumThreads ?? .max), 1)
  }

  /// What is chosen.
  func candidate(for request: Request) -> KernelCandidate {
    if request.isForced, let forced = basis.forced {
      return KernelCandidate(forced, threads: request.threads)
    }
    guard let limit = restrictions.maximumTableBytes else { return plan(for: request) }
    return fitting(limit, request)
  }

  /// What would be chosen if memory did not matter.
  func plan(for request: Request) -> KernelCandidate {
    let limit = basis.limits[request.method]
    let threads = limit.map { request.pixels >= $0 } == true ? request.threads : 1
    return KernelCandidate(
      KernelCatalog.fastest(for: request.method, isConcurrent: threads > 1),
      threads: threads)
  }

  /// The plan on the most threads whose tables fit, or else the reference, which takes fewest.
  private func fitting(_ limit: Int, _ request: Request) -> KernelCandidate {
    let plan = plan(for: request)
    let (method, precision) = (request.method, request.precision)
    var threads = plan.threads
    while threads > 1 {
      let candidate = KernelCandidate(plan.kernel, threads: threads)
      if candidate.tableBytes(precision) <= limit { return candidate }
      threads -= 1
    }
    let alone = KernelCandidate(KernelCatalog.fastest(for: method, isConcurrent: false))
    return alone.tableBytes(precision) <= limit
      ? alone : KernelCandidate(KernelCatalog.reference(for: method))
  }
}

extension KernelCandidate {
  /// Answers for an image with a workspace of the shared pool.
  func palette(of view: PixelView, options: PaletteOptions) -> Palette {
    WorkspacePool.shared.withWorkspace(threads: threads) { workspace in
      kernel.palette(of: view, options: options, workspace: workspace)
    }
  }
}
