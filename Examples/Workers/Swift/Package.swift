// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "example",
  targets: [
    .target(name: "BenchmarkWorker"),
    .executableTarget(name: "example", dependencies: ["BenchmarkWorker"]),
  ])
