package import Pixels

/// What the work of a goal is done on.
package enum GoalMaterial {
  /// Pixels in memory.
  case pixels(PixelView)
  /// The bytes of a file.
  case file(GoalFile, UnsafeRawBufferPointer)

  /// What messages call it.
  package var kind: String {
    switch self {
    case .pixels: "pixels"
    case .file: "a file"
    }
  }
}
