internal import Reporting

/// Where a suite's programs get other layouts, and what is known of them.
package struct LayoutProvider {
  /// Builds a checkout again in the layout of a number, and answers the folder that stands for its top.
  typealias Rebuild =
    (_ tree: SuiteTree, _ layout: UInt64) throws(HarnessFailure) -> String

  /// The folder in which linked and built programs are kept.
  package let folder: String
  /// What this machine measured of the suite's layouts; `nil` for nothing.
  package let allowances: SuiteAllowances?
  /// Builds a checkout again; `nil` where that is not possible.
  let rebuild: Rebuild?
  /// Asked while another comparison is waited for.
  let isCancelled: () -> Bool
  /// Object files that are linked into all programs in addition, to test comparisons.
  package var objects: [String] = []

  /// Names them.
  init(
    folder: String, allowances: SuiteAllowances? = nil, rebuild: Rebuild? = nil,
    isCancelled: @escaping () -> Bool = { false }
  ) {
    self.folder = folder
    self.allowances = allowances
    self.rebuild = rebuild
    self.isCancelled = isCancelled
  }

  /// That of a suite.
  ///
  /// - Parameters:
  ///   - trees: its checkouts.
  ///   - folder: the folder of the suite file.
  init(of trees: SuiteTrees, suiteIn folder: String) {
    self.init(
      folder: "\(trees.repository.cache)/layouts", allowances: .standard(ofSuiteIn: folder),
      rebuild: { tree, layout throws(HarnessFailure) in
        try trees.rebuild(tree, layout: layout)
      }, isCancelled: trees.isCancelled)
  }

  /// Seconds that the builds of a comparison may take.
  package static let budget = 600.0
}
