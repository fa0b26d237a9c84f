internal import Files
internal import ProgramLayouts

/// Proofs for scripts, which may run and load whatever their checkout has.
extension CodeProof {
  /// Looks for a proof that all which two builds linked is equal: each program and library by its memory, or by
  /// its own link.
  ///
  /// That the checkouts differ in nothing else is for the caller to find out.
  ///
  /// - Parameters:
  ///   - base: a script, or anything where an interpreter of the system is started.
  ///   - candidate: that of the other checkout.
  ///   - isScript: whether these are scripts of the checkouts, which must be equal too.
  /// - Returns: `nil` when something differs, was linked on one side only, or no link was recorded.
  package static func findAll(
    base: BuiltProgram, candidate: BuiltProgram, isScript: Bool
  ) -> CodeProof? {
    guard let links = base.links, let otherLinks = candidate.links else { return nil }
    if isScript, !areEqualScripts(base, candidate) { return nil }
    let outputs = (links.outputPaths, otherLinks.outputPaths)
    guard !outputs.0.isEmpty, Set(outputs.0) == Set(outputs.1) else { return nil }
    let files = outputs.0.map { (base.file($0), candidate.file($0)) }.filter { pair in
      // What a script for configuration tried is gone on both sides.
      FileKind(path: pair.0.path) != .absent || FileKind(path: pair.1.path) != .absent
    }
    var texts: [[UInt8]?]?
    var total = (functions: 0, bytes: 0)
    for (index, pair) in files.enumerated() {
      if let bytes = equalImage(pair.0, pair.1) {
        total.bytes += bytes
        continue
      }
      let all = texts ?? files.flatMap { [contents($0.0.path), contents($0.1.path)] }
      texts = all
      let beside = all.enumerated().filter { $0.offset / 2 != index }.compactMap(\.element)
      guard let isLibrary = links.record(of: pair.0.path)?.isLibrary,
        let code = equalCode(pair.0, pair.1, isLibrary: isLibrary, beside: beside)
      else { return nil }
      total.functions += code.functions
      total.bytes += code.bytes
    }
    guard total.bytes > 0 else { return nil }
    return total.functions > 0
      ? .equalCode(functions: total.functions, bytes: total.bytes)
      : .equalImage(bytes: total.bytes)
  }

  /// Whether two files hold the same, apart from the names of their checkouts and commits.
  private static func areEqualScripts(_ base: BuiltProgram, _ candidate: BuiltProgram) -> Bool {
    guard let first = base.contents else { return false }
    return first == candidate.contents
  }
}
