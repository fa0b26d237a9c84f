internal import ArgumentParser

/// The options `--kernel`, `--image` and `--size`.
struct InputOptions: ParsableArguments {
  @Option(
    name: .customLong("kernel"),
    help: ArgumentHelp(
      "A kernel, by the name `bench list` gives; repeatable. Default: all.", valueName: "name"))
  var kernels: [String] = []

  @Option(
    name: .customLong("image"),
    help: ArgumentHelp(
      "A synthetic image (flat, photo, screen, gradient, planted, straddle, noise, alpha), a PNG "
        + "or JPEG file, or a folder of them; repeatable.",
      valueName: "image"))
  var images: [String] = []

  @Option(
    name: .customLong("size"),
    help: ArgumentHelp(
      "A size to run every image at: 24MP, 1.5MP, 6000x4000; repeatable. Files are resampled "
        + "(bilinear).", valueName: "size"))
  var sizes: [String] = []

  /// Whether one of them was given.
  var isGiven: Bool { !kernels.isEmpty || !images.isEmpty || !sizes.isEmpty }
}

/// The option `--method`.
struct MethodOptions: ParsableArguments {
  @Option(
    name: .customLong("method"),
    help: ArgumentHelp(
      "All kernels of a method: histogram, kmeans, hue or distinct; repeatable.", valueName: "name")
  )
  var methods: [String] = []
}

/// The option `--time` of commands that race kernels.
struct RaceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Seconds of timing for each kernel and image. Default: 0.5, or less in the suite.",
      valueName: "seconds"))
  var time: Double?
}
