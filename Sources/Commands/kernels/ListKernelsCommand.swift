internal import ArgumentParser
internal import CommandOptions
internal import KernelWorkloads

/// `kernels list`: what there is to run.
struct ListKernelsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List kernels, images and instruction sets, and which run here.",
    discussion: """
      `bench run --kernel NAME` times a kernel; --image takes the name of an image, a PNG or JPEG \
      file, or a folder of them.

      EXAMPLES
        kernels list
        kernels list --format json
      """)

  @OptionGroup var results: FormatOptions

  func run() throws {
    let inventory = Inventory.current
    results.format.write(table: inventory.table, json: inventory.json)
  }
}
