extension RecordedProgram {
  /// The program as if its object files were named as in another link, where both links say the same
  /// apart from the order of object files that follow each other.
  ///
  /// That order is part of the layout, and of nothing else where it is not seen by the program: the
  /// files that hold initializers or tables come in the same order in both. Of several definitions of a
  /// name the first in each link's own order is compared. Libraries must lie in the same places between
  /// the object files, because what is taken of them depends on what precedes them, and there must be no
  /// linker script, which may mean anything by an order.
  ///
  /// - Parameter other: the other link.
  /// - Returns: the program; `nil` where the order is the same, the links differ in more, or their order
  ///   may matter.
  package func inOrder(of other: RecordedProgram) -> ObjectProgram? {
    guard objects != other.objects, options.count == other.options.count, !usesScript,
      !other.usesScript
    else { return nil }
    var names: [String: String] = [:]
    // The object files since the last word that is none: by what the link calls them.
    var own: [String: String] = [:]
    var others: [String: String] = [:]
    for index in options.indices {
      switch (objects[index], other.objects[index]) {
      case (let name?, let otherName?):
        // A file that is named twice cannot be told from itself.
        guard own.updateValue(options[index], forKey: name) == nil,
          others.updateValue(other.options[index], forKey: otherName) == nil
        else { return nil }
      case (nil, nil):
        guard options[index] == other.options[index], own.keys == others.keys else { return nil }
        for (name, place) in own { names[place] = others[name] }
        (own, others) = ([:], [:])
      default: return nil
      }
    }
    guard own.keys == others.keys else { return nil }
    for (name, place) in own { names[place] = others[name] }
    let program = program.renamed(names)
    guard program.filesWithRoots == other.program.filesWithRoots else { return nil }
    return program
  }
}
