/// Work on many items at once, with the results handed over in the items' order.
///
/// Memory is bounded: however many items there are, at most twice as many results as jobs wait
/// for an earlier one.
struct OrderedTasks {
  /// Items worked on at the same time, 1 or more.
  let jobs: Int

  /// Works through items.
  ///
  /// - Parameters:
  ///   - items: what to work on.
  ///   - isCancelled: asked before each item is begun; once true, no further one is.
  ///   - work: gives the result of an item; runs beside others.
  ///   - deliver: takes the results one by one, in order.
  func run<Item: Sendable, Output: Sendable>(
    _ items: [Item], isCancelled: () -> Bool, work: @escaping @Sendable (Item) async -> Output,
    deliver: (Item, Output) -> Void
  ) async {
    await withTaskGroup(of: (index: Int, output: Output).self) { group in
      var begun = 0
      var delivered = 0
      var waiting: [Int: Output] = [:]
      func beginMore() {
        while begun < items.count, begun - delivered - waiting.count < jobs,
          begun - delivered < 3 * jobs, !isCancelled()
        {
          let (index, item) = (begun, items[begun])
          group.addTask { (index, await work(item)) }
          begun += 1
        }
      }
      beginMore()
      while let finished = await group.next() {
        waiting[finished.index] = finished.output
        while let output = waiting.removeValue(forKey: delivered) {
          deliver(items[delivered], output)
          delivered += 1
        }
        beginMore()
      }
    }
  }
}
