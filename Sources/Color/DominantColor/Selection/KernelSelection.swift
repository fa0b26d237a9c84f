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
    let table: SelectionTable
    /// The kernel that runs wherever its method is asked for.
    let forced: (any Kernel)?
    let forcedMethod: PaletteMethod?
    let learner: KernelLearner?
    let problem: KernelSelectionProblem?

    init(
      _ table: SelectionTable, forced: (any Kernel)?, learner: KernelLearner?,
      problem: KernelSelectionProblem?
    ) {
      self.table = table
      self.forced = forced
      forcedMethod = forced?.method
      self.learner = learner
      self.problem = problem
    }
  }

  private init(
    _ table: SelectionTable, forced: (any Kernel)? = nil, learner: KernelLearner? = nil,
    problem: KernelSelectionProblem? = nil
  ) {
    basis = Basis(table, forced: forced, learner: learner, problem: problem)
  }

  /// What was asked for and cannot be followed; `nil` when there is nothing of the kind.
  public var problem: KernelSelectionProblem? { basis.problem }

  /// The tuning file of this user if there is a valid one for this machine and build.
  ///
  /// Else ``defaultOrder``. The file is read once, at the first use: see
  /// ``TuningFile/standardPath``.
  public static let automatic = KernelSelection.following(.installed)

  /// The built-in rule alone; no file is read.
  public static let defaultOrder = KernelSelection(
    SelectionTable(problem: nil, threads: TuningKey.threads))

  /// A tuning file that was read before, or the default order where it is not used.
  public static func following(_ file: TuningFile) -> KernelSelection {
    guard let tuning = file.tuning else {
      return KernelSelection(SelectionTable(problem: file.problem, threads: TuningKey.threads))
    }
    return KernelSelection(
      SelectionTable(tuning: tuning, path: file.path, threads: TuningKey.threads))
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
      return KernelSelection(
        SelectionTable(problem: .otherKey(differences), threads: TuningKey.threads))
    }
    return KernelSelection(
      SelectionTable(tuning: tuning, path: nil, threads: max(TuningKey.threads, 1)))
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
      automatic.basis.table, forced: kernel, problem: kernel == nil ? .unknownKernel(id) : nil)
  }

  /// Races kernels on the caller's own images while answering, within a bound of cost, and settles
  /// on the winners: see ``KernelLearner``.
  ///
  /// - Parameter learner: what is learnt; keep the selection, or a learner shared by several.
  /// - Returns: a selection that shares the learner with its copies.
  public static func learning(_ learner: KernelLearner = KernelLearner()) -> KernelSelection {
    KernelSelection(automatic.basis.table, learner: learner)
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
  ///   - content: what sampling says of the image; many colours by default.
  ///   - threads: the most threads this call allows, beside ``restrictions``; `nil` for all.
  /// - Returns: a kernel and its threads; why, on demand.
  /// - Complexity: O(1): a look-up in a table made beforehand; allocates nothing.
  public func choice(
    for method: PaletteMethod, pixels: Int, precision: HistogramPrecision = .standard,
    content: ImageContent = .busy, threads: Int? = nil
  ) -> KernelChoice {
    let request = request(method, precision, pixels: pixels, content, threads: threads)
    var candidate = candidate(for: request)
    if let learner = basis.learner, !request.isForced,
      let learnt = learner.incumbent(trial(request))
    {
      candidate = learnt
    }
    return KernelChoice(candidate, of: request, by: self)
  }

  /// The size that is assumed where the number of pixels is unknown: that of a photo.
  static let unknownPixelCount = 1 << 22

  /// The kernel of a method that is chosen for pixels that come in parts, and its threads.
  ///
  /// What the pixels show is not known before they come, so they count as busy.
  func kernel<Method: SummaryMethod>(
    for method: Method.Type, pixels: Int, _ options: PaletteOptions
  ) -> (any Kernel<Method>, threads: Int) {
    let choice = choice(for: Method.method, pixels: pixels, precision: options.precision)
    if let kernel = choice.kernel as? any Kernel<Method> { return (kernel, choice.threads) }
    // The oracle of k-means is a method of its own; it is chosen for a handful of pixels only.
    let vectorised = KernelCatalog.all.lazy.compactMap { $0 as? any Kernel<Method> }
    return (vectorised.last ?? ReferenceKernel(choice.kernel.id, about: choice.kernel.about), 1)
  }

  /// Answers for an image with the kernel chosen.
  func palette(of view: PixelView, method: PaletteMethod, options: PaletteOptions) -> Palette {
    let request = request(
      method, options.precision, pixels: view.pixelCount,
      basis.forcedMethod == method ? .busy : ImageContent(glancingAt: view), threads: nil)
    let candidate = candidate(for: request)
    guard let learner = basis.learner, !request.isForced else {
      return candidate.palette(of: view, options: options)
    }
    return learner.palette(
      of: view, options: options, key: trial(request), startingWith: candidate)
  }

  /// What a choice is asked for.
  struct Request {
    let question: Question
    let pixels: Int
    let content: ImageContent
    /// The threads that are allowed.
    let threads: Int
    /// Whether the caller named the kernel of this method.
    let isForced: Bool
  }

  private func request(
    _ method: PaletteMethod, _ precision: HistogramPrecision, pixels: Int, _ content: ImageContent,
    threads: Int?
  ) -> Request {
    Request(
      question: Question(method, precision), pixels: pixels, content: content,
      threads: allowedThreads(pixels: pixels, threads: threads),
      isForced: basis.forcedMethod == method)
  }

  private func trial(_ request: Request) -> KernelTrial.Key {
    KernelTrial.Key(
      request.question, request.content, pixels: request.pixels, threads: request.threads,
      tableLimit: restrictions.maximumTableBytes)
  }

  /// What is chosen before anything is learnt.
  func candidate(for request: Request) -> KernelCandidate {
    if request.isForced, let forced = basis.forced {
      return KernelCandidate(forced, threads: request.threads)
    }
    let planned = plan(for: request)
    guard let limit = restrictions.maximumTableBytes else { return planned }
    return fitting(planned, limit: limit, request)
  }

  /// What would be chosen if memory did not matter.
  func plan(for request: Request) -> KernelCandidate {
    lookUp(request, threads: request.threads)
  }

  private func allowedThreads(pixels: Int, threads: Int?) -> Int {
    if pixels < restrictions.minimumConcurrentPixels { return 1 }
    return max(min(threads ?? basis.table.threads, restrictions.maximumThreads ?? .max), 1)
  }

  private func lookUp(_ request: Request, threads: Int) -> KernelCandidate {
    basis.table.candidate(
      request.question, request.content, threads: threads, pixels: request.pixels)
  }

  /// The candidate, or the next in line of those that take fewer tables.
  private func fitting(
    _ planned: KernelCandidate, limit: Int, _ request: Request
  ) -> KernelCandidate {
    var candidate = planned
    while candidate.tableBytes(request.question.precision) > limit {
      guard candidate.threads > 1 else {
        return KernelCandidate(KernelCatalog.reference(for: request.question.method))
      }
      // Each turn has fewer threads than the one before, so that this ends with one.
      candidate = lookUp(request, threads: candidate.threads - 1)
    }
    return candidate
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
