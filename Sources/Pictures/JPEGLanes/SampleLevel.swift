/// The nearest level of a sample, 0 to 255: `min(max(value, 0), 255)`, which the optimiser leaves in
/// branches where there are several in a loop.
@inlinable @inline(__always)
func sampleLevel(_ value: Int32) -> Int32 {
  let raised = value & ~(value &>> 31)
  return 255 &- ((255 &- raised) & ~((255 &- raised) &>> 31))
}
