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
  // Clang tunes this level for processors on which vectors of 512 bits slow the clock, and halves
  // them; those of today do not.
  let avx512 =
    strict + [
      .unsafeFlags([
        "-Xcc", "-march=x86-64-v4", "-Xcc", "-Xclang", "-Xcc", "-target-feature", "-Xcc", "-Xclang",
        "-Xcc", "-prefer-256-bit",
      ])
    ]
#else
  let avx2 = strict
  let avx512 = strict
#endif

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")

// The server's sockets, and the packages that its own interface consists of.
let hummingbird: [Target.Dependency] = [
  .product(name: "HummingbirdCore", package: "hummingbird"),
  .product(name: "HTTPTypes", package: "swift-http-types"),
  .product(name: "Logging", package: "swift-log"),
  .product(name: "NIOCore", package: "swift-nio"),
  .product(name: "NIOPosix", package: "swift-nio"),
  .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
  .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
  .product(name: "UnixSignals", package: "swift-service-lifecycle"),
]

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
// SQLite's own interface, without GRDB and Foundation.
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")

let package = Package(
  name: "swift-dominant-color",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "DominantColor", targets: ["DominantColor", "Pixels"]),
    .library(name: "Files", targets: ["Files"]),
    .library(name: "ImageCodecs", targets: ["ImageCodecs", "Files", "Pixels"]),
    .library(name: "FilePalettes", targets: ["FilePalettes"]),
    .library(name: "ShowHide", targets: ["ShowHide"]),
    // Python/link.sh makes libdominantcolor of it, with Swift's runtime inside.
    .library(name: "DominantColorC", type: .static, targets: ["DominantColorC"]),
    .library(name: "Measuring", targets: ["Measuring"]),
    // One file without dependencies, for programs whose work is measured.
    .library(name: "BenchmarkWorker", targets: ["BenchmarkWorker"]),
    .library(name: "BenchmarkHarness", targets: ["BenchmarkHarness", "BenchmarkBuilds"]),
    .library(
      name: "TimingHistory",
      targets: ["HistoryExchange", "TimingHistory", "FleetHistory", "HistoryReports"]),
    .executable(name: "bench", targets: ["bench"]),
    .executable(name: "showhide", targets: ["ShowHideMain"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    // The system
    .target(name: "CLibrary", swiftSettings: strict),

    // Child processes
    .target(name: "CSpawningShims"),
    .target(
      name: "Spawning", dependencies: ["CLibrary", "CSpawningShims"], swiftSettings: strict),

    // Hashes, and numbers that look random
    .target(name: "Hashing", swiftSettings: strict),

    // Text formats
    .target(name: "OrderedJSON", swiftSettings: strict),
    .target(name: "MarkupEscaping", swiftSettings: strict),
    .target(name: "TOML", swiftSettings: strict),

    // Images
    .target(name: "Pixels", dependencies: ["CLibrary"], swiftSettings: strict),
    .target(name: "SyntheticImages", dependencies: ["Hashing", "Pixels"], swiftSettings: strict),

    // What the process may use
    .target(name: "CProcessors"),
    .target(name: "Processors", dependencies: ["CLibrary", "CProcessors"], swiftSettings: strict),

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
      dependencies: [
        "Hashing", "CLibrary", "Pixels", "OrderedJSON", "Processors", "CProcessors",
        "CVectorShims", "SIMDBodies", "SIMDBaseline", "SIMDAVX2", "SIMDAVX512",
      ],
      swiftSettings: strict),
    .target(
      name: "ShowHide", dependencies: ["Pixels", "DominantColor", "SIMDBodies"],
      swiftSettings: strict),

    // Files: read, written whole, looked at
    .target(name: "Files", dependencies: ["Hashing", "CLibrary"], swiftSettings: strict),

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
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .target(name: "CImageShims", dependencies: ["CLibPNG", "CZlib", "CLibJPEG", "CLittleCMS"]),
    .target(
      name: "ImageCodecs",
      dependencies: [
        "CLibrary", "Pixels", "Files", "Processors", "CImageShims", "JPEGMeans", "PNGRows",
      ],
      swiftSettings: strict),

    // Means of JPEG blocks: lanes, compiled once per instruction set, and the decoder around them
    .target(name: "CLaneShims"),
    .target(name: "JPEGLanes", dependencies: ["CLaneShims"], swiftSettings: strict),
    .target(
      name: "JPEGLanesBaseline", dependencies: ["CLaneShims", "JPEGLanes"], swiftSettings: strict),
    .target(
      name: "JPEGLanesAVX2", dependencies: ["CLaneShims", "JPEGLanes"], swiftSettings: avx2),
    .target(
      name: "JPEGMeans",
      dependencies: [
        "CVectorShims", "Hashing", "Processors", "JPEGLanes", "JPEGLanesBaseline", "JPEGLanesAVX2",
      ],
      swiftSettings: strict),

    // Rows of a PNG: inflating and unfiltering, compiled once per instruction set
    .target(name: "CRowShims"),
    .target(name: "RowBodies", dependencies: ["CRowShims"], swiftSettings: strict),
    .target(
      name: "RowBodiesBaseline", dependencies: ["CRowShims", "RowBodies"], swiftSettings: strict),
    .target(
      name: "RowBodiesAVX2", dependencies: ["CRowShims", "RowBodies"], swiftSettings: avx2),
    .target(
      name: "PNGRows",
      dependencies: [
        "CVectorShims", "Processors", "RowBodies", "RowBodiesBaseline", "RowBodiesAVX2",
      ],
      swiftSettings: strict),

    // From a file to its colours
    .target(
      name: "FilePalettes", dependencies: ["Pixels", "DominantColor", "ImageCodecs"],
      swiftSettings: strict),

    // Names of colours, and pictures found by their colours
    .target(
      name: "ColorNames", dependencies: ["CLibrary", "Pixels", "DominantColor"],
      swiftSettings: strict),
    .target(
      name: "ColorIndex", dependencies: ["CLibrary", "Pixels", "DominantColor", "Files", sqlite],
      swiftSettings: strict),

    // The states of the work on a picture
    .target(name: "PictureJobs", swiftSettings: strict),

    // Show & Hide in a browser; the page's parts are embedded by C
    .target(name: "CPicturePage"),
    .target(
      name: "PictureServer",
      dependencies: [
        "CLibrary", "CPicturePage", "Pixels", "DominantColor", "Files", "ColorNames", "ColorIndex",
        "OrderedJSON", "PictureJobs", "Spawning",
      ],
      exclude: ["Page/Parts"], swiftSettings: strict),

    // For other languages
    .target(
      name: "CDominantColor",
      exclude: ["dominantcolor.pc.in", "exports.map", "install.sh", "link.sh"]),
    .target(
      name: "DominantColorC",
      dependencies: [
        "CLibrary", "CDominantColor", "Pixels", "DominantColor", "Files", "ImageCodecs",
        "FilePalettes",
      ],
      swiftSettings: strict),

    // Measuring
    .target(name: "CMeasuringShims"),
    .target(
      name: "Measuring",
      dependencies: ["Hashing", "CLibrary", "CMeasuringShims", "Processors", "Spawning"],
      swiftSettings: strict),

    // The worker protocol for programs of others
    .target(name: "BenchmarkWorker", swiftSettings: strict),

    // Verdicts that do not depend on where the linker puts code
    .target(name: "ObjectCode", swiftSettings: strict),
    .target(name: "BuildInputs", dependencies: ["OrderedJSON"], swiftSettings: strict),
    .target(
      name: "Relinking", dependencies: ["Hashing", "ObjectCode", "OrderedJSON"],
      swiftSettings: strict),
    .target(
      name: "MethodRace", dependencies: ["CLibrary", "Measuring", "OrderedJSON"],
      swiftSettings: strict),

    // Series from and to other programs
    .target(
      name: "HistoryExchange", dependencies: ["Measuring", "OrderedJSON", "MarkupEscaping"],
      swiftSettings: strict),

    // Remembering
    .target(
      name: "TimingHistory",
      dependencies: [
        "CLibrary", "Hashing", "Files", "HistoryExchange", "Measuring", "OrderedJSON", grdb,
      ],
      swiftSettings: strict),

    // One history for many machines; libpq is opened when it is needed
    .target(name: "CLibPQ"),
    .target(
      name: "FleetHistory",
      dependencies: [
        "CLibrary", "CLibPQ", "Hashing", "Files", "Measuring", "OrderedJSON", "TimingHistory",
      ],
      swiftSettings: strict),

    // The page's parts are embedded by C
    .target(name: "CDashboardPage"),
    .target(
      name: "HistoryDashboard",
      dependencies: [
        "CDashboardPage", "Hashing", "CLibrary", "HistoryExchange", "Measuring", "MarkupEscaping",
        "OrderedJSON", "TimingHistory",
      ],
      exclude: ["Page/Parts"], swiftSettings: strict),

    .target(
      name: "HistoryReports",
      dependencies: [
        "CLibrary", "BenchmarkBuilds", "CommandText", "Files", "HistoryDashboard",
        "HistoryExchange", "Measuring", "OrderedJSON", "TimingHistory",
      ],
      swiftSettings: strict),

    // Benchmarks of any kind: builds, comparisons, nights
    .target(
      name: "BenchmarkBuilds",
      dependencies: [
        "CLibrary", "BuildInputs", "CommandText", "Files", "Hashing", "Measuring", "ObjectCode",
        "OrderedJSON", "Relinking",
      ],
      swiftSettings: strict),
    .target(
      name: "BenchmarkHarness",
      dependencies: [
        "CLibrary", "BenchmarkBuilds", "CommandText", "Files", "HistoryExchange", "HistoryReports",
        "MarkupEscaping", "Measuring", "OrderedJSON", "TimingHistory",
      ],
      swiftSettings: strict),

    // Benchmarks of other repositories
    .target(
      name: "BenchmarkSuites",
      dependencies: [
        "CLibrary", "BenchmarkBuilds", "BenchmarkHarness", "CommandText", "Files", "Measuring",
        "OrderedJSON", "Relinking", "TOML",
      ],
      resources: [.embedInCode("Running/Plugins")], swiftSettings: strict),

    // Giving up rights
    .target(name: "CSandboxShims"),
    .target(
      name: "Sandboxing", dependencies: ["CLibrary", "CSandboxShims", "Files"],
      swiftSettings: strict),

    // Commands
    .executableTarget(
      name: "bench",
      dependencies: [
        "CLibrary", "Pixels", "DominantColor", "SyntheticImages", "Files", "ImageCodecs",
        "FilePalettes", "ShowHide", "Measuring",
        "HistoryExchange", "TimingHistory", "FleetHistory", "HistoryReports", "BenchmarkBuilds",
        "BenchmarkHarness", "BenchmarkSuites", "CommandText", "OrderedJSON", "MarkupEscaping",
        "MethodRace",
        "Processors", argumentParser,
      ],
      swiftSettings: strict),
    .target(name: "CommandText", dependencies: ["CLibrary"], swiftSettings: strict),
    .target(
      name: "ShowHideCommand",
      dependencies: [
        "CLibrary", "Hashing", "Pixels", "DominantColor", "ShowHide", "Files", "ImageCodecs",
        "FilePalettes", "ColorNames", "ColorIndex", "CommandText",
        "OrderedJSON", "MarkupEscaping", "Processors", "Sandboxing", argumentParser,
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
        "Hashing",
        "ColorIndex", "CommandTestSupport", "DominantColor", "ImageCodecs", "Pixels",
        "SyntheticImages",
        "TimingHistory", grdb,
      ],
      path: "Tests/Faults", swiftSettings: strict),
    .testTarget(name: "HashingTests", dependencies: ["Hashing"], swiftSettings: strict),
    .testTarget(name: "PixelsTests", dependencies: ["Pixels"], swiftSettings: strict),
    .testTarget(
      name: "SyntheticImagesTests", dependencies: ["Hashing", "Pixels", "SyntheticImages"],
      swiftSettings: strict),
    .testTarget(
      name: "DominantColorTests",
      dependencies: [
        "Hashing", "Pixels", "Processors", "DominantColor", "SyntheticImages", "ImageCodecs",
        "CommandTestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ImageCodecsTests",
      dependencies: [
        "CLibrary", "Hashing",
        "Pixels", "Files", "ImageCodecs", "CImageShims", "SyntheticImages", "CommandTestSupport",
      ],
      swiftSettings: strict),
    .testTarget(name: "FilesTests", dependencies: ["Files"], swiftSettings: strict),
    .testTarget(
      name: "SpawningTests", dependencies: ["CLibrary", "Spawning", "CommandTestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "FilePalettesTests",
      dependencies: [
        "Pixels", "DominantColor", "Files", "ImageCodecs", "FilePalettes", "ShowHide",
        "Measuring", "SyntheticImages", "CommandTestSupport", "HostileFiles",
      ],
      swiftSettings: strict),
    .target(
      name: "JPEGOracle", dependencies: ["CLibJPEG"], path: "Tests/JPEGOracle"),
    .testTarget(
      name: "PNGRowsTests", dependencies: ["CImageShims", "Hashing", "PNGRows"],
      swiftSettings: strict),
    .testTarget(
      name: "JPEGMeansTests", dependencies: ["Hashing", "JPEGMeans", "JPEGOracle"],
      swiftSettings: strict),
    .target(
      name: "ObjectFileTestSupport", dependencies: ["ObjectCode"],
      path: "Tests/ObjectFileTestSupport", swiftSettings: strict),
    .testTarget(
      name: "ObjectCodeTests",
      dependencies: ["ObjectCode", "CommandTestSupport", "Measuring", "ObjectFileTestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "RelinkingTests", dependencies: ["Relinking", "ObjectCode", "ObjectFileTestSupport"],
      swiftSettings: strict),
    .testTarget(name: "BuildInputsTests", dependencies: ["BuildInputs"], swiftSettings: strict),
    .testTarget(
      name: "MethodRaceTests", dependencies: ["MethodRace", "Measuring", "OrderedJSON"],
      swiftSettings: strict),
    .target(
      name: "CInterfaceCheck", dependencies: ["CDominantColor"], path: "Tests/CInterface",
      exclude: ["check.sh"]),
    .testTarget(
      name: "DominantColorCTests", dependencies: ["DominantColorC", "CInterfaceCheck"],
      swiftSettings: strict),
    .testTarget(
      name: "MeasuringTests", dependencies: ["Measuring", "CommandTestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "TimingHistoryTests",
      dependencies: [
        "CLibrary", "Hashing", "HistoryExchange", "TimingHistory", "Measuring", "OrderedJSON",
        "CommandTestSupport", grdb,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "FleetHistoryTests",
      dependencies: [
        "CLibrary", "FleetHistory", "TimingHistory", "Measuring", "OrderedJSON",
        "CommandTestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "HistoryDashboardTests",
      dependencies: [
        "Hashing", "HistoryDashboard", "MarkupEscaping", "TimingHistory", "Measuring",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ShowHideTests",
      dependencies: ["Pixels", "DominantColor", "ShowHide", "SyntheticImages"],
      swiftSettings: strict),
    .testTarget(
      name: "ColorNamesTests", dependencies: ["ColorNames", "Pixels", "DominantColor"],
      swiftSettings: strict),
    .testTarget(
      name: "ColorIndexTests",
      dependencies: [
        "ColorIndex", "Hashing", "Pixels", "DominantColor", "Files", "CommandTestSupport", grdb,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PictureJobsTests", dependencies: ["Hashing", "PictureJobs"], swiftSettings: strict),
    .testTarget(
      name: "PictureServerTests",
      dependencies: [
        "PictureServer", "PictureJobs", "Hashing", "OrderedJSON", "CommandTestSupport",
      ],
      swiftSettings: strict),
    .testTarget(name: "CommandTextTests", dependencies: ["CommandText"], swiftSettings: strict),
    .testTarget(name: "TOMLTests", dependencies: ["TOML"], swiftSettings: strict),
    .testTarget(
      name: "BenchmarkSuitesTests",
      dependencies: [
        "BenchmarkSuites", "BenchmarkBuilds", "BenchmarkHarness", "CommandTestSupport",
        "CommandText", "Measuring", "OrderedJSON",
      ],
      swiftSettings: strict),
    .testTarget(name: "OrderedJSONTests", dependencies: ["OrderedJSON"], swiftSettings: strict),
    .testTarget(
      name: "MarkupEscapingTests", dependencies: ["MarkupEscaping"], swiftSettings: strict),
    .testTarget(
      name: "BenchmarkBuildsTests",
      dependencies: [
        "BenchmarkBuilds", "CommandTestSupport", "CommandText", "Files", "Measuring",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "HistoryReportsTests",
      dependencies: [
        "HistoryReports", "BenchmarkBuilds", "CommandTestSupport", "CommandText", "HistoryExchange",
        "Measuring", "OrderedJSON", "TimingHistory",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "BenchmarkHarnessTests",
      dependencies: [
        "BenchmarkHarness", "BenchmarkBuilds", "HistoryReports", "CommandTestSupport",
        "CommandText", "Measuring", "OrderedJSON", "TimingHistory",
      ],
      swiftSettings: strict),
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
        "bench", "BenchmarkBuilds", "BenchmarkHarness", "HistoryExchange", "HistoryReports",
        "Pixels", "DominantColor", "Files", "ImageCodecs", "Measuring", "SyntheticImages",
        "TimingHistory", "HistoryDashboard",
        "CommandText", "OrderedJSON", "CommandTestSupport", argumentParser,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PerfTests",
      dependencies: [
        "ColorIndex", "Hashing", "Pixels", "DominantColor", "Files", "ImageCodecs", "JPEGMeans",
        "FilePalettes", "ShowHide", "SyntheticImages",
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
    // So that the thread sanitizer follows locks that threads wait for.
    .target(name: "CMutexAnnotations", path: "Tests/MutexAnnotations"),
    .executableTarget(
      name: "LoadCheck",
      dependencies: [
        "Pixels", "DominantColor", "SyntheticImages", "Measuring", "TimingHistory",
        "CMutexAnnotations",
      ], path: "Tests/Load"),
  ],
  swiftLanguageModes: [.v6]
)

// What the optimiser does for these tests in release is less than the time it takes for them: the
// libraries that they call are optimised. Those that count pixels themselves keep it.
let countPixels: Set = [
  "ColorIndexTests", "DominantColorTests", "FilePalettesTests", "ImageCodecsTests",
  "JPEGMeansTests", "PerfTests", "PixelsTests", "ShowHideTests", "SyntheticImagesTests",
]
for target in package.targets where target.type == .test && !countPixels.contains(target.name) {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .unsafeFlags(["-Onone"], .when(configuration: .release))
    ]
}

// Tests of what starts programs, and of text: optimising shows nothing new there, and compiling them
// takes a minute.
if Context.environment["OPTIMISED_TESTS"].map({ !$0.isEmpty }) ?? false {
  let unoptimised: Set = [
    "BenchmarkBuildsTests", "BenchmarkHarnessTests", "BenchmarkSuitesTests", "CommandTests",
    "CommandTextTests", "FleetHistoryTests", "HistoryDashboardTests", "HistoryReportsTests",
    "MarkupEscapingTests", "OrderedJSONTests", "RelinkingTests", "TOMLTests",
  ]
  package.targets.removeAll { unoptimised.contains($0.name) }
}

// `swift package bench …`, for packages that depend on this one. SwiftPM builds what a plugin starts a
// second time, as a tool, and this package's own tests do not need that: `make` leaves the plugin out.
if Context.environment["NO_PLUGIN"] == nil {
  package.products.append(.plugin(name: "BenchPlugin", targets: ["BenchPlugin"]))
  package.targets.append(
    .plugin(
      name: "BenchPlugin",
      capability: .command(
        intent: .custom(verb: "bench", description: "Compare and record benchmarks"),
        permissions: []),
      dependencies: ["bench"], path: "Sources/BenchPlugin"))
}

// The server brings two dozen packages along, which nothing else needs: only `make serve` and its like
// resolve and build them, in a build folder of their own.
if Context.environment["SERVER"] != nil {
  package.products.append(.executable(name: "showhide-serve", targets: ["ShowHideServe"]))
  package.dependencies += [
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ]
  package.targets.append(
    .executableTarget(
      name: "ShowHideServe",
      dependencies: ["CLibrary", "CommandText", "Files", "PictureServer", argumentParser]
        + hummingbird,
      swiftSettings: strict))
}

// Fuzz targets have no main of their own: libFuzzer brings it, so only `make fuzz` may build them.
if Context.environment["FUZZ"] != nil {
  let fuzzed = [
    ("Images", ["ImageCodecs", "Pixels"]), ("Tuning", ["DominantColor"]),
    ("Exchange", ["HistoryExchange"]), ("Means", ["JPEGMeans"]),
  ]
  for (name, libraries) in fuzzed {
    package.targets.append(
      .executableTarget(
        name: "Fuzz\(name)", dependencies: libraries.map { .init(stringLiteral: $0) },
        path: "Tests/Fuzz/\(name)", swiftSettings: [.unsafeFlags(["-parse-as-library"])]))
  }
}
