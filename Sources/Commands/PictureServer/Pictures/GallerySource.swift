/// Where the pictures of the gallery come from.
package struct GallerySource: Sendable {
  package let folder: String
  /// Whether the folder is the person's own: then its index is kept in it.
  package let keepsIndex: Bool

  /// Names a folder.
  ///
  /// - Parameters:
  ///   - folder: the folder of pictures.
  ///   - keepsIndex: whether its index is kept in it; else it goes away with the server.
  package init(folder: String, keepsIndex: Bool) {
    self.folder = folder
    self.keepsIndex = keepsIndex
  }
}
