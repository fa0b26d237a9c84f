internal import Files

/// A project whose benchmarks are measured: its name, how a checkout of it is recognised, and how
/// its benchmark program is built.
public struct BenchmarkProject: Equatable, Sendable {
  /// The name of its folder among a user's state and cache files.
  public var name: String
  /// Folders that a checkout has, relative to its top.
  public var folders: [String]
  /// How its benchmark program is built.
  public var recipe: BuildRecipe

  /// Makes a project.
  public init(name: String, folders: [String], recipe: BuildRecipe) {
    self.name = name
    self.folders = folders
    self.recipe = recipe
  }

  /// The checkout of the project that holds a folder.
  ///
  /// - Parameters:
  ///   - folder: an absolute path.
  ///   - isFolder: whether there is a folder at a path.
  /// - Returns: the top folder of the checkout; `nil` when there is none.
  public func checkout(
    around folder: String, isFolder: (String) -> Bool
  ) -> String? {
    PathParts(PathParts.join(folder, "")).enclosingFolders.first { root in
      folders.allSatisfy { isFolder(PathParts.join(root, $0)) }
    }
  }
}
