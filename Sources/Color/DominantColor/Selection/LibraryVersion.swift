extension Dominant {
  /// The version of this library, as its changelog counts it.
  public static let version = "0.2.0"
}
