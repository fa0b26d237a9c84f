internal import ExchangeDocuments
internal import OrderedJSON

/// Criterion.rs's folder `target/criterion`: a folder for each benchmark, with the newest results in
/// `new`, those before in `base`, and in `change` ratios of the two, which are no times.
///
/// `benchmark.json` beside the estimates has the name that the benchmark was given; names of folders
/// have other characters in place of some.
enum CriterionFolder {
  private static let estimates = "estimates.json"
  private static let description = "benchmark.json"

  /// Whether files are those of such a folder.
  static func isOne(_ paths: [String]) -> Bool {
    let known = Set(paths)
    return paths.contains {
      guard $0.hasSuffix("/\(estimates)") else { return false }
      return known.contains("\($0.dropLast(estimates.count))\(description)")
    }
  }

  /// Reads the newest estimates of each benchmark.
  ///
  /// A baseline that was saved under a name is not the newest, and left out where `new` is there.
  ///
  /// - Parameter files: the folder; what could not be read is noted there.
  static func addAll(to files: inout ExchangeFolder) {
    let known = Set(files.paths)
    for path in files.paths where path.hasSuffix("/\(estimates)") {
      var folders = path.split(separator: "/").dropLast().map(String.init)
      guard let last = folders.popLast(), last != "change" else { continue }
      let newest = (folders + ["new", estimates]).joined(separator: "/")
      guard path == newest || (last == "base" && !known.contains(newest)) else { continue }
      let beside = "\(path.dropLast(estimates.count))\(description)"
      let given = known.contains(beside) ? files.json(beside)?["full_id"]?.string : nil
      let name = given ?? folders.joined(separator: "/")
      files.add(path) { (text) throws(ExchangeError) in
        try CriterionEstimates.document(from: text, name: name)
      }
    }
  }
}
