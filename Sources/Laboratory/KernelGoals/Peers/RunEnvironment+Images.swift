internal import BenchmarkHarness
internal import Files
package import HistoryReports
package import KernelWorkloads
internal import Measuring

extension RunEnvironment {
  /// This machine and this build now.
  ///
  /// - Parameter inputs: the images of the run, whose hash is recorded.
  /// - Returns: what is known now.
  package static func current(inputs: [ImageRequest]) -> RunEnvironment {
    var record = current.values
    record[.inputHash] = .known(hash(of: inputs))
    return RunEnvironment(record)
  }

  /// A hash that differs when any input does: synthetic images follow from name and size, files
  /// from their bytes.
  static func hash(of requests: [ImageRequest]) -> String {
    var hash = ContentHash()
    for request in requests {
      if case .path(let path) = request.source { addFiles(path, to: &hash) }
      hash.add(request.name)
      hash.add(String(describing: request.size))
    }
    return hash.text
  }

  private static func addFiles(_ path: String, to hash: inout ContentHash) {
    let files = (try? ImageLoader.expand(ImageRequest(source: .path(path), size: nil))) ?? []
    for case .path(let file) in files.map(\.source) {
      hash.add((try? readFile(at: file)) ?? [])
      hash.add(file)
    }
  }
}
