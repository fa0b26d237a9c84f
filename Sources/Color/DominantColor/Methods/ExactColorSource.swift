internal import Pixels

/// Where a method gets the exact colours of the pixels in a summary, should it need them.
///
/// Method `kmeans` clusters colours instead of cells where few cells are occupied, which is known
/// only once all pixels are counted. Pixels that stay in memory are then read a second time; of
/// pixels that pass by, such as a decoder's rows, the colours are counted on the way for as long as
/// they lie in few cells.
public struct ExactColorSource {
  enum Origin {
    case pixels(PixelView, VisibilityRule, threads: Int)
    case counted(ExactColors?)
  }

  let origin: Origin

  /// The colours of pixels in memory, which are read again when they are asked for.
  static func pixels(_ view: PixelView, _ rule: VisibilityRule, threads: Int) -> ExactColorSource {
    ExactColorSource(origin: .pixels(view, rule, threads: threads))
  }

  /// Colours that were counted on the way; `nil` where they lie in too many cells, or no method asks.
  static func counted(_ colors: ExactColors?) -> ExactColorSource {
    ExactColorSource(origin: .counted(colors))
  }

  /// Threads worth using for as many pixels.
  var threads: Int {
    switch origin {
    case .pixels(let view, _, let threads):
      BandScheduler.workers(for: view.pixelCount, threads: threads)
    case .counted: 1
    }
  }

  /// The exact colours.
  func colors(_ workspace: Workspace) -> ExactColors {
    switch origin {
    case .pixels(let view, let rule, let threads):
      workspace.countColors(view, rule: rule, threads: threads)
    case .counted(let colors): colors ?? ExactColors()
    }
  }
}
