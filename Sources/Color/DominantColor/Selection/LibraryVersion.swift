/// This library.
enum Library {
  /// Its version, as its changelog counts it.
  static let version = "0.3.0-dev"
}
