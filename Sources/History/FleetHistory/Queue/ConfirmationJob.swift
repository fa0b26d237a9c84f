internal import Hashing
internal import TimingHistory

/// A comparison of two commits that a night could not settle, for any machine of the class.
///
/// What a worker runs follows from these fields alone, and each is checked when it is read: a job
/// names a kernel, a synthetic image and two commits of the worker's own checkout, and cannot name a
/// command or a file.
public struct ConfirmationJob: Equatable, Sendable {
  /// The series that is suspected.
  public let series: String
  /// The last commit that was good.
  public let good: String
  /// The commit that may be slower.
  public let bad: String
  /// The kernel.
  public let kernel: String
  /// The name of the image.
  public let image: String
  /// Its size, such as "6000x4000".
  public let size: String

  /// Makes a job.
  ///
  /// - Throws: ``FleetError`` of the kind `damaged` for a field that is not what it must be.
  public init(
    series: String, good: String, bad: String, kernel: String, image: String, size: String
  ) throws(FleetError) {
    self.series = series
    self.good = good
    self.bad = bad
    self.kernel = kernel
    self.image = image
    self.size = size
    let isSound =
      Self.isCommit(good) && Self.isCommit(bad) && Self.isName(kernel) && Self.isName(image)
      && Self.isSize(size) && !series.isEmpty && series.utf8.count <= 1000
    guard isSound else {
      throw FleetError(.damaged, "A job of the queue is not a comparison of two commits.")
    }
  }

  /// The fields as the queue keeps them.
  var arguments: [String] { [good, bad, kernel, image, size] }

  /// Reads the fields as the queue keeps them.
  init(series: String, arguments: [String]) throws(FleetError) {
    guard arguments.count == 5 else {
      throw FleetError(.damaged, "A job of the queue has \(arguments.count) fields instead of 5.")
    }
    try self.init(
      series: series, good: arguments[0], bad: arguments[1], kernel: arguments[2],
      image: arguments[3], size: arguments[4])
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

  private static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && !text.hasPrefix("-")
      && text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-")
      }
  }

  private static func isSize(_ text: String) -> Bool {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false)
    return sides.count == 2
      && sides.allSatisfy { side in
        (1...6).contains(side.utf8.count)
          && side.utf8.allSatisfy { (0x30...0x39).contains($0) } && side.first != "0"
      }
  }
}
