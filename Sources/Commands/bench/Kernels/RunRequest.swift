/// What a command line asks `bench run` to do, as typed.
struct RunRequest {
  var kernels: [String] = []
  var methods: [String] = []
  var images: [String] = []
  var sizes: [String] = []
  var threads: Int?
  var instructionSet: String?
  var seconds: Double?
}
