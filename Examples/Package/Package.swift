// swift-tools-version: 6.3
import PackageDescription

let colors = "swift-dominant-color"

// Five programs, each of which uses other products. A copy of this package depends on a version:
// .package(url: "https://…/swift-dominant-color", from: "0.1.0")
let package = Package(
  name: "examples",
  dependencies: [
    .package(path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "palette",
      dependencies: [
        .product(name: "DominantColor", package: colors), .product(name: "Files", package: colors),
        .product(name: "ImageCodecs", package: colors),
      ]),
    .executableTarget(
      name: "file-palette",
      dependencies: [
        .product(name: "FilePalettes", package: colors),
        .product(name: "ImageCodecs", package: colors),
      ]),
    .executableTarget(
      name: "show",
      dependencies: [
        .product(name: "DominantColor", package: colors), .product(name: "Files", package: colors),
        .product(name: "ImageCodecs", package: colors), .product(name: "ShowHide", package: colors),
      ]),
    .executableTarget(
      name: "measured", dependencies: [.product(name: "Measuring", package: colors)]),
    .executableTarget(
      name: "worker", dependencies: [.product(name: "BenchmarkWorker", package: colors)]),
  ]
)
