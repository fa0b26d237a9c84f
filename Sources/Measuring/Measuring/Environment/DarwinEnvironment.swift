#if canImport(Darwin)
  internal import Darwin

  /// Fills a record from Darwin's `sysctl` names.
  struct DarwinEnvironment {
    /// Sets every field that the system reports.
    func fill(_ record: inout EnvironmentRecord) {
      set(&record, .cpuModel, string("machdep.cpu.brand_string"))
      set(&record, .cpuFeatures, string("machdep.cpu.features"))
      set(&record, .operatingSystem, string("kern.osproductversion").map { "macOS \($0)" })
      record[.libc] = .known("libSystem")
      record[.cgroupQuota] = .known("none")
      if let usable = number("hw.activecpu"), let all = number("hw.logicalcpu") {
        record[.cores] = .known("\(usable) usable of \(all) online")
        if let physical = number("hw.physicalcpu") {
          record[.smt] = .known(physical < all ? "on" : "off")
        }
      }
      var averages = [0.0, 0.0, 0.0]
      if getloadavg(&averages, 3) == 3 {
        record[.load] = .known(
          averages.map { "\(($0 * 100).rounded() / 100)" }.joined(separator: " "))
      }
    }

    private func set(
      _ record: inout EnvironmentRecord, _ field: EnvironmentField, _ value: String?
    ) {
      if let value { record[field] = .known(value) }
    }

    private func string(_ name: String) -> String? {
      var size = 0
      guard sysctlbyname(name, nil, &size, nil, 0) == 0, size > 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: size)
      guard sysctlbyname(name, &bytes, &size, nil, 0) == 0 else { return nil }
      return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    private func number(_ name: String) -> Int32? {
      var value: Int32 = 0
      var size = MemoryLayout<Int32>.size
      return sysctlbyname(name, &value, &size, nil, 0) == 0 ? value : nil
    }
  }
#endif
