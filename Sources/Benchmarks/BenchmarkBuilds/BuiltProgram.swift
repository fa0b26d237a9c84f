internal import Files
internal import ProgramLayouts

/// A program that the build of a checkout made, and where it runs.
package struct BuiltProgram {
  /// The program.
  package let path: String
  /// The top of the checkout.
  package let top: String
  /// The folder that it runs in.
  package let workingFolder: String
  /// The links of the build; `nil` where they were not recorded.
  package let links: RecordedLinks?
  /// The name of the commit that is checked out; empty where it is not known.
  package let commit: String

  /// Describes a program.
  package init(
    path: String, top: String, workingFolder: String, links: RecordedLinks?, commit: String = ""
  ) {
    self.commit = commit
    self.path = path
    self.top = top
    self.workingFolder = workingFolder
    self.links = links
  }

  /// Another file of the same checkout.
  ///
  /// - Parameter place: its path below the top.
  /// - Returns: the file, run as the program is.
  func file(_ place: String) -> BuiltProgram {
    BuiltProgram(
      path: PathParts.join(top, place), top: top, workingFolder: workingFolder, links: links,
      commit: commit)
  }

  /// The bytes of the file without what differs between all checkouts.
  ///
  /// That is the name of the folder, and that of the commit. `nil` when the file cannot be read.
  var contents: [UInt8]? {
    guard var bytes = try? readFile(at: path) else { return nil }
    TextSearch.hide(top, in: &bytes)
    TextSearch.hide(commit: commit, in: &bytes)
    return bytes
  }
}
