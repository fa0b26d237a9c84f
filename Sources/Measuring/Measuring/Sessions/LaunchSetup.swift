/// What distinguishes one launch from the next; both sides of a launch have it alike.
public struct LaunchSetup: Equatable, Sendable {
  /// Which launch it is, from 0.
  public let launch: Int
  /// Bytes to add to the worker's environment.
  ///
  /// The environment lies at the start of the stack, so its size decides how everything on the
  /// stack is aligned, which alone can make a program faster or slower by percents (Mytkowicz et
  /// al., "Producing wrong data without doing anything obviously wrong!", 2009). A random size for
  /// each launch turns this bias into noise, which launches average out.
  public let padding: Int
  /// The seed of Python's hashes, which decide in which order sets and dictionaries are searched;
  /// nil leaves it to Python, which takes another for each process.
  public let hashSeed: UInt32?
  /// Pages of 4 KB by which libraries and mapped memory are moved, without the system's randomness;
  /// nil leaves addresses to the system.
  public let pages: Int?

  /// Makes a setup.
  public init(launch: Int, padding: Int, hashSeed: UInt32? = nil, pages: Int? = nil) {
    self.launch = launch
    self.padding = padding
    self.hashSeed = hashSeed
    self.pages = pages
  }

  /// Lets glibc keep the stacks of five ended threads, as it does when stacks have 8 MB.
  ///
  /// Moving memory takes a stack of 128 MB or more, that of threads included, and none of these
  /// would be kept: starting and joining a thread took 33 µs instead of 18.
  private static let keptStacks = "GLIBC_TUNABLES=glibc.pthread.stack_cache_size=704643072"

  /// A worker's environment with the variables of this launch; those that it has itself stay.
  public func environment(extending environment: [String]) -> [String] {
    let wanted =
      (hashSeed.map { ["PYTHONHASHSEED=\($0)"] } ?? []) + (pages == nil ? [] : [Self.keptStacks])
    let lacking = wanted.filter { variable in
      let name = variable.prefix { $0 != "=" } + "="
      return !environment.contains { $0.hasPrefix(name) }
    }
    return environment + ["MEASUREMENT_PADDING=" + String(repeating: "x", count: padding)] + lacking
  }
}
