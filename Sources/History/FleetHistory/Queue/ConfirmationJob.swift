internal import Hashing
internal import TimingHistory

/// A comparison of two commits that a night could not settle, for any machine of the class.
///
/// What a worker runs follows from these fields alone, and each is checked when it is read: a job names a benchmark of
/// the suite in the worker's own checkout and two commits of it, and cannot name a command or a file.
package struct ConfirmationJob: Equatable, Sendable {
  /// The series that is suspected.
  package let series: String
  /// The last commit that was good.
  package let good: String
  /// The commit that may be slower.
  package let bad: String
  /// The name of the benchmark in its suite.
  package let benchmark: String

  /// Makes a job.
  ///
  /// - Throws: ``FleetError`` of the kind `damaged` for a field that is not what it must be.
  package init(
    series: String, good: String, bad: String, benchmark: String
  ) throws(FleetError) {
    self.series = series
    self.good = good
    self.bad = bad
    self.benchmark = benchmark
    guard Self.isCommit(good), Self.isCommit(bad), Self.isName(benchmark), !series.isEmpty,
      series.utf8.count <= 1000
    else {
      throw FleetError(.damaged, "A job of the queue is not a comparison of two commits.")
    }
  }

  /// The fields as the queue keeps them.
  var arguments: [String] { [good, bad, benchmark] }

  /// Reads the fields as the queue keeps them.
  ///
  /// Programs of the version before kept what was measured in three fields, which the benchmark's name has between
  /// slashes.
  init(series: String, arguments: [String]) throws(FleetError) {
    guard arguments.count == 3 || arguments.count == 5 else {
      throw FleetError(.damaged, "A job of the queue has \(arguments.count) fields instead of 3.")
    }
    try self.init(
      series: series, good: arguments[0], bad: arguments[1],
      benchmark: arguments[2...].joined(separator: "/"))
  }

  /// The name of the job: two nights that suspect the same make one job.
  func uid(of machineClass: MachineClass) -> String {
    let text = ([machineClass.name, series] + arguments).joined(separator: "\n")
    return String(SHA256.hex(Array(text.utf8)).prefix(32))
  }

  private static func isCommit(_ text: String) -> Bool {
    (7...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// Whether a text can be the name of a benchmark: one line that no program takes for an option.
  private static func isName(_ text: String) -> Bool {
    (1...1000).contains(text.utf8.count) && !text.hasPrefix("-")
      && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
