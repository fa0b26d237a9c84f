/// What a caller asked of a selection and cannot have.
public enum KernelSelectionProblem: Error, Hashable, Sendable {
  /// No kernel has this name.
  case unknownKernel(String)
}

extension KernelSelectionProblem: CustomStringConvertible {
  /// What is wrong, and which names there are.
  public var description: String {
    switch self {
    case .unknownKernel(let id):
      "There is no kernel '\(id)'. Choose from: "
        + KernelCatalog.all.map(\.id).joined(separator: ", ") + "."
    }
  }
}
