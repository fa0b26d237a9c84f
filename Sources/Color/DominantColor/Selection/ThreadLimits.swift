/// From how many pixels a method is answered on all threads.
struct ThreadLimits: Sendable {
  /// Where the limits come from.
  enum Origin: Sendable {
    /// The default order, and why no tuning is used, if one was looked for.
    case defaultOrder(TuningProblem?)
    /// A tuning, and the path of its file if it is in one.
    case tuning(Tuning, path: String?)
  }

  let origin: Origin

  /// The pixels from which threads pay; `nil` where they never do.
  ///
  /// Without a tuning that is where starting threads costs less than it saves on every machine
  /// measured so far. Kernels that see that an image is counted in no time start none.
  subscript(method: PaletteMethod) -> Int? {
    switch tuned(method) {
    case .none: KernelCatalog.smallestConcurrentImage
    case .never: nil
    case .from(let pixels): pixels
    }
  }

  /// What a tuning says about a method; `nil` without one.
  func tuned(_ method: PaletteMethod) -> Tuning.Threads? {
    guard case .tuning(let tuning, _) = origin else { return nil }
    return tuning.threads[method]
  }
}
