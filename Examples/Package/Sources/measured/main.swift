import Measuring

let numbers = (0..<10_000).map { ($0 * 7919) % 10_007 }
let timing = InterleavedTimer(plan: TimingPlan(budget: 1, minimumRounds: 21)).run([
  Contender("sorted") { numbers.sorted() },
  Contender("reversed") { Array(numbers.reversed()) },
])
if let ratio = timing.ratio(of: 1, to: 0, clock: .threadCPU, alpha: 0.01) {
  print("reversed takes \(ratio.factor) times as long as sorted: \(ratio.factorInterval as Any)")
}
