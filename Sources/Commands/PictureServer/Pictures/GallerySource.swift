/// Where the pictures of the gallery come from.
public struct GallerySource: Sendable {
  /// The folder.
  public let folder: String
  /// Whether the folder is the person's own: then its index is kept in it.
  public let keepsIndex: Bool

  /// Names a folder.
  ///
  /// - Parameters:
  ///   - folder: the folder of pictures.
  ///   - keepsIndex: whether its index is kept in it; else it goes away with the server.
  public init(folder: String, keepsIndex: Bool) {
    self.folder = folder
    self.keepsIndex = keepsIndex
  }
}
