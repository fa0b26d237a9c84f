/// Which parts can only be exchanged together, because one needs a name that only the other's version of
/// the same side defines.
///
/// A part here is an object file in two versions. It is certain of what a linker would say, and says
/// nothing of layouts of structures and other agreements that only a run shows.
struct Coupling {
  /// The names of one version of a part.
  struct Names {
    var defined: [String: Bool] = [:]
    var needed: Set<String> = []
  }

  /// Divides parts into the smallest groups that link with all others of either side.
  ///
  /// - Parameters:
  ///   - base: the base's versions, of each part; empty where it has none.
  ///   - candidate: the candidate's versions.
  /// - Returns: the groups, in the order of their first parts.
  static func groups(base: [Names], candidate: [Names]) -> [[Int]] {
    var leaders = Array(base.indices)
    func leader(_ part: Int) -> Int {
      var part = part
      while leaders[part] != part { part = leaders[part] }
      return part
    }
    func unite(_ a: Int, _ b: Int) {
      let (first, second) = (leader(a), leader(b))
      leaders[max(first, second)] = min(first, second)
    }
    let definedBefore = definers(base)
    let definedAfter = definers(candidate)
    for (versions, own, others) in [
      (base, definedBefore, definedAfter), (candidate, definedAfter, definedBefore),
    ] {
      for part in versions.indices {
        // What it needs and only the same side's version of another part defines.
        //     base         a.o needs f     b.o defines f
        //     candidate    a.o needs g     b.o defines g     neither a.o links with the other's b.o
        for name in versions[part].needed where others[name] == nil {
          for definer in own[name] ?? [] { unite(part, definer) }
        }
        // What it defines, and the other side's version of another part would define again.
        //     base         a.o defines f   b.o
        //     candidate    a.o             b.o defines f     the old a.o with the new b.o: f twice
        for (name, isWeak) in versions[part].defined where !isWeak {
          for other in others[name] ?? [] where other != part { unite(part, other) }
        }
      }
    }
    var groups: [Int: [Int]] = [:]
    for part in leaders.indices { groups[leader(part), default: []].append(part) }
    return groups.sorted { $0.key < $1.key }.map(\.value)
  }

  /// By name, the parts that define it and that no other may define again.
  private static func definers(_ versions: [Names]) -> [String: [Int]] {
    var found: [String: [Int]] = [:]
    for (part, names) in versions.enumerated() {
      for name in names.defined.keys { found[name, default: []].append(part) }
    }
    return found
  }
}
