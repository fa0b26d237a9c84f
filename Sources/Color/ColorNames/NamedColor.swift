public import Pixels

/// A colour with the name that a list gives it.
public struct NamedColor: Hashable, Sendable {
  /// The name, in lower case, such as "teal" or "dusty rose".
  public let name: String
  /// The colour.
  public let color: RGB8
  /// The list that has the name.
  public let list: ColorNameList
}
