/// Compares all that two programs can execute, before layout.
///
/// The comparison walks both programs at once. It begins with pairs of pieces (sections of code or
/// data) that must correspond: the entry points by name, and everything that the runtime finds
/// without being referred to (initializers, Swift's tables of types and conformances). A pair is
/// the same when its bytes are equal and its relocations have equal types at equal offsets; what
/// these refer to must then correspond as well. Each piece corresponds to one piece of the other
/// side only, so the two reachable parts are isomorphic. Names inside of a program, debug
/// information, source paths, the order of symbols and pieces that nothing reaches do not matter.
///
/// A piece is a whole section, or a function of a section that is divided. Whole sections make the
/// closure larger than needed where a compiler puts several functions into one, and never too small.
///
/// It is assumed that both programs are linked with the same options against the same shared
/// libraries, and that no library reads unwinding tables to decide anything.
package struct CodeComparison: Sendable {
  /// What a comparison came to.
  package enum Result: Equatable, Sendable {
    /// All that can be reached is the same: so many functions and bytes were compared.
    case same(functions: Int, bytes: Int)
    /// These pieces differ, by name, in alphabetical order.
    case different([String])
    /// Nothing differs among what was found, but more may be reachable; the reasons.
    case notProven([String])
  }

  /// Where executions begin.
  package enum EntryPoints: Equatable, Sendable {
    /// The whole program: a function, `main` or what it was renamed to, and everything that the
    /// runtime finds by itself. The closure is certain.
    case program(main: String)
    /// A whole shared library: every name that other files see, and everything that the runtime finds by
    /// itself. The closure is certain.
    case library
    /// Some functions. The closure is certain only where they make no indirect calls: a function
    /// pointer that a caller passes in may lead anywhere.
    case functions([String])
  }

  private let base: ObjectProgram
  private let candidate: ObjectProgram
  private var partners: [ObjectProgram.Atom: ObjectProgram.Atom] = [:]
  private var reversePartners: [ObjectProgram.Atom: ObjectProgram.Atom] = [:]
  private var waiting: [(ObjectProgram.Atom, ObjectProgram.Atom)] = []
  private var differences: Set<String> = []
  private var doubts: Set<String> = []
  private var functions = 0
  private var byteCount = 0
  private var reachesNames = false
  /// Whether the walk begins at some functions and not at the beginning of the program.
  private var isPartial = false
  private let isNamedOutside: (@Sendable (String) -> Bool)?

  /// Compares two programs.
  ///
  /// - Parameters:
  ///   - base: The one side.
  ///   - candidate: The other side.
  ///   - entryPoints: Where executions begin, on both sides.
  ///   - isNamedOutside: Whether a shared library that the programs use has a name. Then all global
  ///     functions that both sides have are compared, as libraries may call them, and a function that
  ///     one side alone has does not matter if no library and no data has its name, so that nothing can
  ///     look it up. Nil takes every function that can be looked up as reached, if anything is.
  /// - Returns: ``Result/same(functions:bytes:)`` only if it is proven.
  /// - Complexity: O(*n*) in the bytes and relocations that can be reached.
  package static func compare(
    _ base: ObjectProgram, _ candidate: ObjectProgram, from entryPoints: EntryPoints,
    isNamedOutside: (@Sendable (String) -> Bool)? = nil
  ) -> Result {
    var comparison = CodeComparison(
      base: base, candidate: candidate, isNamedOutside: isNamedOutside)
    return comparison.run(entryPoints)
  }

  private mutating func run(_ entryPoints: EntryPoints) -> Result {
    if let a = base.inputs.first?.file.machine, let b = candidate.inputs.first?.file.machine, a != b
    {
      return .different(["the processor that the code is for"])
    }
    switch entryPoints {
    case .program(let main):
      pairEntryPoints([main])
      pairRoots()
    case .library: pairRoots()
    case .functions(let names):
      pairEntryPoints(names)
      isPartial = true
    }
    walk()
    if entryPoints == .library {
      pairGlobals(base.globalNames, candidate.globalNames)
      walk()
    } else if reachesNames || isNamedOutside != nil {
      // Functions can be looked up by name: all that other files see is reachable.
      pairGlobals(base.globalFunctions, candidate.globalFunctions)
      walk()
    }
    guard differences.isEmpty else { return .different(differences.sorted()) }
    guard doubts.isEmpty else { return .notProven(doubts.sorted()) }
    return .same(functions: functions, bytes: byteCount)
  }

  private mutating func walk() {
    while let (a, b) = waiting.popLast() { compare(a, b) }
  }

  /// Notes why more than the closure of some functions may be reachable from a piece of it.
  private mutating func doubt(_ section: ObjectFile.Section, _ atom: ObjectProgram.Atom) {
    if section.flags.contains(.executable) {
      if IndirectBranches.mayOccur(in: section, of: base.file(atom)) {
        doubts.insert("'\(base.name(of: atom))' may call through a pointer")
      }
    } else if section.flags.contains(.writable), !section.name.hasPrefix(".data.rel.ro") {
      doubts.insert("'\(base.name(of: atom))' may have been written by other functions")
    }
  }

  private mutating func pairEntryPoints(_ names: [String]) {
    if names.isEmpty { doubts.insert("there is no entry point") }
    for name in names {
      switch (base.target(named: name), candidate.target(named: name)) {
      case (.atom, .atom): break
      case (.external, .external): doubts.insert("neither side defines '\(name)'")
      default: break
      }
      pair(base.target(named: name), candidate.target(named: name), from: .name(name))
    }
  }

  /// Pairs what the runtime finds without being referred to, file by file.
  private mutating func pairRoots() {
    let left = base.roots
    let right = candidate.roots
    for (key, atoms) in left {
      let others = right[key] ?? []
      guard atoms.count == others.count else {
        differences.insert("\(key.section) of \(key.file)")
        continue
      }
      for (a, b) in zip(atoms, others) {
        pair(.atom(a, offset: 0), .atom(b, offset: 0), from: .piece(b))
      }
    }
    for key in right.keys where left[key] == nil {
      differences.insert("\(key.section) of \(key.file)")
    }
    for name in base.interposed.union(candidate.interposed) {
      pair(base.target(named: name), candidate.target(named: name), from: .name(name))
    }
  }

  private mutating func pairGlobals(_ left: Set<String>, _ right: Set<String>) {
    for name in left.union(right) {
      if let isNamedOutside, left.contains(name) != right.contains(name), !isNamedOutside(name),
        !base.hasText(name), !candidate.hasText(name)
      {
        continue
      }
      pair(base.target(named: name), candidate.target(named: name), from: .name(name))
    }
  }

  /// What refers to a target.
  private enum Referrer {
    case name(String)
    case piece(ObjectProgram.Atom)
  }

  private mutating func differ(_ referrer: Referrer) {
    switch referrer {
    case .name(let name): differences.insert(name)
    case .piece(let atom): differences.insert(candidate.name(of: atom))
    }
  }

  /// Notes that two targets must correspond.
  private mutating func pair(
    _ left: ObjectProgram.Target, _ right: ObjectProgram.Target,
    from referrer: Referrer
  ) {
    switch (left, right) {
    case (.atom(let a, let offset), .atom(let b, let otherOffset)):
      // The same piece at another place is another behaviour: a pointer into the middle of an
      // array, say.
      guard offset == otherOffset else {
        differ(referrer)
        return
      }
      // Noted before they are compared: pieces may refer to themselves and to each other in
      // circles, and a pair that is met again is assumed to be the same. If it is not, its
      // own comparison says so.
      switch (partners[a], reversePartners[b]) {
      case (nil, nil):
        partners[a] = b
        reversePartners[b] = a
        waiting.append((a, b))
      case (b?, a?): break
      default: differ(referrer)
      }
    case (.external(let a, let addend), .external(let b, let otherAddend)):
      guard a == b, addend == otherAddend else {
        differ(referrer)
        return
      }
      if Self.lookups.contains(a) { reachesNames = true }
      if isPartial, Self.searches.contains(where: { a.hasPrefix($0) }) {
        doubts.insert("'\(a)' may find any type or conformance of the program")
      }
    case (.absolute(let a), .absolute(let b)):
      if a != b { differ(referrer) }
    case (.unknown(let why), _), (_, .unknown(let why)): doubts.insert(why)
    default: differ(referrer)
    }
  }

  /// Functions of shared libraries that find others by their names.
  private static let lookups: Set<String> = ["dlsym", "dlvsym", "dlopen"]

  /// Beginnings of the names of functions of Swift's runtime that search its tables.
  private static let searches = [
    "swift_dynamicCast", "swift_conformsToProtocol", "swift_getTypeByMangledName",
    "swift_getTypeByName", "swift_stdlib_getTypeByMangledName", "swift_getGenericMetadata",
    "swift_getAssociatedConformanceWitness", "swift_getAssociatedTypeWitness",
  ]

  private mutating func compare(_ a: ObjectProgram.Atom, _ b: ObjectProgram.Atom) {
    let left = base.section(a)
    let right = candidate.section(b)
    // A group or a name decides what the linker keeps, not what runs.
    let leftFlags = left.flags.subtracting([.grouped, .retained])
    let rightFlags = right.flags.subtracting([.grouped, .retained])
    guard left.type == right.type, leftFlags == rightFlags, left.alignment == right.alignment,
      left.entrySize == right.entrySize
    else {
      differences.insert(candidate.name(of: b))
      return
    }
    switch (base.function(a), candidate.function(b)) {
    case (let one?, let other?): compareFunctions(a, one, b, other)
    case (nil, nil): compareSections(a, left, b, right)
    default: differences.insert(candidate.name(of: b))
    }
  }

  private mutating func compareSections(
    _ a: ObjectProgram.Atom, _ left: ObjectFile.Section,
    _ b: ObjectProgram.Atom, _ right: ObjectFile.Section
  ) {
    let leftBytes = base.bytes(of: a)
    let isWhole = a.entry < 0 && b.entry < 0
    guard (a.entry < 0) == (b.entry < 0), !isWhole || left.size == right.size,
      base.file(a).contents[leftBytes] == candidate.file(b).contents[candidate.bytes(of: b)]
    else {
      differences.insert(candidate.name(of: b))
      return
    }
    if left.flags.contains(.executable) { functions += 1 }
    byteCount += isWhole ? left.size : leftBytes.count
    guard isWhole else { return }
    if isPartial { doubt(left, a) }
    compareRelocations(a, left.relocations[...], from: 0, b, right.relocations[...], from: 0)
  }

  /// Compares two functions apart from how far it is to others, and what these distances lead to.
  private mutating func compareFunctions(
    _ a: ObjectProgram.Atom, _ left: DividedCode.Function,
    _ b: ObjectProgram.Atom, _ right: DividedCode.Function
  ) {
    guard left.range.count == right.range.count,
      left.branches.map(\.place) == right.branches.map(\.place),
      left.ends.count == right.ends.count
    else {
      differences.insert(candidate.name(of: b))
      return
    }
    let leftBytes = base.file(a).contents[base.bytes(of: a)]
    let rightBytes = candidate.file(b).contents[candidate.bytes(of: b)]
    var start = 0
    // All bytes but the distances to other functions, which the walk compares by where they
    // lead:
    //
    //     function   | code | distance | code | distance | code |
    //     compared   |======|          |======|          |======|
    for end in left.branches.map(\.place) + [left.range.count..<left.range.count] {
      let one = leftBytes.dropFirst(start).prefix(end.lowerBound - start)
      let other = rightBytes.dropFirst(start).prefix(end.lowerBound - start)
      guard one == other else {
        differences.insert(candidate.name(of: b))
        return
      }
      start = end.upperBound
    }
    functions += 1
    byteCount += left.range.count
    if isPartial { doubt(base.section(a), a) }
    for (one, other) in zip(left.branches, right.branches) {
      pair(
        base.target(
          inCode: ObjectProgram.whole(Int(a.object), Int(a.section)), at: Int64(one.target)),
        candidate.target(
          inCode: ObjectProgram.whole(Int(b.object), Int(b.section)), at: Int64(other.target)),
        from: .piece(b))
    }
    compareRelocations(
      a, left.relocations, from: left.range.lowerBound,
      b, right.relocations, from: right.range.lowerBound)
  }

  private mutating func compareRelocations(
    _ a: ObjectProgram.Atom, _ left: ArraySlice<ObjectFile.Relocation>, from leftStart: Int,
    _ b: ObjectProgram.Atom, _ right: ArraySlice<ObjectFile.Relocation>, from rightStart: Int
  ) {
    guard left.count == right.count else {
      differences.insert(candidate.name(of: b))
      return
    }
    for (one, other) in zip(left, right) {
      // Offsets count from the piece: a function may lie elsewhere in its section.
      guard one.offset &- UInt64(leftStart) == other.offset &- UInt64(rightStart),
        one.type == other.type
      else {
        differences.insert(candidate.name(of: b))
        return
      }
      pair(
        base.target(one, of: a), candidate.target(other, of: b), from: .piece(b))
    }
  }
}
