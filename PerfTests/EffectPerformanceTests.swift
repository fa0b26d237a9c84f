import DominantColor
import Foundation
import Pixels
import ShowHide
import SyntheticImages
import XCTest

/// Show & Hide on 24 megapixels as multiples of a plain copy of the same image, in CPU time: the
/// least of runs that take turns, which other work on the machine disturbs least.
///
///     swift test -c release --scratch-path .build-testing --filter PerfTests.EffectPerformance
///
/// Prints for people to look at; nothing here fails because a machine is slow.
final class EffectPerformanceTests: XCTestCase {
  private static let rounds = 15

  func testEffectsBesideACopy() throws {
    let image = try XCTUnwrap(SyntheticImage.named("photo")).makeImage(width: 6000, height: 4000)
    let byteCount = 4 * image.pixelCount
    let copy = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 4096)
    defer { copy.deallocate() }
    copy.initializeMemory(as: UInt8.self, repeating: 1, count: byteCount)
    let color = try XCTUnwrap(Dominant.palette(of: image).dominant).color
    let hue = try XCTUnwrap(Dominant.palette(of: image, method: .hue).hue)
    let range = HueRange(scale: HueScale(), center: hue.bin, tolerance: 20)
    let selections: [(name: String, ColorSelection)] = [
      ("by hue", .hue(range)), ("by hue, feathered", .hue(range, feather: 10)),
      ("by colour", .near(color, edge: SoftEdge(tolerance: 100))),
      ("by colour, feathered", .near(color, edge: SoftEdge(tolerance: 100, feather: 60))),
    ]
    var least = Array(repeating: Double.infinity, count: selections.count + 1)
    for _ in 0..<Self.rounds {
      image.withPixels { view in
        least[0] = min(
          least[0], Self.seconds { copy.copyMemory(from: view.baseAddress, byteCount: byteCount) })
      }
      for (index, selection) in selections.enumerated() {
        var changed = image
        changed.withMutableBytes { _ in }  // The copy is not part of it.
        let taken = Self.seconds { Effect.show.apply(to: &changed, selecting: selection.1) }
        least[index + 1] = min(least[index + 1], taken)
      }
    }
    for (selection, seconds) in zip(selections, least.dropFirst()) {
      let ratio = (100 * seconds / least[0]).rounded() / 100
      print("show \(selection.name): \(ratio) × a copy, \(InstructionSet.best)")
      XCTAssertGreaterThan(seconds, 0)
    }
  }

  /// The CPU time of the process that something takes.
  private static func seconds(_ body: () -> Void) -> Double {
    let start = clock()
    body()
    return Double(clock() - start) / Double(CLOCKS_PER_SEC)
  }
}
