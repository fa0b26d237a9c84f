internal import CLibrary
internal import Files
internal import Hashing
internal import Measuring
internal import ProgramLayouts
internal import Reporting

/// Programs and libraries of two checkouts, built again in other layouts.
///
/// For programs that cannot be linked again, such as those that a compiler with a linker of its own
/// makes. What was built is kept by checkout and layout, so that it is built once for all benchmarks
/// and for later comparisons.
final class RebuiltLayouts {
  /// Builds a side in a layout.
  ///
  /// It answers the folder that then stands for the top of the checkout.
  typealias Build = (_ side: Side, _ layout: UInt64) throws(HarnessFailure) -> String

  private let keys: (base: String, candidate: String)
  private let paths: [String]
  private let folder: String
  private let build: Build
  /// How many builds were made; those kept from before are not counted.
  private(set) var builds = 0
  /// Seconds that building took.
  private(set) var seconds = 0.0

  /// Makes layouts; nothing is built yet.
  ///
  /// - Parameters:
  ///   - keys: what tells the builds of both sides from all others.
  ///   - paths: what is kept of a build, below the top of a checkout.
  ///   - folder: where it is kept.
  ///   - build: builds a side.
  init(
    keys: (base: String, candidate: String), paths: [String], folder: String,
    build: @escaping Build
  ) {
    self.keys = keys
    self.paths = paths
    self.folder = folder
    self.build = build
  }

  /// What was built of a path for both sides in a layout.
  func programs(
    of path: String, layout: UInt64
  ) throws(HarnessFailure) -> (base: String, candidate: String) {
    (
      try program(path, .base, keys.base, layout),
      try program(path, .candidate, keys.candidate, layout)
    )
  }

  /// Whether a layout of both sides is kept, so that nothing has to be built for it.
  func isKept(layout: UInt64) -> Bool {
    paths.allSatisfy { path in
      [keys.base, keys.candidate].allSatisfy { key in
        FileKind(path: kept(path, key, layout)) == .regular
      }
    }
  }

  private func program(
    _ path: String, _ side: Side, _ key: String, _ layout: UInt64
  ) throws(HarnessFailure) -> String {
    let wanted = kept(path, key, layout)
    if FileKind(path: wanted) == .regular {
      utimes(wanted, nil)
      return wanted
    }
    let clock = ContinuousClock()
    let start = clock.now
    let top = try build(side, layout)
    builds += 1
    seconds += (clock.now - start) / .seconds(1)
    for path in paths {
      let made = PathParts.join(top, path)
      guard FileKind(path: made) == .regular else {
        throw .failed("'\(path)' was not made when it was built again.")
      }
      let place = kept(path, key, layout)
      do throws(FileAccessError) {
        try makeFolder(at: folder, access: .owner)
        unlink("\(place).partial")
        try copyFile(at: made, to: "\(place).partial")
        chmod("\(place).partial", 0o755)
      } catch {
        throw .failed("'\(path)' cannot be kept in another layout: \(error)")
      }
      guard rename("\(place).partial", place) == 0 else {
        throw .failed("'\(place)' cannot be written: error \(errno).")
      }
    }
    RelinkedLayouts.forgetOldest(in: folder, except: wanted)
    return wanted
  }

  /// Where a file is kept: among linked programs, which are forgotten when they take too much room.
  private func kept(_ path: String, _ key: String, _ layout: UInt64) -> String {
    var hash = WordHash()
    hash.add(Array(key.utf8))
    hash.add(Array(path.utf8))
    hash.add(layout)
    let digits = String(hash.value, radix: 16)
    return PathParts.join(
      folder,
      "\(PathParts(path).name)-" + String(repeating: "0", count: 16 - digits.count) + digits)
  }
}
