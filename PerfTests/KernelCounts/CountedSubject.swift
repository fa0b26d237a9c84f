internal import CAllocationCounter
internal import DominantColor
internal import Pixels
internal import SyntheticImages

/// A kernel on an image, with an instruction set: what counts are taken of.
struct CountedSubject: Sendable {
  /// The kernel, image and instruction set in one word, such as `simd/photo/avx2`.
  let name: String
  /// The allocations of a warm call; `nil` for a reference and for method `distinct`, which may allocate as
  /// they like: how often depends on the machine's C library, or on the picture.
  let allocations: Int?
  private let image: String
  private let instructionSet: InstructionSet
  private let call: @Sendable (PixelView, Workspace) -> Void

  /// About one megapixel, in rows that are not a whole number of vectors.
  private static let size = (width: 1001, height: 1000)
  /// Pixels in millions.
  static var megapixels: Double { Double(size.width * size.height) / 1e6 }

  /// Every vectorised kernel and every reference on the photo-like image; `simd` on all classes.
  ///
  /// Kernels allocate their palette and nothing else; those of `distinct` make it with arrays, as many as
  /// the picture needs.
  ///
  /// Valgrind knows no AVX-512, so instructions are counted with the two older sets.
  static let all: [CountedSubject] =
    KernelCatalog.all.flatMap { kernel -> [CountedSubject] in
      let isReference = kernel.id == KernelCatalog.reference(for: kernel.method).id
      guard kernel.isVectorised || isReference else { return [] }
      let images = kernel.id == "simd" ? ["photo", "flat", "screen", "noise", "alpha"] : ["photo"]
      let sets: [InstructionSet] = kernel.isVectorised ? [.baseline, .avx2] : [.baseline]
      return images.flatMap { image in
        sets.filter(\.isAvailable).map { set in
          CountedSubject(
            name: "\(kernel.id)/\(image)/\(set.rawValue)",
            allocations: isReference || kernel.method == .distinct ? nil : 1, image: image,
            instructionSet: set
          ) { view, workspace in
            _ = kernel.palette(of: view, options: PaletteOptions(), workspace: workspace)
          }
        }
      }
    }
    // A thousand choices of a kernel, about one for each thousand pixels: it allocates nothing.
    + [
      CountedSubject(
        name: "selection/flat/baseline", allocations: 0, image: "flat",
        instructionSet: .baseline
      ) { view, _ in
        var threads = 0
        for row in 0..<view.height {
          threads +=
            KernelSelection.defaultOrder.choice(
              for: .histogram, pixels: row * view.width, threads: 2
            ).threads
        }
        precondition(threads > 0, "every size has a choice")
      }
    ]

  /// Calls the kernel three times on one thread; from the second on, its memory is warm.
  ///
  /// - Returns: allocations of the last call.
  @discardableResult
  func runCounted() throws -> Int {
    guard let kind = SyntheticImage.named(image) else { return 0 }
    let pixels = try kind.makeImage(width: Self.size.width, height: Self.size.height)
    let workspace = Workspace(instructionSet: instructionSet)
    return pixels.withPixels { view in
      var allocations: UInt = 0
      for _ in 0..<3 {
        let before = allocations_so_far()
        countedCall(call, view, workspace)
        allocations = allocations_so_far() - before
      }
      return Int(allocations)
    }
  }
}

/// The call that valgrind is told to count, by this name.
@inline(never)
func countedCall(
  _ call: (PixelView, Workspace) -> Void, _ view: PixelView, _ workspace: Workspace
) {
  call(view, workspace)
}
