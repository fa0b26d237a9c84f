/// Reasons for no answer that are up to what was typed.
enum AbsenceText {
  /// Nothing is left of a picture.
  static let leftOut = "--without leaves out every visible pixel"
}
