package import Pixels

/// A colour with the name that a list gives it.
package struct NamedColor: Hashable, Sendable {
  /// The name, in lower case, such as "teal" or "dusty rose".
  package let name: String
  /// The colour.
  package let color: RGB8
  /// The list that has the name.
  package let list: ColorNameList
}
