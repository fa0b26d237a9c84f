internal import DominantColor
internal import OrderedJSON
internal import SyntheticImages
internal import Testing

@testable import KernelWorkloads

@Suite("Lists")
struct InventoryTests {
  @Test("every kernel, image and instruction set is listed, in table and JSON")
  func complete() {
    let inventory = Inventory.current
    #expect(inventory.kernels.map(\.name) == KernelCatalog.all.map(\.id))
    #expect(inventory.images.map(\.name) == ["china.jpg"] + SyntheticImage.all.map(\.name))
    #expect(inventory.instructionSets.map(\.name) == ["baseline", "avx2", "avx512"])
    for name in inventory.kernels.map(\.name) + inventory.images.map(\.name) {
      #expect(inventory.table.contains("\n\(name) "))
      #expect(inventory.json.text.contains("\"name\": \"\(name)\""))
    }
  }

  @Test("the images that people are promised are all there")
  func images() {
    #expect(
      Set(Inventory.current.images.map(\.name)) == [
        "china.jpg", "flat", "photo", "screen", "gradient", "planted", "straddle", "noise", "alpha",
      ])
  }

  @Test("a machine without an instruction set says so, and kernels run with what there is")
  func oldMachine() {
    let inventory = Inventory(available: [.baseline])
    #expect(inventory.instructionSets.map(\.runsHere) == [true, false, false])
    #expect(inventory.table.contains("no: the machine lacks it"))
    #expect(inventory.kernels.first { $0.name == "simd" }?.reason == "yes, with baseline")
    #expect(Inventory(available: [.baseline, .avx2]).kernels[0].runsHere)
  }
}
