// swift-tools-version: 6.2
import PackageDescription

// Every file says `public import` or `internal import`, existentials are spelled `any`, and a
// warning is an error: the manifest is where those habits are enforced.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

#if arch(x86_64)
  // The same vector bodies are compiled once per instruction set. Clang's flag reaches Swift's
  // code generation too, because the importer's target features become the module's.
  let avx2 = strict + [.unsafeFlags(["-Xcc", "-march=x86-64-v3"])]
  let avx512 = strict + [.unsafeFlags(["-Xcc", "-march=x86-64-v4"])]
#else
  let avx2 = strict
  let avx512 = strict
#endif

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")

let package = Package(
  name: "swift-dominant-color",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "DominantColor", targets: ["DominantColor", "Pixels"]),
    .library(name: "Files", targets: ["Files"]),
    .library(name: "ImageCodecs", targets: ["ImageCodecs", "Files", "Pixels"]),
    .library(name: "FilePalettes", targets: ["FilePalettes"]),
    .library(name: "ShowHide", targets: ["ShowHide"]),
    .library(name: "Measuring", targets: ["Measuring"]),
    .executable(name: "bench", targets: ["bench"]),
    .executable(name: "showhide", targets: ["ShowHideMain"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    // Images
    .target(name: "Pixels", swiftSettings: strict),
    .target(name: "SyntheticImages", dependencies: ["Pixels"], swiftSettings: strict),

    // Vector kernels: one body, one thin module per instruction set
    .target(name: "CVectorShims"),
    .target(
      name: "SIMDBodies", dependencies: ["Pixels", "CVectorShims"], swiftSettings: strict),
    .target(
      name: "SIMDBaseline", dependencies: ["Pixels", "SIMDBodies", "CVectorShims"],
      swiftSettings: strict),
    .target(
      name: "SIMDAVX2", dependencies: ["Pixels", "SIMDBodies", "CVectorShims"],
      swiftSettings: avx2),
    .target(
      name: "SIMDAVX512", dependencies: ["Pixels", "SIMDBodies", "CVectorShims"],
      swiftSettings: avx512),

    // The question and its answers
    .target(
      name: "DominantColor",
      dependencies: ["Pixels", "CVectorShims", "SIMDBaseline", "SIMDAVX2", "SIMDAVX512"],
      swiftSettings: strict),
    .target(
      name: "ShowHide",
      dependencies: [
        "Pixels", "DominantColor", "SIMDBodies", "SIMDBaseline", "SIMDAVX2", "SIMDAVX512",
      ],
      swiftSettings: strict),

    // Files: read, written whole, looked at
    .target(name: "Files", swiftSettings: strict),

    // PNG and JPEG
    .systemLibrary(
      name: "CLibPNG", pkgConfig: "libpng",
      providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .systemLibrary(
      name: "CLibJPEG", pkgConfig: "libjpeg",
      providers: [.apt(["libjpeg-dev"]), .brew(["jpeg-turbo"])]),
    .systemLibrary(
      name: "CLittleCMS", pkgConfig: "lcms2",
      providers: [.apt(["liblcms2-dev"]), .brew(["little-cms2"])]),
    .target(name: "CImageShims", dependencies: ["CLibPNG", "CLibJPEG", "CLittleCMS"]),
    .target(
      name: "ImageCodecs", dependencies: ["Pixels", "Files", "CImageShims"],
      swiftSettings: strict),

    // From a file to its colours
    .target(
      name: "FilePalettes", dependencies: ["Pixels", "DominantColor", "ImageCodecs"],
      swiftSettings: strict),

    // Measuring
    .target(name: "CMeasuringShims"),
    .target(name: "Measuring", dependencies: ["CMeasuringShims"], swiftSettings: strict),

    // Remembering
    .target(
      name: "TimingHistory", dependencies: ["Measuring", "Files", grdb], swiftSettings: strict),

    .target(
      name: "HistoryDashboard", dependencies: ["Measuring", "TimingHistory"],
      resources: [.embedInCode("Page/Parts")], swiftSettings: strict),

    // Giving up rights
    .target(name: "CSandboxShims"),
    .target(name: "Sandboxing", dependencies: ["CSandboxShims"], swiftSettings: strict),

    // Commands
    .executableTarget(
      name: "bench",
      dependencies: [
        "Pixels", "DominantColor", "SyntheticImages", "Files", "ImageCodecs", "Measuring",
        "TimingHistory", "HistoryDashboard", "CommandText", argumentParser,
      ],
      path: "Sources", sources: ["bench", "BenchmarkBuilds", "BenchmarkHarness", "HistoryReports"],
      swiftSettings: strict),
    .target(name: "CommandText", dependencies: ["Pixels"], swiftSettings: strict),
    .target(
      name: "ShowHideCommand",
      dependencies: [
        "Pixels", "DominantColor", "ShowHide", "Files", "ImageCodecs", "FilePalettes",
        "CommandText", "Sandboxing", argumentParser,
      ],
      swiftSettings: strict),
    // Not named showhide: a file system that ignores case cannot tell that from ShowHide.
    .executableTarget(
      name: "ShowHideMain", dependencies: ["ShowHideCommand"], swiftSettings: strict,
      // One file without shared libraries of Swift: 3 MB less of a process, and nothing to miss
      // on a machine without a toolchain.
      linkerSettings: [
        .unsafeFlags(
          ["-static-stdlib", "-l_FoundationCollections", "-l_FoundationCShims"],
          .when(platforms: [.linux]))
      ]),

    // Tests
    .target(
      name: "CommandTestSupport", dependencies: ["ImageCodecs", "CLittleCMS"],
      path: "Tests/CommandTestSupport",
      swiftSettings: strict),
    .executableTarget(
      name: "SandboxProbe", dependencies: ["Sandboxing"], path: "Tests/SandboxProbe",
      swiftSettings: strict),
    .testTarget(
      name: "FaultTests",
      dependencies: [
        "CommandTestSupport", "DominantColor", "ImageCodecs", "Measuring", "Pixels",
        "SyntheticImages", "TimingHistory", grdb,
      ],
      exclude: ["Shim"], swiftSettings: strict),
    .executableTarget(
      name: "FaultCheck",
      dependencies: [
        "CommandTestSupport", "DominantColor", "ImageCodecs", "Pixels", "SyntheticImages",
        "TimingHistory", grdb,
      ],
      path: "Tests/Faults", swiftSettings: strict),
    .testTarget(name: "PixelsTests", dependencies: ["Pixels"], swiftSettings: strict),
    .testTarget(
      name: "SyntheticImagesTests", dependencies: ["Pixels", "SyntheticImages"],
      swiftSettings: strict),
    .testTarget(
      name: "DominantColorTests",
      dependencies: [
        "Pixels", "DominantColor", "SyntheticImages", "ImageCodecs", "CommandTestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ImageCodecsTests",
      dependencies: ["Pixels", "Files", "ImageCodecs", "SyntheticImages", "CommandTestSupport"],
      swiftSettings: strict),
    .testTarget(name: "FilesTests", dependencies: ["Files"], swiftSettings: strict),
    .testTarget(
      name: "FilePalettesTests",
      dependencies: [
        "Pixels", "DominantColor", "Files", "ImageCodecs", "FilePalettes", "ShowHide",
        "Measuring", "SyntheticImages", "CommandTestSupport", "HostileFiles",
      ],
      swiftSettings: strict),
    .testTarget(name: "MeasuringTests", dependencies: ["Measuring"], swiftSettings: strict),
    .testTarget(
      name: "TimingHistoryTests",
      dependencies: ["TimingHistory", "Measuring", "CommandTestSupport", grdb],
      swiftSettings: strict),
    .testTarget(
      name: "HistoryDashboardTests",
      dependencies: ["HistoryDashboard", "TimingHistory", "Measuring"],
      swiftSettings: strict),
    .testTarget(
      name: "ShowHideTests",
      dependencies: ["Pixels", "DominantColor", "ShowHide", "SyntheticImages"],
      swiftSettings: strict),
    .testTarget(
      name: "CommandTextTests", dependencies: ["CommandText", "Pixels"], swiftSettings: strict),
    .testTarget(
      name: "ShowHideCommandTests",
      dependencies: [
        "ShowHideCommand", "Pixels", "DominantColor", "ShowHide", "Files", "ImageCodecs",
        "CommandText", "SyntheticImages", "CommandTestSupport", argumentParser,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "bench", "Pixels", "DominantColor", "Files", "ImageCodecs", "Measuring",
        "SyntheticImages", "TimingHistory", "HistoryDashboard", "CommandText", "CommandTestSupport",
        argumentParser,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PerfTests",
      dependencies: [
        "Pixels", "DominantColor", "Files", "ImageCodecs", "FilePalettes", "ShowHide",
        "SyntheticImages",
      ],
      path: "PerfTests",
      exclude: ["CAllocationCounter", "Counts", "KernelCounts"], swiftSettings: strict),
    .target(name: "CAllocationCounter", path: "PerfTests/CAllocationCounter"),
    .executableTarget(
      name: "KernelCounts",
      dependencies: ["Pixels", "DominantColor", "SyntheticImages", "CAllocationCounter"],
      path: "PerfTests/KernelCounts", swiftSettings: strict,
      // Older valgrinds give up on this debug information; the symbols' names are all they need.
      linkerSettings: [
        .unsafeFlags(["-Xlinker", "--strip-debug"], .when(platforms: [.linux]))
      ]),
    .target(
      name: "HostileFiles",
      dependencies: ["Pixels", "DominantColor", "ImageCodecs", "FilePalettes", "Measuring"],
      path: "Tests/Hostile/Files", swiftSettings: strict),
    .executableTarget(
      name: "HostileCheck", dependencies: ["HostileFiles", "Files", "ImageCodecs", "Measuring"],
      path: "Tests/Hostile/Check", swiftSettings: strict),
    .executableTarget(
      name: "LoadCheck",
      dependencies: [
        "Pixels", "DominantColor", "SyntheticImages", "Measuring", "TimingHistory",
      ], path: "Tests/Load"),
  ],
  swiftLanguageModes: [.v6]
)

// Fuzz targets have no main of their own: libFuzzer brings it, so only `make fuzz` may build them.
if Context.environment["FUZZ"] != nil {
  let fuzzed = [
    ("Images", ["ImageCodecs", "Pixels"]), ("Tuning", ["DominantColor"]),
    ("Exchange", ["TimingHistory"]),
  ]
  for (name, libraries) in fuzzed {
    package.targets.append(
      .executableTarget(
        name: "Fuzz\(name)", dependencies: libraries.map { .init(stringLiteral: $0) },
        path: "Tests/Fuzz/\(name)", swiftSettings: [.unsafeFlags(["-parse-as-library"])]))
  }
}
