public import Pixels

/// A method run in a way: every kernel of a method gives equal palettes, and only speed differs.
///
/// A kernel is a value without state; what it needs to remember lives in the ``Workspace``. Adding
/// one is a file and a line in ``KernelCatalog/all``: every conformance test and every benchmark
/// then applies to it.
public protocol Kernel: Sendable {
  /// The name people type; stable.
  var id: String { get }
  /// The question it answers.
  var method: PaletteMethod { get }
  /// One line that says what it does.
  var summary: String { get }
  /// Whether it uses the workspace's threads.
  var isConcurrent: Bool { get }
  /// Whether its code differs between instruction sets.
  var isVectorised: Bool { get }

  /// Answers for an image.
  ///
  /// - Parameters:
  ///   - view: the pixels, read and never written.
  ///   - options: what to ask.
  ///   - workspace: scratch memory and the instruction set and threads to use.
  /// - Returns: the palette, equal to that of the method's reference kernel.
  /// - Complexity: O(*n*) in pixels; allocates the palette and nothing else once the workspace has
  ///   been used with the same options.
  func palette(of view: PixelView, options: PaletteOptions, workspace: Workspace) -> Palette
}
