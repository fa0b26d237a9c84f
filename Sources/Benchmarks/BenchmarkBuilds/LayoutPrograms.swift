internal import Measuring
internal import ProgramLayouts
package import Reporting

/// Two builds in as many layouts as a comparison draws: each launch gets another one.
///
/// The programs are linked when they are first asked for and serve all benchmarks of a comparison.
package final class LayoutPrograms {
  private var layouts: RelinkedLayouts
  private let first: UInt64
  private let copies = ProgramCopies()
  private var drawn: (launch: Int, programs: (base: String, candidate: String))?

  /// How many programs were linked for this comparison; those kept from before are not counted.
  package var links: Int { layouts.links }
  /// How many pieces of code a layout places, of the program that has fewer.
  package let pieces: Int
  /// Seconds that linking took.
  package var seconds: Double { layouts.seconds }

  /// Reads two builds and links the first layout of both, so that nothing is missing later.
  ///
  /// - Parameters:
  ///   - base: the path of the program to compare with.
  ///   - candidate: the path of the program to judge.
  ///   - isPaired: whether what both have alike lies at the same places on both sides; otherwise
  ///     each side has an order of its own.
  ///   - objects: object files that are linked into both in addition.
  ///   - first: the number of the first layout.
  ///   - folder: where linked programs are kept.
  /// - Throws: ``HarnessFailure`` that says why a build cannot be linked again, and what to do.
  package init(
    base: String, candidate: String, isPaired: Bool = true, objects: [String] = [],
    first: UInt64 = 0, folder: String
  ) throws(HarnessFailure) {
    self.first = first
    do throws(RelinkingError) {
      let read = try RelinkableBuild(executable: base)
      let other = base == candidate ? read : try RelinkableBuild(executable: candidate)
      pieces = min(read.codePieces, other.codePieces)
      layouts = RelinkedLayouts(
        base: read, candidate: other,
        pairing: isPaired ? .paired : .independent, objects: objects, folder: folder,
        run: LinkerRun.run, begin: LinkerRun.ahead)
      _ = try layouts.executables(layout: first)
    } catch {
      throw .failed("\(error).")
    }
  }

  deinit { layouts.finishPrepared() }

  /// The programs of both sides for a launch, as files of their own, see ``ProgramCopies``.
  ///
  /// - Parameters:
  ///   - launch: the number of the launch, from 0; each has another layout.
  ///   - linksNext: whether the next layout is linked while this one is measured, where there is a
  ///     second core.
  /// - Returns: the paths of both programs, which stay until another launch is asked for.
  /// - Throws: ``HarnessFailure`` when they cannot be linked or copied.
  package func programs(
    launch: Int, linksNext: Bool = true
  ) throws(HarnessFailure) -> (base: String, candidate: String) {
    if let drawn, drawn.launch == launch { return drawn.programs }
    let linked: (base: String, candidate: String)
    do throws(RelinkingError) {
      linked = try layouts.executables(layout: first &+ UInt64(truncatingIfNeeded: launch))
    } catch {
      throw .failed("\(error).")
    }
    drawn = nil
    let programs = (
      base: try copies.copy(of: linked.base, for: .base),
      candidate: try copies.copy(of: linked.candidate, for: .candidate)
    )
    drawn = (launch, programs)
    if linksNext { layouts.prepare(layout: first &+ UInt64(truncatingIfNeeded: launch + 1)) }
    return programs
  }
}
