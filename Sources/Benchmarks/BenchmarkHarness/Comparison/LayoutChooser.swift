public import BenchmarkBuilds
public import Measuring
internal import Reporting

/// Decides for pairs of builds how their layouts are taken into account, once for each pair.
public final class LayoutChooser {
  /// How a pair of builds is compared.
  public enum Treatment {
    /// Not at all: both run the same code.
    case proven(CodeProof)
    /// By measuring, with this policy.
    case measured(LayoutPolicy)
  }

  private let folder: String
  private let allowance: LayoutAllowance
  private let note: (String) -> Void
  private var known: [[String]: Treatment] = [:]

  /// Makes a chooser.
  ///
  /// - Parameters:
  ///   - folder: where linked programs are kept.
  ///   - allowance: what is allowed for builds that cannot be linked again.
  ///   - note: called with why a pair cannot be linked again.
  public init(folder: String, allowance: LayoutAllowance, note: @escaping (String) -> Void) {
    self.folder = folder
    self.allowance = allowance
    self.note = note
  }

  /// Makes the chooser of a project on this machine.
  public convenience init(of project: BenchmarkProject, note: @escaping (String) -> Void) {
    self.init(
      folder: LayoutPrograms.standardFolder(of: project),
      allowance: LayoutAllowanceFile.standard(of: project).allowance ?? .assumed, note: note)
  }

  /// How two builds are compared.
  ///
  /// - Parameters:
  ///   - base: the path of the build to compare with.
  ///   - candidate: the path of the build to judge.
  /// - Returns: a proof, or other layouts of both, or an allowance where they cannot be linked
  ///   again.
  public func treatment(base: String, candidate: String) -> Treatment {
    if let treatment = known[[base, candidate]] { return treatment }
    let treatment = find(base, candidate)
    known[[base, candidate]] = treatment
    return treatment
  }

  private func find(_ base: String, _ candidate: String) -> Treatment {
    if let proof = CodeProof.find(base: base, candidate: candidate) { return .proven(proof) }
    do throws(HarnessFailure) {
      return .measured(
        .drawn(try LayoutPrograms(base: base, candidate: candidate, folder: folder)))
    } catch {
      note("Layouts cannot be drawn: \(error.message)")
      return .measured(.fixed(allowance))
    }
  }
}

extension LayoutPolicy {
  /// The log ratios of launches, each moved towards zero by what layout alone may have made of it.
  ///
  /// A launch then counts as slower or faster only beyond the allowance, and so does their median.
  package func discounted(_ logRatios: [Double]) -> [Double] {
    guard case .fixed(let allowance) = self else { return logRatios }
    return logRatios.map { ratio in
      let rest = max(ratio.magnitude - allowance.logRatio, 0)
      return ratio < 0 ? -rest : rest
    }
  }
}
