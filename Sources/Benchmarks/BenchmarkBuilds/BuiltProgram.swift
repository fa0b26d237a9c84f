internal import Files

/// A program that the build of a checkout made, and where it runs.
public struct BuiltProgram {
  /// The program.
  public let path: String
  /// The top of the checkout.
  public let top: String
  /// The folder that it runs in.
  public let workingFolder: String
  /// The links of the build; `nil` where they were not recorded.
  public let links: RecordedLinks?

  /// Describes a program.
  public init(path: String, top: String, workingFolder: String, links: RecordedLinks?) {
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
      path: PathParts.join(top, place), top: top, workingFolder: workingFolder, links: links)
  }
}
