import DominantColor
import Foundation
import Measuring
import Pixels
import Synchronization
import SyntheticImages

/// Threads that ask for palettes as fast as they can: every answer is right, and memory stays.
struct ImageLoad {
  let threads: Int
  let imagesPerThread: Int

  /// What the process may grow by in its second half: what threads have in work differs from mark
  /// to mark.
  static let allowedGrowth = 1 << 20
  /// Images of a thread from which on growth is judged: over fewer, as under the thread sanitizer,
  /// that tool's own memory and what threads have in work are more than what is allowed.
  static let imagesToJudge = 1000

  /// An image, and what the references say of it.
  private struct Case: Sendable {
    let image: ImageBuffer
    let answers: [PaletteMethod: Palette]
  }

  private typealias Cases = [Case]

  func run() throws {
    let cases = try Self.cases()
    let wrong = Atomic(0)
    let marks = ask(cases, each: imagesPerThread, wrong)
    let mistakes = wrong.load(ordering: .relaxed)
    print("images: \(threads) threads, \(imagesPerThread) images each, \(mistakes) wrong answers")
    guard mistakes == 0 else { exit(message: "\(mistakes) answers were wrong", code: 1) }
    let sizes = marks.map { "\($0 >> 10)" }.joined(separator: " ")
    print("images: memory in KiB after each tenth of them: \(sizes)")
    guard marks.count == 10, imagesPerThread >= Self.imagesToJudge else { return }
    let growth = marks[9] - marks[4]
    guard growth <= Self.allowedGrowth else {
      exit(message: "memory grew by \(growth >> 10) KiB in the second half", code: 1)
    }
  }

  /// Asks, and gives the bytes of memory in use after each tenth of the work; none where the system
  /// does not say.
  private func ask(
    _ cases: Cases, each count: Int, _ wrong: borrowing Atomic<Int>
  ) -> [Int] {
    let mistakes = Mutex(0)
    let total = threads * count
    let marks = Mutex<(done: Int, bytes: [Int])>((0, []))
    let threads = (0..<threads).map { number in
      Thread {
        var own = 0
        for index in 0..<count {
          let one = cases[(index &* 7 &+ number) % cases.count]
          let method = PaletteMethod.allCases[index % PaletteMethod.allCases.count]
          let answer = Dominant.palette(of: one.image, method: method)
          if answer != one.answers[method] { own += 1 }
          marks.withLock { marks in
            marks.done += 1
            // The thread that completes a tenth looks, while the others go on.
            if marks.done * 10 / total > (marks.done - 1) * 10 / total {
              // What the allocator keeps for later is given back first: it grows with chance.
              _ = PeakMemory.reset()
              PeakMemory.currentBytes().map { marks.bytes.append($0) }
            }
          }
        }
        let found = own
        mistakes.withLock { $0 += found }
      }
    }
    for thread in threads {
      thread.stackSize = 8 << 20
      thread.start()
    }
    for thread in threads { while !thread.isFinished { usleep(2000) } }
    wrong.add(mistakes.withLock { $0 }, ordering: .relaxed)
    return marks.withLock { $0.bytes }
  }

  /// Small images of every kind, and one that is large enough for several threads.
  private static func cases() throws -> Cases {
    var cases: Cases = []
    for (index, kind) in SyntheticImage.all.enumerated() {
      let sizes =
        [(1, 1), (17, 5), (64 + index, 48), (200, 131)] + (index == 0 ? [(700, 500)] : [])
      for (width, height) in sizes {
        let image = try kind.makeImage(width: width, height: height)
        var answers: [PaletteMethod: Palette] = [:]
        for method in PaletteMethod.allCases {
          let reference = KernelCatalog.reference(for: method)
          answers[method] = image.withPixels {
            reference.palette(of: $0, options: PaletteOptions(), workspace: Workspace())
          }
        }
        cases.append(Case(image: image, answers: answers))
      }
    }
    return cases
  }
}
