package import Pixels

extension PlacedPaletteBuilder {
  /// A builder that counts on the calling thread with the vector kernel.
  package convenience init(onOneThread visibility: VisibilityRule) {
    self.init(
      SummaryBuilder(
        HeldKernel(KernelCatalog.distinctSIMD), threads: 1,
        options: PaletteOptions(visibility: visibility)))
  }
}
