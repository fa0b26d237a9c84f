/// The machines and classes of a fleet beside each other.
public struct FleetOverview: Equatable, Sendable {
  /// The class whose history is looked at.
  public let shownClass: String
  /// The machines that measure, by class and name.
  public let machines: [Machine]
  /// The classes that measured in the last 30 days, by name.
  public let classes: [String]
  /// What each class says of each series, by name.
  public let series: [Series]

  /// Makes an overview.
  public init(shownClass: String, machines: [Machine], classes: [String], series: [Series]) {
    self.shownClass = shownClass
    self.machines = machines
    self.classes = classes
    self.series = series
  }

  /// A machine that measures, and how it compares with the others of its class.
  public struct Machine: Equatable, Sendable {
    /// Its name for people.
    public let name: String
    /// Its class.
    public let machineClass: String
    /// How many runs it added.
    public let runs: Int
    /// When its newest run began, in milliseconds since 1970.
    public let newest: Int64
    /// How long its references take, over those of the other machines; nil where none of
    /// them measured the same in the last 30 days.
    public let ratio: Double?

    /// How far a ratio may be from 1 before the machine counts as drifting.
    public static let tolerance = 0.05

    /// Whether it drifts from its class.
    public var drifts: Bool { ratio.map { abs($0 - 1) > Self.tolerance } ?? false }

    /// Makes a machine.
    public init(name: String, machineClass: String, runs: Int, newest: Int64, ratio: Double?) {
      self.name = name
      self.machineClass = machineClass
      self.runs = runs
      self.newest = newest
      self.ratio = ratio
    }
  }

  /// A series in all classes.
  public struct Series: Equatable, Sendable {
    /// Its name.
    public let name: String
    /// The unit of its values.
    public let unit: String
    /// What each class says, in the order of ``FleetOverview/classes``; nil for one that did not
    /// measure it.
    public var levels: [Level?]

    /// Makes a series.
    public init(name: String, unit: String, levels: [Level?]) {
      self.name = name
      self.unit = unit
      self.levels = levels
    }
  }

  /// What a class says of a series: the medians of the last 30 days.
  public struct Level: Equatable, Sendable {
    /// The value, in the unit of the series.
    public let value: Double
    /// The ratio to the reference, where there is one.
    public let ratio: Double?
    /// How many points it is of.
    public let points: Int

    /// Makes a level.
    public init(value: Double, ratio: Double?, points: Int) {
      self.value = value
      self.ratio = ratio
      self.points = points
    }
  }
}
