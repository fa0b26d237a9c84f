import DominantColor
import Foundation
import Pixels
import Testing

/// One way to run one kernel on this machine.
struct KernelCase: Sendable {
  let kernel: any Kernel
  let instructionSet: InstructionSet
  let threads: Int

  var name: String { "\(kernel.id)/\(instructionSet.rawValue)/\(threads)" }

  /// Every way to run every kernel of a method: each instruction set that its code differs on, and
  /// for a concurrent one each number of threads.
  static func all(_ method: PaletteMethod, threads: [Int]) -> [KernelCase] {
    KernelCatalog.kernels(for: method).flatMap { kernel in
      (kernel.isVectorised && Depth.isFull ? InstructionSet.available : [.best]).flatMap { set in
        (kernel.isConcurrent ? threads : [1]).map {
          KernelCase(kernel: kernel, instructionSet: set, threads: $0)
        }
      }
    }
  }
}

/// How much of the suite runs.
enum Depth: String {
  /// An unoptimised build: one instruction set, because without inlining all of them share the
  /// baseline body; fewer sizes; k-means is left to its own tests.
  case quick
  /// An optimised build on an emulated processor, where a pixel takes twenty times as long: every
  /// method, the sizes of `quick`, and the best instruction set alone, which is the one that the
  /// emulated processor is there for. Asked for by `CONFORMANCE=sampled` in the environment.
  case sampled
  /// An optimised build: everything.
  case full

  #if DEBUG
    static let current = quick
  #else
    static let current =
      ProcessInfo.processInfo.environment["CONFORMANCE"] == sampled.rawValue ? sampled : full
  #endif

  static let isFull = current == .full
  static let methods = current == .quick ? [.histogram, .hue] : PaletteMethod.allCases

  /// Every length from 0 to more than three groups of four vectors.
  static let lengths = isFull ? Array(0...210) : Array(0...18) + [31, 32, 33, 63, 64, 65, 130, 210]
  static let paddings = isFull ? [0, 1, 4, 7, 64] : [0, 7]
  static let offsets = isFull ? [0, 1, 3, 4] : [0, 3]
  static let minimumAlphas: [UInt8] =
    isFull ? Array(0...255) : [0, 1, 2, 100, 127, 128, 129, 254, 255]

  /// What this depth runs instead of everything, for people who read the log.
  static let omission: Comment =
    switch current {
    case .full: "nothing is left out"
    case .sampled:
      "conformance ran a sample of the sizes, on \(InstructionSet.best.rawValue) only"
    case .quick:
      """
      conformance ran a sample of the sizes, unoptimised, on \(InstructionSet.best.rawValue) only \
      and without k-means; `make test-release` runs all of it
      """
    }
}

/// What a kernel answered, and the summary that it counted.
struct Answer: Equatable {
  let palette: Palette
  let summary: AnyHashable

  init(_ kernel: any Kernel, _ view: PixelView, _ options: PaletteOptions, _ workspace: Workspace) {
    palette = kernel.palette(of: view, options: options, workspace: workspace)
    summary = Self.summary(kernel, view, options, workspace)
  }

  private static func summary(
    _ kernel: some Kernel, _ view: PixelView, _ options: PaletteOptions, _ workspace: Workspace
  ) -> AnyHashable {
    AnyHashable(kernel.summary(of: view, options: options, workspace: workspace))
  }
}

/// All kernels of a method beside their reference, with workspaces that stay warm.
struct Panel {
  let method: PaletteMethod
  let subjects: [(subject: KernelCase, workspace: Workspace)]
  private let reference: any Kernel
  private let referenceWorkspace = Workspace()

  init(_ method: PaletteMethod, threads: [Int] = [1, 2]) {
    self.method = method
    reference = KernelCatalog.reference(for: method)
    subjects = KernelCase.all(method, threads: threads).map {
      ($0, Workspace(instructionSet: $0.instructionSet, threads: $0.threads))
    }
  }

  /// The names of those whose palette or summary differs from the reference's.
  func dissenters(on view: PixelView, _ options: PaletteOptions = PaletteOptions()) -> [String] {
    let expected = Answer(reference, view, options, referenceWorkspace)
    return subjects.filter { Answer($0.subject.kernel, view, options, $0.workspace) != expected }
      .map(\.subject.name)
  }
}
