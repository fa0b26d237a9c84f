internal import BenchmarkBuilds
internal import Files
internal import Measuring
internal import Reporting

/// The files that a suite puts into each checkout, as they are in the working tree.
struct SuiteOwnFiles {
  /// Paths from the folder of the suite, with their contents.
  private let files: [(path: String, bytes: [UInt8])]

  /// Reads the files.
  ///
  /// - Parameters:
  ///   - suite: the suite that names them.
  ///   - folder: the folder of the suite in the working tree.
  /// - Throws: ``HarnessFailure`` when one cannot be read.
  init(of suite: BenchmarkSuite, in folder: String) throws(HarnessFailure) {
    var files: [(path: String, bytes: [UInt8])] = []
    for path in suite.files {
      do throws(FileAccessError) {
        files.append((path, try readFile(at: PathParts.join(folder, path), limit: 64 << 20)))
      } catch {
        throw HarnessFailure(
          message: "The suite names a file that cannot be read. \(error.description)",
          status: .missingInput)
      }
    }
    self.files = files
  }

  /// A line that differs when the files do; empty without files.
  var fingerprint: String {
    guard !files.isEmpty else { return "" }
    var hash = ContentHash()
    for file in files {
      hash.add("\(file.path)\n\(file.bytes.count)\n")
      hash.add(file.bytes)
    }
    return "\(hash.text)\n"
  }

  /// Writes the files into a checkout, but for those that are there with the same content.
  ///
  /// - Parameter folder: the folder of the suite in the checkout.
  /// - Throws: ``HarnessFailure`` when one cannot be written, or a commit has a link on its way.
  func write(to folder: String) throws(HarnessFailure) {
    for file in files {
      var path = folder
      for part in file.path.split(separator: "/") {
        path = PathParts.join(path, String(part))
        // A link of the commit would lead out of the checkout.
        guard !isLink(path) else {
          throw .failed(
            "'\(path)' is a link in this commit, so that '\(file.path)' is not put there.")
        }
      }
      if let known = try? readFile(at: path), known == file.bytes { continue }
      try writeOutput(file.bytes, makingFolderOf: path)
    }
  }
}
