internal import CLibrary
package import TimingHistory

extension ExampleHistory {
  package static let machine = MachineIdentity(
    secret: "example", name: "runner-1", machineClass: MachineClass(name: classes[0]))

  static let classes = [
    "AMD EPYC 9B14, 2 usable of 2 online, quota none, Linux 6.1, Swift 6.3",
    "Neoverse-N2, 4 usable of 4 online, quota none, Linux 6.8, Swift 6.3",
  ]

  /// The fleet that the machine belongs to: one of its machines drifts.
  package var fleet: FleetOverview {
    let machines = [("runner-1", 0, 1.004), ("runner-2", 0, 0.997), ("runner-3", 0, 1.083)].map {
      FleetOverview.Machine(
        name: $0, machineClass: Self.classes[$1], runs: nights, newest: end, ratio: $2)
    }
    let alone = FleetOverview.Machine(
      name: "arm-1", machineClass: Self.classes[1], runs: nights / 2, newest: end, ratio: nil)
    let series = Self.codecs.dropLast().map { codec in
      let time = codec.nanosecondsAByte * 24_000_000
      return FleetOverview.Series(
        name: Self.series(codec.name, level: 1, size: 24).name, unit: "ns",
        levels: [
          .init(value: time, ratio: codec.nanosecondsAByte / 4.05, points: 90),
          .init(value: time * 1.3, ratio: codec.nanosecondsAByte / 4.6, points: 30),
        ])
    }
    return FleetOverview(
      shownClass: Self.classes[0], machines: machines + [alone], classes: Self.classes,
      series: Array(series))
  }
}
