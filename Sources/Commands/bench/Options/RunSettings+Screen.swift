internal import ArgumentParser
internal import BenchmarkHarness
internal import CommandText

extension RunSettings {
  /// Settings whose tables show colours as far as the reader's screen can.
  ///
  /// - Parameters:
  ///   - format: how results are written.
  ///   - launches: in how many processes a benchmark is timed; `nil` for the source's number.
  ///   - seconds: how long a benchmark is timed; `nil` for the source's time.
  ///   - countsCosts: whether instructions are counted too.
  ///   - screen: what the reader's screen can show.
  init(
    format: Format, launches: Int? = nil, seconds: Double? = nil, countsCosts: Bool = false,
    on screen: Terminal
  ) {
    self.init(
      format: format, launches: launches, seconds: seconds, countsCosts: countsCosts,
      swatch: { screen.swatch(red: $0, green: $1, blue: $2) })
  }
}
