/// The machines and classes of a fleet beside each other.
package struct FleetOverview: Equatable, Sendable {
  /// The class whose history is looked at.
  package let shownClass: String
  /// The machines that measure, by class and name.
  package let machines: [Machine]
  /// The classes that measured in the last 30 days, by name.
  package let classes: [String]
  /// What each class says of each series, by name.
  package let series: [Series]

  package init(shownClass: String, machines: [Machine], classes: [String], series: [Series]) {
    self.shownClass = shownClass
    self.machines = machines
    self.classes = classes
    self.series = series
  }

  /// A machine that measures, and how it compares with the others of its class.
  package struct Machine: Equatable, Sendable {
    /// Its name for people.
    package let name: String
    /// Its class.
    package let machineClass: String
    /// How many runs it added.
    package let runs: Int
    /// When its newest run began, in milliseconds since 1970.
    package let newest: Int64
    /// How long its references take, over those of the other machines; nil where none of
    /// them measured the same in the last 30 days.
    package let ratio: Double?

    /// How far a ratio may be from 1 before the machine counts as drifting.
    package static let tolerance = 0.05

    /// Whether it drifts from its class.
    package var drifts: Bool { ratio.map { abs($0 - 1) > Self.tolerance } ?? false }

    package init(name: String, machineClass: String, runs: Int, newest: Int64, ratio: Double?) {
      self.name = name
      self.machineClass = machineClass
      self.runs = runs
      self.newest = newest
      self.ratio = ratio
    }
  }

  /// A series in all classes.
  package struct Series: Equatable, Sendable {
    package let name: String
    /// The unit of its values.
    package let unit: String
    /// What each class says, in the order of ``FleetOverview/classes``; nil for one that did not
    /// measure it.
    package var levels: [Level?]

    package init(name: String, unit: String, levels: [Level?]) {
      self.name = name
      self.unit = unit
      self.levels = levels
    }
  }

  /// What a class says of a series: the medians of the last 30 days.
  package struct Level: Equatable, Sendable {
    /// The value, in the unit of the series.
    package let value: Double
    /// The ratio to the reference, where there is one.
    package let ratio: Double?
    /// How many points it is of.
    package let points: Int

    package init(value: Double, ratio: Double?, points: Int) {
      self.value = value
      self.ratio = ratio
      self.points = points
    }
  }
}
