internal import BenchmarkBuilds
internal import CommandTestSupport
internal import Testing

@testable import BenchmarkSuites

/// When two versions of a source are the same code.
@Suite("Comments of sources")
struct SourceCommentsTests {
  private func areAllThatDiffers(_ base: String, _ candidate: String, _ ending: String) throws
    -> Bool
  {
    let folder = try TemporaryFolder()
    return SourceComments.areAllThatDiffers(
      try folder.write(base, to: "a.\(ending)"), try folder.write(candidate, to: "b.\(ending)"))
  }

  @Test(
    "comments, empty lines and space at the ends of lines of C are no code",
    arguments: [
      ("int a;\nint b;\n", "// One.\nint a; /* two\nlines */\n\n  int b;  \n"),
      ("int a = 1'000;\n", "int a = 1'000; // it's a number\n"),
      ("char a = '\"';\nint b;\n", "char a = '\"';  // \"\nint b;\n"),
      ("f(\"// no\");\n", "f(\"// no\"); // yes \\\n and on\n"),
      ("f(\"// no\");\r\n", "f(\"// no\"); // yes \\\r\n and on\r\n"),
      ("int a = 0xF'F;\n", "int a = 0xF'F; // it's /* a number\n"),
      ("x = 0x1.F'Fp3 + .5'0;\n", "x = 0x1.F'Fp3 + .5'0; // it's\n"),
      ("char a = u8'\"';\nint b;\n", "char a = u8'\"';  // \"\nint b;\n"),
      ("#define A 1 \\\n\nint b;\n", "#define A 1 \\\n// One.\n\nint b;\n"),
    ])
  func same(base: String, candidate: String) throws {
    #expect(try areAllThatDiffers(base, candidate, "c"))
  }

  @Test(
    "code, texts and words that a comment divides are",
    arguments: [
      ("int a;\n", "int b;\n"), ("f(\"// a\");\n", "f(\"// b\");\n"),
      ("f('\\'', \"/*\"); int a; g(\"*/\");\n", "f('\\'', \"/*\"); int b; g(\"*/\");\n"),
      ("inta;\n", "int/**/a;\n"),
      ("#define A 1 \\\n\nint b;\n", "#define A 1 \\\nint b;\n"),
      ("#define A 1 \\ \n\nint b;\n", "#define A 1 \\ \nint b;\n"),
      ("f(u8'\"', \"// a\");\n", "f(u8'\"', \"// b\");\n"),
      ("f(\"a \\\r\n// b\");\r\n", "f(\"a \\\r\n// c\");\r\n"),
      ("x = 0xF'F; /*\n// */ int a;\n", "x = 0xF'F; /*\n// */ int b;\n"),
      ("#error don't /*\n// */ int a;\n", "#error don't /*\n// */ int b;\n"),
      ("// a\nint b;\n", "// a \\ \nint b;\n"), ("// a\r\nint b;\r\n", "// a\\\r\nint b;\r\n"),
      ("/\\\n* // */ int a;\n", "/\\\n* // */ int b;\n"),
      ("// a\nint b;\n", "// a ??/\nint b;\n"),
      ("f(R\"(// a)\");\n", "f(R\"(// a)\");\n"),
    ])
  func changed(base: String, candidate: String) throws {
    #expect(try !areAllThatDiffers(base, candidate, "cpp"))
  }

  @Test(
    "Python's comments are none, its documentation is read by programs",
    .enabled(if: Executable.find("python3") != nil, "There is no python3."))
  func python() throws {
    #expect(try areAllThatDiffers("a = 1\n", "# One.\na = (1)  # two\n", "py"))
    #expect(try !areAllThatDiffers("a = 1\n", "a = 2\n", "py"))
    #expect(try !areAllThatDiffers("def f():\n  'a'\n", "def f():\n  'b'\n", "py"))
    #expect(try !areAllThatDiffers("a = (\n", "a = (\n", "py"), "it cannot be read")
  }

  @Test(
    "PHP's comments are none", .enabled(if: Executable.find("php") != nil, "There is no php."))
  func php() throws {
    #expect(try areAllThatDiffers("<?php echo 1;\n", "<?php // One.\necho 1;\n", "php"))
    #expect(try !areAllThatDiffers("<?php echo 1;\n", "<?php echo 2;\n", "php"))
    #expect(try !areAllThatDiffers("<?php echo \"{$a} b\";\n", "<?php echo \"{$a}b\";\n", "php"))
  }

  @Test("of other languages nothing is known")
  func others() throws {
    #expect(try !areAllThatDiffers("a\n", "a\n", "js"))
  }
}
