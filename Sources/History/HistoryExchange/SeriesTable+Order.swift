extension SeriesTable {
  /// Puts the points of each series in the order of their times, where all have one.
  ///
  /// - Returns: how many series were not in order.
  /// - Complexity: O(*n* log *n*) in the points.
  package mutating func sort() -> Int {
    var count = 0
    for index in series.indices where series[index].firstStepBack != nil && series[index].isTimed {
      series[index].sort()
      count += 1
    }
    return count
  }

  /// The commits of the points, each once.
  package var commits: [String] {
    let places = series.reduce(into: Set<UInt32>()) { $0.formUnion($1.commitPlaces) }
    return places.sorted().compactMap { $0 == 0 ? nil : texts[Int($0) - 1] }
  }

  /// Puts the points of each series in the order of their commits, which is said in ``remarks``.
  ///
  /// A date of a commit may be anything: clocks are set back, and work is done long before it is merged. Where times
  /// contradict the order, the fewest points are moved; without times all are, where every commit is known.
  ///
  /// - Parameter order: the order of the commits; others stay where they are.
  /// - Complexity: O(*n* log *n*) in the points.
  package mutating func sort(by order: RevisionOrder) {
    var times: [UInt32: Int64] = [:]
    for one in series where one.isTimed && one.commitPlaces.count == one.values.count {
      for (commit, time) in zip(one.commitPlaces, one.times) where commit > 0 {
        times[commit] = min(times[commit] ?? time, time)
      }
    }
    let places = Dictionary(
      uniqueKeysWithValues: Set(series.flatMap(\.commitPlaces)).map { commit in
        (commit, commit == 0 ? nil : order.place(of: texts[Int(commit) - 1]))
      })
    let named = Dictionary(
      uniqueKeysWithValues: times.map { (texts[Int($0.key) - 1], $0.value) })
    let corrected = order.corrected(named)
    let moved = Dictionary(
      uniqueKeysWithValues: times.keys.compactMap { commit in
        corrected[texts[Int(commit) - 1]].map { (commit, $0) }
      })
    for index in series.indices {
      let commits = series[index].commitPlaces
      guard commits.count == series[index].values.count else { continue }
      let isTimed = series[index].isTimed
      if isTimed {
        for (place, commit) in commits.enumerated() {
          if let time = moved[commit] { series[index].times[place] = time }
        }
      }
      let keys = commits.indices.map { place in
        (
          time: isTimed ? series[index].times[place] : 0,
          commit: (places[commits[place]] ?? nil) ?? -1
        )
      }
      guard isTimed || keys.allSatisfy({ $0.commit >= 0 }) else { continue }
      let ordered = keys.indices.sorted {
        (keys[$0].time, keys[$0].commit, $0) < (keys[$1].time, keys[$1].commit, $1)
      }
      if ordered != Array(keys.indices) { series[index].sort(ordered) }
    }
    guard !moved.isEmpty else { return }
    remarks.append(RevisionOrder.remark(moved.count, of: times.count))
  }
}

extension SeriesTable.Series {
  /// Sorts by time; points of one time stay in order.
  mutating func sort() {
    sort(times.indices.sorted { (times[$0], $0) < (times[$1], $1) })
  }

  /// Puts the points in another order.
  mutating func sort(_ order: [Int]) {
    func sorted<Value>(_ column: [Value]) -> [Value] {
      column.isEmpty ? column : order.map { column[$0] }
    }
    values = sorted(values)
    buildPlaces = sorted(buildPlaces)
    times = sorted(times)
    commitPlaces = sorted(commitPlaces)
    machinePlaces = sorted(machinePlaces)
    notePlaces = sorted(notePlaces)
    lowers = sorted(lowers)
    uppers = sorted(uppers)
    kindPlaces = sorted(kindPlaces)
    firstStepBack = nil
  }
}
