extension BackgroundFinder {
  /// A finder that counts on the calling thread with the vector kernel.
  package convenience init(onOneThread width: Int, _ height: Int, minimumAlpha: UInt8) {
    self.init(
      width: width, height: height, minimumAlpha: minimumAlpha,
      SummaryBuilder(
        HeldKernel(KernelCatalog.simd), threads: 1,
        options: Self.options(minimumAlpha: minimumAlpha)))
  }
}
