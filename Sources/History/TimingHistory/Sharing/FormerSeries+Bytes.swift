extension FormerSeries {
  /// Writes what follows the name and the unit in runs of the versions 1 and 2.
  func write(to output: inout PackedBytes) {
    for text in [kernel, image] { output.add(text) }
    for number in [pixels, threads] { output.add(number) { $0.add($1) } }
  }

  /// Reads what follows the name and the unit.
  init(
    name: String, unit: String, reading input: inout PackedReader
  ) throws(SharingError) {
    self.init(
      name: name, unit: unit,
      kernel: try input.optional { (input) throws(SharingError) in try input.text() },
      image: try input.optional { (input) throws(SharingError) in try input.text() },
      pixels: try input.optional { (input) throws(SharingError) in try input.signed() },
      threads: try input.optional { (input) throws(SharingError) in try input.signed() })
  }
}
