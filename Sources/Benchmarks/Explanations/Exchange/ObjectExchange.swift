internal import BenchmarkBuilds
internal import BenchmarkSuites
internal import CLibrary
internal import Files
internal import ProgramLayouts
internal import Reporting

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Exchanges object files of two builds of a benchmark's programs, whose links were recorded.
///
/// An exchange is a record of a link like the base's, of the object files of both sides. It stands in the
/// candidate's checkout, and is measured as any other build whose links were recorded: linked again for each
/// launch, with other layouts.
final class ObjectExchange: PartExchange {
  let parts: [ExchangeablePart]
  let base: SuiteTree
  private let candidate: SuiteTree
  private let programs: [Program]
  /// The object files of each part.
  private let objects: [[ObjectPair]]
  /// Whether an exchange is compiled when it is linked, and functions are not known.
  let isOptimizing: Bool
  private let folder: String
  private var trees = 0

  /// A program or a library that both sides link.
  private struct Program {
    let base: LinkParts
    let candidate: LinkParts
    let baseRecord: LinkRecord
    let record: LinkRecord

    var isOptimizing: Bool { base.isOptimizing && candidate.isOptimizing }
  }

  /// How many functions are looked up in debug information at most.
  private static let mostLines = 200

  /// Reads the links of both sides.
  ///
  /// - Parameters:
  ///   - benchmark: the benchmark of the base, and that of the candidate.
  ///   - base: the checkout to compare with.
  ///   - candidate: the checkout to judge.
  ///   - changedFiles: the source files that differ, below the tops of the checkouts.
  /// - Throws: ``HarnessFailure`` with why object files cannot be exchanged.
  init(
    of benchmark: (base: SuiteBenchmark, candidate: SuiteBenchmark), base: SuiteTree,
    candidate: SuiteTree, changedFiles: [String]
  ) throws(HarnessFailure) {
    guard let before = base.links, let after = candidate.links else {
      throw .failed("the links of the builds were not recorded.")
    }
    // Among the links of all checkouts.
    let folder = ExchangeFolder.unused(in: PathParts(after.folder).folder)
    self.folder = folder
    self.candidate = candidate
    func outputs(_ links: RecordedLinks, _ one: SuiteBenchmark, _ tree: SuiteTree) -> [String] {
      links.outputs(startedBy: one.command.ownProgram(in: tree.folder), words: one.command.texts)
    }
    let there = Set(outputs(before, benchmark.base, base))
    let paths = outputs(after, benchmark.candidate, candidate).filter(there.contains)
    guard !paths.isEmpty else {
      throw .failed(
        "no link of the benchmark's program was seen while it was built, as with scripts and Go.")
    }
    do throws(RelinkingError) {
      var programs: [Program] = []
      for (index, path) in paths.enumerated() {
        let files = (PathParts.join(before.tree, path), PathParts.join(after.tree, path))
        guard let first = before.record(of: files.0) else { throw .linkNotRecorded(files.0) }
        guard let second = after.record(of: files.1) else { throw .linkNotRecorded(files.1) }
        programs.append(
          Program(
            base: try LinkParts(
              of: first, tree: before.tree, scratch: "\(folder)/members-\(index)a"),
            candidate: try LinkParts(
              of: second, tree: after.tree, scratch: "\(folder)/members-\(index)b"),
            baseRecord: first, record: second))
      }
      self.programs = programs
      isOptimizing = programs.contains(where: \.isOptimizing)
      let changed = try Self.changedObjects(programs, base, candidate, changedFiles)
      objects = changed.map(\.objects)
      parts = changed.map(\.part)
      for (index, program) in programs.enumerated() {
        try program.base.write(
          exchanging: [], with: program.candidate, inPlaceOf: program.baseRecord, in: before.tree,
          to: "\(folder)/base/\(index).link", run: LinkerRun.run)
      }
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw .failed("\(error).")
    }
    var tree = base
    tree.records = "\(folder)/base"
    self.base = tree
    Self.linkLists(of: before.folder, in: "\(folder)/base")
  }

  /// Refuses a suite whose builds record no links.
  ///
  /// - Parameter suite: the suite.
  /// - Throws: ``HarnessFailure`` that names the setting.
  static func checkRecords(of suite: BenchmarkSuite) throws(HarnessFailure) {
    guard suite.layouts != .off else {
      throw .failed("the suite says layouts = \"off\", so no link was recorded.")
    }
  }

  /// Removes what was written.
  func finish() { try? FileManager.default.removeItem(atPath: folder) }

  /// The checkout of the candidate with the record of an exchange.
  func tree(exchanging parts: [Int]) throws(HarnessFailure) -> SuiteTree {
    try tree(exchanging: Set(parts.flatMap { objects[$0].map(\.name) }), made: [:])
  }

  /// The checkout of the candidate with the record of an exchange.
  ///
  /// - Parameters:
  ///   - names: the object files that are exchanged.
  ///   - made: object files that were made of both versions, by the names of those that they stand for.
  /// - Returns: the checkout; until the next exchange is asked for.
  /// - Throws: ``HarnessFailure`` when it cannot be made.
  func tree(
    exchanging names: Set<String>, made: [String: String]
  ) throws(HarnessFailure) -> SuiteTree {
    trees += 1
    let records = "\(folder)/exchange-\(trees)"
    do throws(RelinkingError) {
      for (index, program) in programs.enumerated() {
        try program.base.write(
          exchanging: names, made: made, with: program.candidate, inPlaceOf: program.record,
          in: candidate.top ?? candidate.folder, to: "\(records)/\(index).link",
          run: LinkerRun.run)
      }
    } catch {
      throw .failed("\(error).")
    }
    if let links = candidate.links { Self.linkLists(of: links.folder, in: records) }
    var tree = candidate
    tree.records = records
    return tree
  }

  func functions(of part: Int) -> (any PartExchange)? {
    FunctionExchange(of: parts[part], objects[part], in: self, folder: "\(folder)/part-\(part)")
  }

  // MARK: Folders

  /// What a build read is also what its object files were made of.
  private static func linkLists(of links: String, in records: String) {
    for name in (names(inFolder: links) ?? []) where name.hasPrefix("files-read") {
      symlink(PathParts.join(links, name), PathParts.join(records, name))
    }
  }

  // MARK: What differs

  /// An object file in both versions.
  struct ObjectPair {
    let name: String
    /// `nil` where the base has none.
    let base: ObjectVersion?
    /// `nil` where the candidate has none.
    let candidate: ObjectVersion?
  }

  private typealias Changed = (objects: [ObjectPair], part: ExchangeablePart)

  /// The object files that differ in more than debug information, in the smallest groups that link.
  private static func changedObjects(
    _ programs: [Program], _ base: SuiteTree, _ candidate: SuiteTree, _ changedFiles: [String]
  ) throws(RelinkingError) -> [Changed] {
    let isOptimizing = programs.contains(where: \.isOptimizing)
    var names: [String] = []
    var paths: [String: (base: String?, candidate: String?)] = [:]
    for program in programs {
      for object in program.base.objects {
        if paths[object.name] == nil { names.append(object.name) }
        paths[object.name, default: (nil, nil)].base = object.path
      }
      for object in program.candidate.objects {
        if paths[object.name] == nil { names.append(object.name) }
        paths[object.name, default: (nil, nil)].candidate = object.path
      }
    }
    var found: [ObjectPair] = []
    for name in names {
      let (first, second) = paths[name] ?? (nil, nil)
      let before = try first.map { (path) throws(RelinkingError) in try bytes(path, base) }
      let after = try second.map { (path) throws(RelinkingError) in try bytes(path, candidate) }
      if before == after { continue }
      let versions = (
        try version(first, before, isOptimizing), try version(second, after, isOptimizing)
      )
      // Without its pieces: only debug information differs.
      let fingerprints = [versions.0, versions.1].map { version in
        (version?.pieces ?? []).map { "\($0.name) \($0.fingerprint)" }.sorted()
      }
      let isKnown = [versions.0, versions.1].allSatisfy { $0?.isIntermediate == false }
      if fingerprints[0] == fingerprints[1], isKnown { continue }
      found.append(ObjectPair(name: name, base: versions.0, candidate: versions.1))
    }
    let groups = Coupling.groups(
      base: found.map { Coupling.Names($0.base) },
      candidate: found.map { Coupling.Names($0.candidate) })
    return changes(of: found, in: groups, changedFiles)
  }

  private static func bytes(
    _ path: String, _ tree: SuiteTree
  ) throws(RelinkingError) -> [UInt8] {
    guard
      let bytes = ObjectVersion.contents(
        of: path, tree: tree.top ?? tree.folder, commit: tree.commit)
    else { throw .objectMissing(path) }
    return bytes
  }

  private static func version(
    _ path: String?, _ contents: [UInt8]?, _ isOptimizing: Bool
  ) throws(RelinkingError) -> ObjectVersion? {
    guard let path, let contents else { return nil }
    do throws(ObjectFileError) {
      return try ObjectVersion(path, contents: contents)
    } catch {
      if error == .intermediateCode {
        guard isOptimizing else { throw .linkTimeOptimization }
        return ObjectVersion(intermediateCode: path)
      }
      throw .objectUnreadable(path, error)
    }
  }

  private static func changes(
    of found: [ObjectPair], in groups: [[Int]], _ changedFiles: [String]
  ) -> [Changed] {
    var lookups = mostLines
    let changedFiles = Dictionary(grouping: changedFiles) { PathParts($0).name }
    // A function that moved to another file is no difference.
    let before = Set(found.flatMap { $0.base?.pieces ?? [] }.map { Identity($0) })
    let after = Set(found.flatMap { $0.candidate?.pieces ?? [] }.map { Identity($0) })
    var shared: Set<Identity> = []
    var changed: [Changed] = groups.map { group in
      var files: [String] = []
      var changes: [PieceChange] = []
      for index in group {
        let (name, old, new) = (found[index].name, found[index].base, found[index].candidate)
        let file = Self.file(
          of: name, source: new?.sourceName ?? old?.sourceName, among: changedFiles)
        if !files.contains(file) { files.append(file) }
        let differing = PieceChange.differing(old?.pieces ?? [], new?.pieces ?? []).filter {
          let moved = $0.kind == .new ? before : $0.kind == .gone ? after : []
          // Of a template in many object files one is named.
          return !moved.contains(Identity($0.piece))
            && ($0.piece.isLocal || shared.insert(Identity($0.piece)).inserted)
        }
        let isKnown = differing.count <= lookups
        lookups -= isKnown ? differing.count : 0
        for isOld in [false, true] {
          let own = differing.filter { ($0.kind == .gone) == isOld }
          guard let path = isOld ? old?.path : new?.path, !own.isEmpty else { continue }
          let lines =
            isKnown ? SourceLines.lines(of: own.map(\.piece), in: path) : own.map { _ in nil }
          changes += zip(own, lines).compactMap { item, place in
            // So it is of a static function in a header; those of other lines are others.
            guard
              !item.piece.isLocal
                || shared.insert(Identity(item.piece, line: place?.line)).inserted
            else { return nil }
            // A template stands in a header, and not in the file that was compiled.
            let source = place?.file == PathParts(file).name ? nil : place?.file
            var change = PieceChange(
              name: item.piece.name, kind: item.kind, isCode: item.piece.isCode,
              file: source.map { Self.file(of: name, source: $0, among: changedFiles) } ?? file,
              line: place?.line)
            change.isSized = item.piece.isSized
            change.isLocal = item.piece.isLocal
            return change
          }
        }
      }
      return (group.map { found[$0] }, ExchangeablePart(files: files, changes: changes))
    }
    let names = ReadableNames.names(of: changed.flatMap(\.part.changes).map(\.symbol))
    for part in changed.indices {
      for index in changed[part].part.changes.indices {
        let symbol = changed[part].part.changes[index].symbol
        changed[part].part.changes[index].name = names[symbol] ?? symbol
      }
    }
    return changed
  }

  /// What tells a piece from others wherever it is.
  private struct Identity: Hashable {
    let name: String
    let fingerprint: UInt64
    /// Where it begins; only of static ones.
    let line: Int?

    init(_ piece: ObjectPiece, line: Int? = nil) {
      name = piece.key
      fingerprint = piece.fingerprint
      self.line = line
    }
  }

  /// The source of an object file: of the changed files of its name the one whose folders are most alike,
  /// else what the object file is called.
  private static func file(
    of object: String, source: String?, among changedFiles: [String: [String]]
  ) -> String {
    guard
      let source = source
        ?? changedFiles.keys.sorted().first(where: { name in
          // Intermediate code does not hold the name in a known place.
          ["\(name).o", "\(name.prefix(while: { $0 != "." })).o"].contains(PathParts(object).name)
        })
    else { return object }
    guard let fitting = changedFiles[source] else { return source }
    //     build/lib/a.dir/x.c.o     folders: build, lib, a.dir
    //     lib/x.c                   1 of them
    //     test/x.c                  0
    let folders = Set(PathParts(object).folder.split(separator: "/"))
    func likeness(_ path: String) -> Int {
      PathParts(path).folder.split(separator: "/").count(where: folders.contains)
    }
    return fitting.max { (likeness($0), $1) < (likeness($1), $0) } ?? source
  }
}

extension Coupling.Names {
  /// The names of a version; none where there is no version.
  init(_ version: ObjectVersion?) {
    self.init(defined: version?.defined ?? [:], needed: version?.needed ?? [])
  }
}
