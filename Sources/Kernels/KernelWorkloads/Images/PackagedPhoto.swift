internal import CPackagedPhoto

/// The real photo that is part of the program, so that the default suite has one everywhere.
package enum PackagedPhoto {
  /// What results call it, and what people type to get it.
  package static let name = "china.jpg"
  /// One line that says what it shows.
  package static let summary = "a photo: a temple under a pale sky"

  /// The bytes of the JPEG file.
  package static var bytes: UnsafeRawBufferPointer {
    // SAFETY: a constant of the program with so many bytes, which lasts as long as it runs.
    UnsafeRawBufferPointer(start: cpackaged_photo_bytes(), count: cpackaged_photo_count())
  }
}
