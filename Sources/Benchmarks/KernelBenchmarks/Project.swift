package import BenchmarkBuilds

extension BenchmarkProject {
  /// This package, whose kernels `bench` measures.
  package static let dominantColor = BenchmarkProject(
    // Other packages have a folder of benchmarks too; only this one has both.
    name: "swift-dominant-color", folders: ["Benchmarks", "Sources/Color/DominantColor"],
    recipe: .swiftPackage(product: "bench"))
}
