/// A thing for each precision, made when it is first asked for; found without hashing.
struct ByPrecision<Thing> {
  private var standard: Thing?
  private var fine: Thing?

  /// The thing of a precision, if there is one.
  subscript(precision: HistogramPrecision) -> Thing? {
    get { precision == .standard ? standard : fine }
    set { if precision == .standard { standard = newValue } else { fine = newValue } }
  }

  /// The thing of a precision, made and kept if there is none.
  mutating func found(_ precision: HistogramPrecision, or make: () -> Thing) -> Thing {
    if let found = self[precision] { return found }
    let made = make()
    self[precision] = made
    return made
  }

  /// Takes the thing of a precision out.
  mutating func take(_ precision: HistogramPrecision) -> Thing? {
    let taken = self[precision]
    self[precision] = nil
    return taken
  }
}
