package import Measuring
internal import OrderedJSON

/// A machine that goals were measured on: its name, and what distinguishes it from others.
package struct GoalMachine: Hashable, Sendable {
  /// The processor, and the cores that could be used.
  package let name: String
  /// Sixteen hexadecimal digits: equal for machines whose ratios should agree.
  package let fingerprint: String

  package init(name: String, fingerprint: String) {
    self.name = name
    self.fingerprint = fingerprint
  }

  /// The machine of an environment: its processor, cores and quota, whatever system and compiler.
  package init(_ environment: EnvironmentRecord) {
    var hardware = EnvironmentRecord()
    for field in [
      EnvironmentField.architecture, .cpuModel, .cpuFeatures, .cores, .cgroupQuota,
    ] {
      hardware[field] = environment[field]
    }
    let processor = environment[.cpuModel].value ?? "unknown processor"
    name = environment[.cores].value.map { "\(processor), \($0)" } ?? processor
    fingerprint = hardware.fingerprint
  }
}
