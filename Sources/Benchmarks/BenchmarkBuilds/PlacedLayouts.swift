internal import CLibrary
internal import Files
package import Measuring
internal import ProgramLayouts
package import Reporting

/// Programs and libraries of two checkouts, linked or built again for each launch and put in their
/// places.
///
/// A program finds its libraries and files by where it lies, and a script names it by its path; so a
/// layout takes the place of what the build made, and the original comes back when the comparison
/// ends. It keeps its file, its times and its links all the while, beside its place. Of a comparison
/// that was killed the next one brings it back.
package final class PlacedLayouts {
  private struct Output {
    let base: String
    let candidate: String
    var layouts: Maker
  }

  /// What makes a program of both sides in the layout of a number.
  private enum Maker {
    case relinked(RelinkedLayouts)
    case rebuilt(RebuiltLayouts, path: String)

    mutating func programs(
      layout: UInt64
    ) throws(HarnessFailure) -> (base: String, candidate: String) {
      switch self {
      case .rebuilt(let builds, let path): return try builds.programs(of: path, layout: layout)
      case .relinked(var layouts):
        defer { self = .relinked(layouts) }
        do throws(RelinkingError) {
          return try layouts.executables(layout: layout)
        } catch {
          throw .failed("\(error).")
        }
      }
    }

    /// Begins to make a layout that is asked for next.
    mutating func prepare(layout: UInt64) {
      guard case .relinked(var layouts) = self else { return }
      layouts.prepare(layout: layout)
      self = .relinked(layouts)
    }

    /// Ends what was begun and not asked for.
    mutating func finishPrepared() {
      guard case .relinked(var layouts) = self else { return }
      layouts.finishPrepared()
      self = .relinked(layouts)
    }

    /// Whether a layout need not be linked any more.
    mutating func isKept(layout: UInt64) -> Bool {
      guard case .relinked(var layouts) = self else { return false }
      defer { self = .relinked(layouts) }
      return layouts.isKept(layout: layout)
    }

    var links: Int { if case .relinked(let layouts) = self { layouts.links } else { 0 } }
    var seconds: Double { if case .relinked(let layouts) = self { layouts.seconds } else { 0 } }
  }

  private var outputs: [Output] = []
  private let first: UInt64
  private var placedLaunch: Int?
  private var originals: Set<String> = []
  /// The folder with the links of all checkouts, which no other process may use meanwhile.
  private let shared: String
  private var hasShared = false
  private var builds: RebuiltLayouts?
  /// Asked about ten times a second while another comparison of the repository has put its programs in other
  /// layouts: whether to wait until it has ended.
  package var mayWait: () -> Bool = { false }

  /// Whether programs are built again, and not linked.
  package var isRebuilt: Bool { builds != nil }
  /// How many launches there may be; `nil` for any number.
  package private(set) var mostLaunches: Int?
  /// Seconds that linking a layout of both sides took; 0 where nothing was linked.
  package private(set) var secondsPerLayout = 0.0
  /// How many programs were linked or builds made for this comparison; those kept from before are not
  /// counted.
  package var links: Int { builds?.builds ?? outputs.reduce(0) { $0 + $1.layouts.links } }
  /// Seconds that linking or building took.
  package var seconds: Double { builds?.seconds ?? outputs.reduce(0) { $0 + $1.layouts.seconds } }
  /// How many pieces of code a layout places, of the file that has the fewest; 0 where programs are
  /// built again.
  package private(set) var pieces = 0
  /// The names of the files that are linked again.
  package var names: [String] { outputs.map { PathParts($0.candidate).name } }

  /// Reads the links of both builds and links the first layout, so that nothing is missing later.
  ///
  /// - Parameters:
  ///   - base: the links of the checkout to compare with.
  ///   - candidate: those of the checkout to judge; the same to compare it with itself.
  ///   - paths: what is linked again, below the tops of both checkouts.
  ///   - objects: object files that are linked into all of it in addition.
  ///   - first: the number of the first layout.
  ///   - folder: where linked programs are kept.
  ///   - budget: seconds that all links may take; ``mostLaunches`` follows from it.
  /// - Throws: ``HarnessFailure`` that says why a build cannot be linked again, and what to do.
  package init(
    base: RecordedLinks, candidate: RecordedLinks, paths: [String], objects: [String] = [],
    first: UInt64 = 0, folder: String, budget: Double = .infinity
  ) throws(HarnessFailure) {
    self.first = first
    shared = PathParts(candidate.folder).folder
    do throws(RelinkingError) {
      guard let linker = RecordedLinks.linker else { throw .linkerMissing }
      for path in paths {
        let sides = (
          try Self.build(path, of: base, linker: linker),
          base.tree == candidate.tree ? nil : try Self.build(path, of: candidate, linker: linker)
        )
        let other = sides.1 ?? sides.0
        var layouts = RelinkedLayouts(
          base: sides.0, candidate: other, objects: objects, folder: folder,
          run: LinkerRun.run, begin: LinkerRun.ahead)
        _ = try layouts.executables(layout: first)
        let count = min(sides.0.codePieces, other.codePieces)
        pieces = outputs.isEmpty ? count : min(pieces, count)
        outputs.append(
          Output(
            base: PathParts.join(base.tree, path), candidate: PathParts.join(candidate.tree, path),
            layouts: .relinked(layouts)))
      }
    } catch {
      throw .failed("\(error).")
    }
    try limitLaunches(to: budget)
  }

  /// Allows as many launches as there may be links in some time; those that are kept take none.
  private func limitLaunches(to budget: Double) throws(HarnessFailure) {
    let looks = SequentialRule.standardLooks.map(\.launches)
    func isKept(_ launches: Int) -> Bool {
      outputs.indices.allSatisfy {
        outputs[$0].layouts.isKept(layout: first &+ UInt64(launches - 1))
      }
    }
    guard budget < .infinity, let next = looks.first(where: { !isKept($0) }) else { return }
    //     launches   12   20   40   80      the looks
    //     kept       yes  yes  no           from an earlier comparison: all up to 20
    //     most = 20 + what the budget pays for
    if links == 0 {
      // What is kept from before does not say how long a link takes.
      for index in outputs.indices {
        _ = try outputs[index].layouts.programs(layout: first &+ UInt64(next - 1))
      }
    }
    secondsPerLayout = seconds
    let kept = looks.last { $0 < next } ?? 1
    let most = kept + Int(min(budget / max(seconds, 1e-3), 1e6))
    if most < Self.manyLaunches { mostLaunches = most }
  }

  /// Builds both sides in two layouts, so that it is known what a build takes and that it heeds them.
  ///
  /// - Parameters:
  ///   - base: the top of the checkout to compare with.
  ///   - candidate: that of the checkout to judge; the same to compare it with itself.
  ///   - keys: what tells the builds of both sides from all others.
  ///   - paths: what is put in place, below the tops of both checkouts.
  ///   - first: the number of the first layout.
  ///   - folder: where what was built is kept.
  ///   - shared: the folder that no other process may use meanwhile.
  ///   - budget: seconds that all builds may take; ``mostLaunches`` follows from it.
  ///   - build: builds a side in a layout, and answers the folder that stands for its top.
  /// - Throws: ``HarnessFailure`` when a build fails, or is the same in both layouts.
  package init(
    base: String, candidate: String, keys: (base: String, candidate: String), paths: [String],
    first: UInt64 = 0, folder: String, shared: String, budget: Double,
    build:
      @escaping (_ side: Side, _ layout: UInt64) throws(HarnessFailure) -> String
  ) throws(HarnessFailure) {
    self.first = first
    self.shared = shared
    let builds = RebuiltLayouts(keys: keys, paths: paths, folder: folder, build: build)
    self.builds = builds
    outputs = paths.map { path in
      Output(
        base: PathParts.join(base, path), candidate: PathParts.join(candidate, path),
        layouts: .rebuilt(builds, path: path))
    }
    let isOneTree = base == candidate
    var heedsLayouts = false
    for path in paths {
      let programs = (
        try builds.programs(of: path, layout: first),
        try builds.programs(of: path, layout: first &+ 1)
      )
      if (try? readFile(at: programs.0.base)) != (try? readFile(at: programs.1.base)) {
        heedsLayouts = true
      }
    }
    guard heedsLayouts else {
      throw .failed(
        "built again with other alignments, '\(PathParts(paths.first ?? "").name)' is the same: its "
          + "build does not heed the variables that ask for them (SUITES.md, Layouts).")
    }
    var kept = 2
    while kept < Self.manyLaunches, builds.isKept(layout: first &+ UInt64(kept)) { kept += 1 }
    guard kept < Self.manyLaunches, let path = paths.first else { return }
    // What is kept from before does not say how long a build takes.
    if builds.builds == 0 { _ = try builds.programs(of: path, layout: first &+ UInt64(kept)) }
    let each = builds.seconds / Double(max(builds.builds, 1)) * (isOneTree ? 1 : 2)
    mostLaunches = kept + Int(min(budget / max(each, 1e-3), 1e6))
  }

  /// No comparison makes more launches.
  private static let manyLaunches = 100

  deinit { restore() }

  private static func build(
    _ path: String, of links: RecordedLinks, linker: String
  ) throws(RelinkingError) -> RelinkableBuild {
    let file = PathParts.join(links.tree, path)
    guard let record = links.record(of: file) else { throw .linkNotRecorded(file) }
    return try RelinkableBuild(record: record, linker: linker)
  }

  /// Puts the files of both sides in the layout of a launch.
  ///
  /// Where there is a second core, the next layout is linked while this one is measured.
  ///
  /// - Parameter launch: the number of the launch, from 0; each has another layout.
  /// - Throws: ``HarnessFailure`` when they cannot be linked or put in place.
  package func place(launch: Int) throws(HarnessFailure) {
    guard launch != placedLaunch else { return }
    while !hasShared {
      hasShared = PlacementLock.take(shared)
      guard hasShared || mayWait() else {
        throw .failed(
          "Another comparison of this repository has put its programs in other layouts: compare "
            + "again when it has ended.")
      }
    }
    for index in outputs.indices {
      let linked = try outputs[index].layouts.programs(
        layout: first &+ UInt64(truncatingIfNeeded: launch))
      try put(linked.base, at: outputs[index].base)
      if outputs[index].candidate != outputs[index].base {
        try put(linked.candidate, at: outputs[index].candidate)
      }
    }
    placedLaunch = launch
    for index in outputs.indices {
      outputs[index].layouts.prepare(layout: first &+ UInt64(truncatingIfNeeded: launch + 1))
    }
  }

  private func put(_ program: String, at path: String) throws(HarnessFailure) {
    let partial = Self.sibling(of: path, "layout")
    do throws(FileAccessError) {
      // Left by a comparison that was killed; the copy must be a new file.
      unlink(partial)
      try copyFile(at: program, to: partial)
      chmod(partial, 0o755)
    } catch {
      unlink(partial)
      throw .failed("'\(path)' cannot be put in another layout: \(error)")
    }
    //     before     prog
    //     1          prog, .prog.bench-layout              a copy, complete before it is seen
    //     2          .prog.bench-original, .prog.bench-layout
    //     3          prog = the layout, .prog.bench-original
    // Killed after any step, `restore` finds the original under one of two names. Renamed and
    // not copied, it keeps its inode, and so its times and its other links.
    let original = Self.sibling(of: path, "original")
    if FileKind(path: original) == .absent { rename(path, original) }
    originals.insert(path)
    guard rename(partial, path) == 0 else {
      rename(original, path)
      unlink(partial)
      throw .failed("'\(path)' cannot be replaced: error \(errno).")
    }
  }

  /// Brings back what the builds made.
  package func restore() {
    for index in outputs.indices { outputs[index].layouts.finishPrepared() }
    for path in originals { Self.restore(path) }
    originals = []
    placedLaunch = nil
    if hasShared { PlacementLock.give(shared) }
    hasShared = false
  }

  /// Brings back what a build made, where a comparison that was killed left a layout.
  ///
  /// - Parameter links: the links of the build.
  package static func restore(_ links: RecordedLinks) {
    for record in LinkRecord.all(in: links.folder) { restore(record.output) }
  }

  private static func restore(_ path: String) {
    unlink(sibling(of: path, "layout"))
    let original = sibling(of: path, "original")
    if FileKind(path: original) != .absent { rename(original, path) }
  }

  /// What a build made at a path: beside it while a layout is in its place.
  static func original(of path: String) -> String {
    let original = sibling(of: path, "original")
    return FileKind(path: original) == .absent ? path : original
  }

  private static func sibling(of path: String, _ kind: String) -> String {
    let parts = PathParts(path)
    return PathParts.join(parts.folder, ".\(parts.name).bench-\(kind)")
  }
}
