internal import CAnswers
internal import DominantColor
internal import Pixels
internal import ShowHide
internal import SyntheticImages

/// Does what is counted, as often as its name says: instructions a call are the difference of two.
///
/// - Parameter name: a kernel or an effect, and how often: `hue-simd/2`.
@_cdecl("answers_counted")
public func counted(_ name: UnsafePointer<CChar>) {
  let name = String(cString: name).split(separator: "/")
  guard name.count == 2, let times = Int(name[1]),
    let image = try? SyntheticImage.named("photo")?.makeImage(width: 1001, height: 1000),
    var result = try? ImageBuffer(width: 1001, height: 1000)
  else { return }
  let workspace = Workspace()
  let hues = ColorSelection.hue(HueRange(scale: HueScale(), center: 20, tolerance: 40))
  let near = ColorSelection.near(
    RGB8(red: 200, green: 90, blue: 40), edge: SoftEdge(tolerance: 120))
  image.withPixels { view in
    func run(_ kernel: some Kernel) {
      _ = kernel.palette(of: view, options: PaletteOptions(), workspace: workspace)
    }
    for _ in 0..<times {
      switch name[0] {
      case "read": _ = PlainRead.sum(of: view)
      case "simd": run(KernelCatalog.simd)
      case "hue-simd": run(KernelCatalog.hueSIMD)
      case "kmeans": run(KernelCatalog.kmeans)
      case "distinct-simd": run(KernelCatalog.distinctSIMD)
      case "show-hue": Effect.show.apply(to: view, into: &result, selecting: hues)
      case "show-near": Effect.show.apply(to: view, into: &result, selecting: near)
      default: return
      }
    }
  }
}
