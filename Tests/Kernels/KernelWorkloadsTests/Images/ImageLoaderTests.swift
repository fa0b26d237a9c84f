internal import CommandTestSupport
internal import Foundation
internal import ImageCodecs
internal import Pixels
internal import Reporting
internal import SyntheticImages
internal import Testing

@testable import KernelWorkloads

@Suite("Images")
struct ImageLoaderTests {
  private static let photo = Fixtures.path("Photos/china.jpg")

  private func file(_ path: String, size: ImageSize? = nil) -> ImageRequest {
    ImageRequest(source: .path(path), size: size)
  }

  @Test("every image of the default suite exists")
  func suite() throws {
    for request in DefaultSuite.images {
      #expect(request.size != nil)
      if case .synthetic(let name) = request.source { #expect(SyntheticImage.named(name) != nil) }
    }
    #expect(DefaultSuite.images.contains { $0.source == .packagedPhoto })
  }

  @Test("the photo of the program is the one in the fixtures, also for its licence")
  func packagedPhoto() throws {
    let bytes = try Data(contentsOf: URL(filePath: Self.photo))
    #expect(Array(PackagedPhoto.bytes) == Array(bytes))
    let image = try ImageLoader.load(ImageRequest(source: .packagedPhoto, size: nil))
    #expect(image.name == "china.jpg")
    #expect(image.pixels == (try ImageLoader.load(file(Self.photo)).pixels))
  }

  @Test("a name is that of an image, a path is a path, and anything else is a question")
  func names() throws {
    #expect(try ImageRequest.source(named: "photo") == .synthetic("photo"))
    #expect(try ImageRequest.source(named: "./photo") == .path("./photo"))
    #expect(try ImageRequest.source(named: "photo.jpg") == .path("photo.jpg"))
    #expect(try ImageRequest.source(named: "china.jpg") == .packagedPhoto)
    #expect(try ImageRequest.source(named: "./china.jpg") == .path("./china.jpg"))
    for name in ["phto", "", "Photo"] {
      let error = #expect(throws: InvalidRequest.self) { try ImageRequest.source(named: name) }
      #expect(error?.description.hasPrefix("Unknown image '\(name)'.") == true)
      #expect(error?.description.hasSuffix("PNG or JPEG file, or of a folder of them.") == true)
      #expect(error?.description.contains("Did you mean 'photo'?") == !name.isEmpty)
    }
  }

  @Test("the size that is known before loading is the one that is loaded")
  func dimensions() throws {
    let sizes: [ImageSize?] = [
      nil, .pixelCount(1), .pixelCount(5000), .exact(width: 7, height: 90),
    ]
    for size in sizes {
      for source in [.packagedPhoto, .path(Self.photo), .synthetic("flat")] as [ImageRequest.Source]
      where size != nil || source != .synthetic("flat") {
        let request = ImageRequest(source: source, size: size)
        let known = try ImageDimensions(of: request)
        let pixels = try ImageLoader.load(request).pixels
        #expect(known == ImageDimensions(width: pixels.width, height: pixels.height))
      }
    }
    let large = ImageRequest(source: .synthetic("noise"), size: nil)
    #expect(try ImageDimensions(of: large).text == "6000x4000")
  }

  @Test("inputs that fail are named with the cause, those without a header before they are loaded")
  func failures() throws {
    let folder = try TemporaryFolder()
    let empty = try folder.write("", to: "empty.png")
    let text = try folder.write("hello, this is no picture", to: "text.png")
    let photo = try Data(contentsOf: URL(filePath: Self.photo))
    let cut = try folder.write(Array(photo.prefix(20_000)), to: "cut.jpg")
    let pipe = folder.path + "/pipe.png"
    try #require(mkfifo(pipe, 0o600) == 0)
    let special = " is a pipe, socket or device; only regular files are taken."
    for (path, status, cause) in [
      (folder.path + "/missing.png", WorkStatus.missingInput, " does not exist."),
      (pipe, .missingInput, special), ("/dev/null", .missingInput, special),
      (empty, .damagedInput, ": The file is empty."),
      (text, .damagedInput, ": This is a text file, not a \(ImageFormat.allNames)."),
      (cut, .damagedInput, ": The JPEG data ends after"),
    ] {
      let error = #expect(throws: InputFailure.self) { try ImageLoader.load(file(path)) }
      #expect(error?.status == status)
      #expect(error?.message.hasPrefix("'\(path)'\(cause)") == true, "\(error?.message ?? "")")
      guard path != cut else { continue }
      let early = #expect(throws: InputFailure.self) { try ImageDimensions(of: file(path)) }
      #expect(early == error)
    }
    #expect(try ImageDimensions(of: file(cut)).text == "640x427")
  }

  @Test("a folder stands for its pictures by content, in order; others are passed over")
  func folder() throws {
    let folder = try TemporaryFolder()
    let photo = try Data(contentsOf: URL(filePath: Self.photo))
    _ = try folder.write(Array(photo), to: "b-photo.without-a-suffix")
    _ = try folder.write("notes", to: "a-notes.png")
    _ = try folder.write(Array(photo), to: ".hidden.jpg")
    var dot = try ImageBuffer(width: 1, height: 1)
    dot[0, 0] = RGBA8(red: 1, green: 2, blue: 3)
    _ = try folder.write(try PNGEncoder().encode(dot), to: "a-dot.png")
    let size = ImageSize.pixelCount(9)
    #expect(
      try ImageLoader.expand(file(folder.path, size: size)) == [
        file(folder.path + "/a-dot.png", size: size),
        file(folder.path + "/b-photo.without-a-suffix", size: size),
      ])
    let bare = try TemporaryFolder()
    let error = #expect(throws: InputFailure.self) { try ImageLoader.expand(file(bare.path)) }
    #expect(error?.message == "'\(bare.path)': the folder holds no PNG or JPEG file.")
    #expect(error?.status == .missingInput)
  }

  @Test("an image that the machine cannot hold is refused before memory is taken")
  func tooLargeForMachine() {
    for source in [.packagedPhoto, .synthetic("flat")] as [ImageRequest.Source] {
      let request = ImageRequest(source: source, size: .pixelCount(1_000_000_000))
      let error = #expect(throws: InputFailure.self) {
        try ImageLoader.load(request, installedMemory: 2_000_000_000)
      }
      #expect(error?.status == .failure)
      #expect(
        error?.message.contains("need 4.00 GB, and the machine has 2.00 GB in all.") == true,
        "\(error?.message ?? "")")
    }
  }
}
