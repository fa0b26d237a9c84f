/// Numbers that are added for nothing: make-history.sh makes one commit slower by it.
let wasted = 0

/// Each step needs the sum before it.
func add(_ numbers: ArraySlice<UInt32>, to start: UInt32 = 0) -> UInt32 {
  numbers.reduce(start) { sum, number in sum &+ (number ^ (sum >> 3)) }
}
