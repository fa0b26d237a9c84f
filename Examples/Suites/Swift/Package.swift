// swift-tools-version: 6.0
import PackageDescription

// BenchmarkWorker is one file without dependencies, copied here; it is also a product of
// swift-dominant-color.
let package = Package(
  name: "sums in Swift",
  targets: [
    .target(name: "BenchmarkWorker"),
    .executableTarget(name: "worker", dependencies: ["BenchmarkWorker"]),
  ])
