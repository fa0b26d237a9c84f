import DominantColor
import Pixels
import Testing

@Suite("Palettes found in the tables that pixels are counted in")
struct QuickPaletteTests {
  @Test("are those of the reference, with one workspace for all calls, which is left empty")
  func equalReference() throws {
    let workspaces = InstructionSet.allCases.filter { $0.isAvailable }.map {
      Workspace(instructionSet: $0, threads: 3)
    }
    // The largest is counted by three threads, and in the hues' four tables; two rows have no row inside.
    for (width, height) in [(1, 1), (5, 5), (31, 1), (1, 40), (60, 2), (90, 91), (770, 520)] {
      for kind in [PixelKind.anything, .smooth, .masked] {
        var image = try ImageBuffer(width: width, height: height)
        let pixels = kind.pixels(width * height, seed: 5)
        for y in 0..<height { for x in 0..<width { image[x, y] = pixels[y * width + x] } }
        for options in Self.options {
          try compare(image, options, workspaces, "\(kind), \(width) × \(height)")
        }
      }
    }
  }

  private static let options: [PaletteOptions] =
    [(1, 1), (7, 0), (360, 16)].map {
      PaletteOptions(hue: HueScale(binCount: $0, greyThreshold: $1))
    } + [
      PaletteOptions(count: 3, visibility: VisibilityRule(greyWithin: 12)),
      PaletteOptions(precision: .fine),
    ]

  private func compare(
    _ image: ImageBuffer, _ options: PaletteOptions, _ workspaces: [Workspace], _ name: String
  ) throws {
    image.withPixels { view in
      let hues = KernelCatalog.hue.palette(of: view, options: options, workspace: Workspace())
      let distinct = KernelCatalog.distinct.palette(
        of: view, options: options, workspace: Workspace())
      let summary = KernelCatalog.distinct.summary(
        of: view, options: options, workspace: Workspace())
      for workspace in workspaces {
        let set = workspace.instructionSet
        for kernel in [KernelCatalog.hueSIMD, KernelCatalog.hueTiles] {
          #expect(
            kernel.palette(of: view, options: options, workspace: workspace) == hues,
            "\(kernel.id), \(name), \(set)")
        }
        for kernel in [KernelCatalog.distinctSIMD, KernelCatalog.distinctTiles] {
          #expect(
            kernel.palette(of: view, options: options, workspace: workspace) == distinct,
            "\(kernel.id), \(name), \(set)")
          // What a palette left in the tables would be counted again.
          #expect(
            kernel.summary(of: view, options: options, workspace: workspace) == summary,
            "\(kernel.id), \(name), \(set)")
        }
      }
    }
  }
}
