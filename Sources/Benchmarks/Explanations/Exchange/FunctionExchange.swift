internal import BenchmarkSuites
internal import Files
internal import ProgramLayouts
internal import Reporting

/// Exchanges single functions of object files that change something.
///
/// An object file is made of both versions: the base's, in which some functions are the candidate's.
final class FunctionExchange: PartExchange {
  let parts: [ExchangeablePart]
  var base: SuiteTree { objects.base }
  private let objects: ObjectExchange
  private let functions: [Function]
  private let folder: String
  private var files = 0

  /// A function that differs, with the pieces that compilers made of it.
  private struct Function {
    let object: ObjectExchange.ObjectPair
    let keys: Set<String>
  }

  /// Finds the functions of a part; `nil` where there are no two that can be told apart.
  ///
  /// - Parameters:
  ///   - part: the part.
  ///   - pairs: its object files.
  ///   - objects: the exchange that it is of.
  ///   - folder: a folder for object files; made when it does not exist.
  init?(
    of part: ExchangeablePart, _ pairs: [ObjectExchange.ObjectPair], in objects: ObjectExchange,
    folder: String
  ) {
    var functions: [Function] = []
    var parts: [ExchangeablePart] = []
    for pair in pairs {
      guard let base = pair.base, let candidate = pair.candidate else { return nil }
      let keys = Set((base.pieces + candidate.pieces).filter(\.isCode).map(\.key))
      let bySource = Dictionary(grouping: keys, by: ReadableNames.source)
      var seen: Set<String> = []
      for change in part.changes where change.isCode && change.kind == .changed {
        let source = ReadableNames.source(of: ObjectPiece.key(of: change.symbol))
        guard let own = bySource[source], seen.insert(source).inserted else { continue }
        functions.append(Function(object: pair, keys: Set(own)))
        parts.append(
          ExchangeablePart(files: [change.file], changes: [change], isFunction: true))
      }
    }
    guard parts.count > 1 else { return nil }
    self.parts = parts
    self.functions = functions
    self.objects = objects
    self.folder = folder
    // Where all together cannot be told from the rest, single ones cannot either.
    guard (try? made(of: Array(parts.indices))) != nil else { return nil }
  }

  func finish() {}

  func tree(exchanging parts: [Int]) throws(HarnessFailure) -> SuiteTree {
    try objects.tree(exchanging: [], made: try made(of: parts))
  }

  /// The object files with some functions of the candidate, by the names of those that they stand for.
  private func made(of parts: [Int]) throws(HarnessFailure) -> [String: String] {
    let own = Dictionary(grouping: parts.map { functions[$0] }, by: \.object.name)
    var paths: [String: String] = [:]
    for (name, functions) in own.sorted(by: { $0.key < $1.key }) {
      guard let base = functions[0].object.base, let candidate = functions[0].object.candidate
      else { continue }
      files += 1
      let path = "\(folder)/\(files).o"
      do {
        let bytes = try HybridObject.contents(
          base: ObjectFile(contents: readFile(at: base.path)),
          candidate: ObjectFile(contents: readFile(at: candidate.path)),
          exchanging: functions.reduce(into: []) { $0.formUnion($1.keys) })
        try makeFolder(at: folder, access: .owner)
        try writeFile(bytes, to: path, replacingExisting: true)
      } catch {
        throw .failed("they cannot be exchanged: \(error).")
      }
      paths[name] = path
    }
    return paths
  }
}
