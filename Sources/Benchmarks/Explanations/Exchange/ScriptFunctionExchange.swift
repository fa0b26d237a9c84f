internal import BenchmarkBuilds
internal import BenchmarkSuites
internal import CLibrary
internal import Files
internal import Measuring
internal import Reporting

/// Exchanges single functions of a script that changes something: lines of one version in the other.
///
/// What is outside of functions, and functions that one side alone has, are one part. With it, the file is the
/// candidate's, in which functions that are not exchanged are the base's; without it, it is the base's.
final class ScriptFunctionExchange: PartExchange {
  let parts: [ExchangeablePart]
  var base: SuiteTree { files.base }
  private let files: FileExchange
  private let file: String
  private let mode: String
  /// The functions that can be exchanged; the part after them is the rest, where there is one.
  private let functions: [ScriptFunction]
  private let lines: (base: [ArraySlice<UInt8>], candidate: [ArraySlice<UInt8>])

  /// Finds what can be exchanged; `nil` where there are no two parts.
  ///
  /// - Parameters:
  ///   - differing: all that differs in a file.
  ///   - files: the exchange that the file is of.
  ///   - mode: the file's mode, as git has it.
  init?(of differing: [ScriptFunction], in files: FileExchange, mode: String) {
    functions = differing.filter { $0.base != nil && $0.candidate != nil }
    let rest = differing.filter { $0.base == nil || $0.candidate == nil }
    guard let file = differing.first?.file, !functions.isEmpty,
      functions.count + (rest.isEmpty ? 0 : 1) > 1
    else { return nil }
    func lines(_ tree: SuiteTree) -> [ArraySlice<UInt8>]? {
      (try? readFile(at: PathParts.join(tree.top ?? tree.folder, file)))?.split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }
    guard let base = lines(files.base), let candidate = lines(files.candidate) else { return nil }
    self.lines = (base, candidate)
    (self.file, self.files, self.mode) = (file, files, mode)
    let groups = functions.map { [$0] } + (rest.isEmpty ? [] : [rest])
    parts = groups.map {
      ExchangeablePart(files: [file], changes: $0.map { PieceChange($0) }, isFunction: true)
    }
  }

  func finish() {}

  func tree(exchanging parts: [Int]) throws(HarnessFailure) -> SuiteTree {
    let repository = files.repository
    let path = "\(repository.cache)/exchanged-file"
    do throws(FileAccessError) {
      try writeFile(contents(exchanging: Set(parts)), to: path, replacingExisting: true)
    } catch {
      throw .failed("\(error)")
    }
    defer { unlink(path) }
    let kept = repository.checkout.run(["hash-object", "-w", "--no-filters", "--", path])
    guard kept.isSuccess else {
      throw .failed("git could not keep a file with exchanged functions.")
    }
    return try files.tree(exchanging: [(file, FileExchange.Entry(mode: mode, hash: kept.text))])
  }

  /// The file with some parts of the candidate.
  private func contents(exchanging parts: Set<Int>) -> [UInt8] {
    let hasRest = self.parts.count > functions.count && parts.contains(functions.count)
    var replaced: [(own: ClosedRange<Int>, other: ClosedRange<Int>)] = []
    for (index, function) in functions.enumerated() where parts.contains(index) != hasRest {
      replaced += zip(function.base ?? [], function.candidate ?? []).map {
        hasRest ? (own: $1, other: $0) : (own: $0, other: $1)
      }
    }
    var result = hasRest ? lines.candidate : lines.base
    let other = hasRest ? lines.base : lines.candidate
    // From the last on, so that the numbers of lines before stay as they are.
    for (own, range) in replaced.sorted(by: { $0.own.lowerBound > $1.own.lowerBound }) {
      result.replaceSubrange(
        own.lowerBound - 1..<own.upperBound, with: other[range.lowerBound - 1..<range.upperBound])
    }
    return Array(result.joined(separator: [UInt8(ascii: "\n")]))
  }
}
