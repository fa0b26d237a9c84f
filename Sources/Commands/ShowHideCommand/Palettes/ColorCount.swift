internal import ArgumentParser

/// How many colours a palette has at most, as it is typed.
enum ColorCount: ExpressibleByArgument, Equatable {
  /// A number, of which it is said later whether it is allowed.
  case most(Int)
  /// As many as the picture has.
  case automatic

  init?(argument: String) {
    if argument.lowercased() == "auto" {
      self = .automatic
    } else if let number = Int(argument) {
      self = .most(number)
    } else {
      return nil
    }
  }
}
