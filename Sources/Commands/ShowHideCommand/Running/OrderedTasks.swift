/// Work on many items at once, with the results handed over in the items' order.
///
/// Memory is bounded: however many items there are, fewer than ``mostPerJob`` results a job wait for
/// an earlier one.
struct OrderedTasks {
  /// Items that are begun and not delivered, for each job, at most.
  ///
  /// The largest files take a hundred times as long as most; while one of them is worked on, the other
  /// jobs go through many that come after it.
  static let mostPerJob = 32

  /// Items worked on at the same time, 1 or more.
  let jobs: Int

  /// Works through items.
  ///
  /// - Parameters:
  ///   - items: what to work on, taken when there is room for more.
  ///   - isCancelled: asked before each item is begun; once true, no further one is.
  ///   - work: gives the result of an item; runs beside others.
  ///   - deliver: takes the results one by one, in order.
  /// - Returns: whether all items were begun.
  @discardableResult
  func run<Item: Sendable, Output: Sendable>(
    _ items: some Sequence<Item>, isCancelled: () -> Bool,
    work: @escaping @Sendable (Item) async -> Output, deliver: (Item, Output) -> Void
  ) async -> Bool {
    var items = items.makeIterator()
    return await withTaskGroup(of: (index: Int, item: Item, output: Output).self) { group in
      var begun = 0
      var delivered = 0
      var waiting: [Int: (item: Item, output: Output)] = [:]
      var isAtEnd = false
      //     delivered   waiting           begun
      //     0 1 2 3     . 5 6 . 8         4 and 7 are in work: two jobs
      func beginMore() {
        while !isAtEnd, begun - delivered - waiting.count < jobs,
          begun - delivered < Self.mostPerJob * jobs, !isCancelled()
        {
          guard let item = items.next() else {
            isAtEnd = true
            return
          }
          let index = begun
          group.addTask { (index, item, await work(item)) }
          begun += 1
        }
      }
      beginMore()
      while let finished = await group.next() {
        waiting[finished.index] = (finished.item, finished.output)
        // Before the next item is asked for, which a program may send only once it has this result.
        while let result = waiting.removeValue(forKey: delivered) {
          deliver(result.item, result.output)
          delivered += 1
        }
        beginMore()
      }
      // Without a look at what would have come, a stop after the last item would count as one
      // before it.
      return isAtEnd || items.next() == nil
    }
  }
}
