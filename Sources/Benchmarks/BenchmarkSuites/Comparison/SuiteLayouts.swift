public import BenchmarkBuilds
internal import BenchmarkHarness
internal import Files
internal import Measuring
internal import Reporting

/// Decides how the layouts of a suite's compiled programs are taken into account, once for each pair.
///
/// Where the linker puts functions makes equal code differ by percents. Programs that SwiftPM built
/// are linked again for each launch; for others the verdict allows for it, unless both load the same
/// into memory, at the same addresses. Scripts have no layout: their interpreter is the same file on
/// both sides.
final class SuiteLayouts {
  private let folder: String
  private let chosen: Double?
  private let loadsOnlyItself: Bool
  private let note: (String) -> Void
  private var known: [[String]: LayoutPolicy] = [:]
  private var hasNoted = false

  /// Makes it.
  ///
  /// - Parameters:
  ///   - folder: where linked programs are kept.
  ///   - chosen: the allowance that the suite asks for; `nil` to link again, or to allow for what
  ///     the machine measured.
  ///   - loadsOnlyItself: whether the programs get their libraries from the system alone, as far as
  ///     the suite decides it.
  ///   - note: called with why programs cannot be linked again.
  init(
    folder: String, chosen: Double?, loadsOnlyItself: Bool, note: @escaping (String) -> Void
  ) {
    self.folder = folder
    self.chosen = chosen
    self.loadsOnlyItself = loadsOnlyItself
    self.note = note
  }

  /// The policy for a benchmark's programs; `nil` to compare the files as they are.
  ///
  /// - Parameters:
  ///   - base: the program of the base; `nil` for a program of the system.
  ///   - candidate: that of the candidate.
  ///   - canRelink: whether another program may be started in its place.
  /// - Returns: the policy.
  func policy(base: String?, candidate: String?, canRelink: Bool) -> LayoutPolicy? {
    guard let base, let candidate, Self.isCompiled(base), Self.isCompiled(candidate) else {
      return nil
    }
    if chosen == 0 { return nil }
    if let policy = known[[base, candidate]] { return policy }
    let policy = find(base, candidate, canRelink: canRelink)
    known[[base, candidate]] = policy
    return policy
  }

  private func find(_ base: String, _ candidate: String, canRelink: Bool) -> LayoutPolicy {
    if chosen == nil, canRelink, base.contains("/.build/"), candidate.contains("/.build/") {
      do throws(HarnessFailure) {
        return .drawn(try LayoutPrograms(base: base, candidate: candidate, folder: folder))
      } catch {
        if !hasNoted { note("Layouts cannot be drawn: \(error.message)") }
        hasNoted = true
      }
    }
    if loadsOnlyItself,
      let proof = CodeProof.findEqualImages(base: base, candidate: candidate)
    {
      return .equal(proof)
    }
    let allowance =
      chosen.map { LayoutAllowance(logRatio: $0, layoutPairs: nil) }
      ?? LayoutAllowanceFile.standard(of: .suites).allowance
    return .fixed(allowance ?? .assumed)
  }

  /// Whether a file is machine code: ELF, or Mach-O of either byte order.
  static func isCompiled(_ path: String) -> Bool {
    switch firstBytes(ofFile: path, count: 4) {
    case [0x7F, 0x45, 0x4C, 0x46], [0xCF, 0xFA, 0xED, 0xFE], [0xCA, 0xFE, 0xBA, 0xBE]: true
    default: false
    }
  }
}

extension BenchmarkProject {
  /// All suites of a user, which share what was measured about the machine.
  public static let suites = BenchmarkProject(
    name: "bench", folders: [], recipe: BuildRecipe(manifest: "", command: [], program: ""))
}
