internal import BenchmarkHarness
internal import Files

/// What each function of the sources takes with those inlined into it, whatever pieces compilers made of it:
/// samples of its time, or instructions where there are none.
struct SourceCounts {
  /// By name and file; the file is empty where it is not known.
  private let counts: [String: [String: Double]]
  /// What all that was executed takes.
  let all: Double
  private let isOfScripts: Bool

  /// - Parameter profile: what was counted, and sampled if it was.
  init(_ profile: CallProfile) {
    let costs =
      profile.samples?.samples(in: profile)
      ?? profile.counts.mapValues { Double($0.instructions + $0.contained) }
    all = Double(profile.samples?.all ?? profile.instructions)
    let isOfScripts = profile.counter.isInterpreter
    self.isOfScripts = isOfScripts
    counts = costs.reduce(into: [:]) { found, entry in
      let name = isOfScripts ? entry.key.name : ReadableNames.source(of: entry.key.name)
      found[name, default: [:]][
        entry.key.file ?? "", default: 0] += entry.value
    }
  }

  /// What a function that differs takes.
  ///
  /// - Parameter change: the function.
  /// - Returns: `nil` where it did not run.
  func cost(of change: PieceChange) -> Double? {
    guard change.isScript == isOfScripts, let files = counts[change.source] else { return nil }
    // Of an installed package the path among others of its kind is known: `pkg/a.py` of `src/pkg/a.py`.
    if isOfScripts {
      return files.first { change.file == $0.key || change.file.hasSuffix("/\($0.key)") }?.value
    }
    // Static functions may have one name in several files, and others of a program may not.
    //     step (a.c)  50     a change of the step in b.c: 60
    //     step (b.c)  60     a change of a step in c.c:   it does not run
    let own = PathParts(change.file).name
    guard change.isLocal, change.line != nil, files[""] == nil else {
      return files.values.reduce(0, +)
    }
    if let count = files[own] { return count }
    // Of a function in a header it may only be known which file was compiled.
    //     step (a.h)  50     a change of a step in c.c: 50
    let headers = files.filter {
      PathParts($0.key).fileExtension != PathParts(own).fileExtension
    }
    return headers.isEmpty ? nil : headers.values.reduce(0, +)
  }
}
