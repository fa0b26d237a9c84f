internal import CommandTestSupport
internal import Testing

@testable import BenchmarkSuites

@Suite("Examples of a README")
struct ReadmeExampleTests {
  private func examples(_ text: String) -> [ReadmeExample] {
    ReadmeExample.all(in: text, of: "README.md")
  }

  @Test("fenced blocks say their language, and lose the indent of their fence")
  func fences() {
    let found = examples(
      """
      # Thing

      ```Python title="x"
      import thing

      thing.go()
      ```

      1. A list:

         ~~~~{.c}
         f();
           g();
         ~~~
         ~~~~

      ```
      plain
      ```
      ```js
      never closed
      """)
    #expect(found.map(\.language) == ["python", nil, nil])
    #expect(found[0].lines == ["import thing", "", "thing.go()"])
    #expect(found[0].place == "README.md, line 4")
    #expect(found[1].lines == ["f();", "  g();", "~~~"])
    #expect(found[2].lines == ["plain"])
  }

  @Test("so do indented ones, of which reStructuredText says the language above")
  func indents() {
    let found = examples(
      """
      Usage::

        lexer = shlex.Split("x")
          y

      .. code-block:: python
         :caption: no code

         import thing

      end

      \tf(1);
      """)
    #expect(found.map(\.lines.first) == ["lexer = shlex.Split(\"x\")", "import thing", "f(1);"])
    #expect(found.map(\.language) == [nil, "python", nil])
    let headings = "PyPI\n~~~~\n\n.. code:: python\n\n    a()\n\nGit\n~~~~\n"
    #expect(ReadmeExample.all(in: headings, of: "README.rst").map(\.lines) == [["a()"]])
  }

  @Test(
    "what was typed at Python's prompt is a block up to an empty line without a prompt after it")
  func prompts() {
    let found = examples(
      "Try:\n\n>>> import thing\n>>> thing.go()\n3\n\n>>> thing.stop()\n\nText.\n")
    #expect(found.count == 1)
    #expect(found[0].language == "pycon")
    #expect(found[0].lines.count == 5)
  }

  @Test("blocks of HTML lose their marks, and say their language in them")
  func html() {
    let found = examples(
      """
      <p>Use <pre-x> or:</p>
      <pre lang="C"><code>#include &lt;thing.h&gt;
      int <b>n</b> = a &amp;&amp; b &lt; <span class="m">3</span>;
      std::vector<int> v;</code></pre>
      <pre>
      thing(&quot;x&quot;);
      </pre>
      <pre class="language-js">one();</pre> more
      <pre>never closed
      """)
    #expect(
      found.map(\.lines) == [
        ["#include <thing.h>", "int n = a && b < 3;", "std::vector<int> v;"], ["thing(\"x\");"],
        ["one();"],
      ])
    #expect(found.map(\.language) == ["c", nil, "js"])
    #expect(found.map(\.line) == [2, 6, 8])
  }

  @Test("doctests import what they document; private names, errors and other code are left out")
  func doctests() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      \"""Tools.

      >>> nobody(1)
      \"""
      def take(n, items):
          \"""Takes some.

              >>> take(2, [1,
              ...     2])
              [1, 2]

              >>> take(0, [])
              []

          Text.

          >>> other(1)
          \"""
      def _hidden():
          ">>> _hidden()"
      class Box:
          '\'\'
          >>> Box().open()
          Traceback (most recent call last):
          '\'\'
          def close(self):
              '\'\'
              >>> Box().close()
              '\'\'

      """, to: "src/tools/more.py")
    let found = ReadmeExample.all(
      inDoctestsOf: "src/tools/more.py", module: "tools.more", in: folder.path)
    #expect(found.map(\.place) == ["src/tools/more.py, line 8", "src/tools/more.py, line 28"])
    let worker = try #require(PythonWorker(module: "tools", folder: "bench"))
    #expect(
      worker.examples(among: found).map(\.lines) == [
        [
          "from tools.more import take", "take(2, [1,", "    2])", "# [1, 2]", "",
          "take(0, [])", "# []",
        ],
        ["from tools.more import Box", "Box().close()"],
      ])
  }

  @Test("code with characters that hide or turn others, and long code, is no example")
  func unreadable() {
    for character in ["\u{202E}", "\u{200B}", "\u{1B}", "\u{0}"] {
      #expect(examples("```c\nf(); // \(character)\n```\n").isEmpty)
    }
    let long = Array(repeating: "f();", count: ReadmeExample.limit)
    #expect(examples((["```"] + long + ["```"]).joined(separator: "\n")).count == 1)
    #expect(examples((["```"] + long + ["f();", "```"]).joined(separator: "\n")).isEmpty)
    #expect(examples("```\n```\n").isEmpty)
  }

  @Test("of several files the one in Markdown is read")
  func files() throws {
    let folder = try TemporaryFolder()
    #expect(ReadmeExample.all(in: folder.path).isEmpty)
    try folder.write("\n    a();\n", to: "README")
    #expect(ReadmeExample.all(in: folder.path).map(\.file) == ["README"])
    try folder.write("```\nb();\n```\n", to: "Readme.md")
    try folder.write("", to: "readme.svg")
    #expect(ReadmeExample.all(in: folder.path).map(\.file) == ["Readme.md"])
  }

  @Test("an example without imports has those before it; imports alone are none")
  func imports() throws {
    let worker = try #require(PythonWorker(module: "thing", folder: "bench"))
    let found = worker.examples(
      among: examples(
        """
        ```python
        from thing import (
            A,
        )
        ```
        ```sh
        pip install thing
        ```
        ```python
        import other
        ```
        ```python
        >>> A(
        ...   1
        ... )
        A 1
        ```
        ```python
        await A(1)
        ```
        """))
    #expect(found.count == 1)
    #expect(
      found.first?.lines == ["from thing import (", "    A,", ")", "A(", "  1", ")", "# A 1"])
    #expect(
      worker.parts(of: found.first?.lines ?? [])
        == {
          var parts = CodeParts()
          parts.imports = ["from thing import (\n    A,\n)"]
          parts.statements = ["A(", "  1", ")", "# A 1"]
          return parts
        }())
  }

  @Test(
    "the last expression of Python and JavaScript is returned",
    arguments: [
      ("a = 1\nf(a, b=2)  # x", "a = 1\nreturn f(a, b=2)  # x"),
      ("f(\n  1\n)", "return f(\n  1\n)"), ("a = f(1)", "a = f(1)"), ("a == b", "return a == b"),
      ("x[\"=\"]", "return x[\"=\"]"), ("for a in b:\n  f(a)", "for a in b:\n  f(a)"),
      ("print(a)", "print(a)"), ("a.b += 1", "a.b += 1"), ("# only", "# only"),
    ])
  func returned(code: String, expected: String) {
    let lines = code.split(separator: "\n").map(String.init)
    #expect(PythonWorker.returning(lines).joined(separator: "\n") == expected)
  }

  @Test(
    "as is that of JavaScript",
    arguments: [
      ("const a = 1;\nf(a);", "const a = 1;\nreturn f(a);"), ("f(\n  1\n)", "return f(\n  1\n)"),
      ("a = f(1)", "a = f(1)"), ("console.log(a)", "console.log(a)"),
      ("f(1)\n  .g()", "return f(1)\n  .g()"), ("const a =\nb", "const a =\nb"),
    ])
  func returnedByNode(code: String, expected: String) {
    let lines = code.split(separator: "\n").map(String.init)
    #expect(NodeWorker.returning(lines).joined(separator: "\n") == expected)
  }

  @Test(
    "what is said to be C or Swift may leave out the include or import; what only declares is none")
  func withoutImports() throws {
    let c = CWorker(
      library: "", header: "sum.h", headers: ["sum.h"], functions: ["add_all"], isCPlusPlus: false,
      folder: "bench", build: [], program: "", buildFiles: [])
    func used(_ text: String, _ worker: some LibraryWorker) -> Int {
      worker.examples(among: examples(text)).count
    }
    #expect(used("```c\nint n = add_all(1);\n```\n", c) == 1)
    #expect(used("```\nint n = add_all(1);\n```\n", c) == 0)
    #expect(used("```c\nread(STDIN_FILENO, x, add_all(1));\n```\n", c) == 0)
    #expect(used("```c\nadd_all(fgetc(stdin));\n```\n", c) == 0)
    #expect(used("```cpp\nauto n = add_all(1);\n```\n", c) == 0)
    #expect(used("```c\nint add_all(int);\nvoid other(char *, int);\n```\n", c) == 0)
    #expect(used("```c\nvoid show(int n) {\n  add_all(n);\n}\n```\n", c) == 0)
    #expect(used("```c\nvoid show(void)\n{\n  add_all(1);\n}\n```\n", c) == 1)
    #expect(used("```\n#include \"../sum.h\"\nint main() {\n}\n```\n", c) == 1)
    let fragment = c.examples(among: examples("```c\nadd_all(argc)\n```\n"))[0]
    #expect(c.text(.example(fragment)).contains("\n  int argc = 1;\n"))
    #expect(c.text(.example(fragment)).contains("\n  add_all(argc);\n"))
    let names = SwiftWorker.publicNames(
      in: "  public mutating func enqueue<T>(\npublic final class Queue<T> {\nfunc other()\n")
    #expect(names == ["enqueue", "Queue"])
    let node = try #require(
      NodeWorker(package: "he", main: "he.js", folder: "bench", build: []))
    #expect(used("```js\nconst he = require('he');\nhe.encode('x');\n```\n", node) == 1)
    #expect(used("```js\nrequire({}, ['he'], function (he) {});\n```\n", node) == 0)
    #expect(used("```js\nrequire(\n  {},\n  ['he'], function (he) {});\n```\n", node) == 0)
    let swift = try #require(
      SwiftWorker(
        package: "a", product: "A", modules: ["A"], names: names, macOS: nil, folder: "bench"))
    #expect(used("```swift\nlet a = Queue()\n```\n", swift) == 1)
    #expect(used("```\nlet a = Queue()\n```\n", swift) == 0)
    #expect(used("```swift\nimport PackageDescription\nQueue()\n```\n", swift) == 0)
    #expect(used("```swift\nstruct B {\n  let a = Queue()\n}\n```\n", swift) == 0)
  }

  @Test("comments of Rust and examples in tests of Go are read like a README")
  func documentation() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      //! Adds.
      //!
      //! ```
      //! # use adder::total;
      //! total(1);
      //! ```
      fn other() {}
        /// ```rust,no_run
        /// adder::serve();
        /// ```
        /// ```should_panic
        /// adder::fail();
        /// ```

      """, to: "src/lib.rs")
    let found = ReadmeExample.all(inCommentsOf: "src/lib.rs", in: folder.path)
    #expect(
      found.map(\.place) == ["src/lib.rs, line 4", "src/lib.rs, line 9", "src/lib.rs, line 12"])
    #expect(found.map(\.language) == [nil, "no_run", "should_panic"])
    let worker = try #require(
      RustWorker(package: "adder", crate: "adder", edition: "2024", folder: "bench", source: ".."))
    #expect(worker.examples(among: found).map(\.lines) == [["use adder::total;", "total(1);"]])
    #expect(
      worker.companions.contains { String(decoding: $0.bytes, as: UTF8.self).contains("2021") })
    // A package below the workspace has the same names of functions in every checkout.
    let inner = try #require(
      RustWorker(
        package: "adder", crate: "adder", edition: "2021", folder: "bench", source: "../crates/a"))
    #expect(inner.build.first == ["ln", "-sfn", "..", "bench/library"])
    #expect(
      inner.companions.contains {
        String(decoding: $0.bytes, as: UTF8.self).contains(
          "adder = { path = \"library/crates/a\" }")
      })
    try folder.write(
      "package adder_test\n\nfunc ExampleTotal() {\n\tadder.Total(1)\n\t// Output: 1\n}\n",
      to: "a_test.go")
    let go = ReadmeExample.all(inGoTest: "a_test.go", in: folder.path)
    #expect(go.map(\.lines) == [["adder.Total(1)", "// Output: 1"]])
    #expect(go.map(\.place) == ["a_test.go, line 4"])
  }

  @Test("short programs in folders for examples follow the README, but for those that ask or wait")
  func exampleFiles() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "#!/usr/bin/env node\nvar a = require('../');\nvar b = 1;\na(b);\n", to: "example/b.js")
    try folder.write("require('..')(1);\n", to: "example/a.js")
    try folder.write("require('..')(process.argv);\n", to: "example/words.js")
    try folder.write("#include \"a.h\"\n", to: "examples/a.c")
    try folder.write("text\n", to: "examples/readme.txt")
    let found = ReadmeExample.all(inExampleFilesOf: folder.path)
    #expect(
      found.map(\.place) == [
        "example/a.js, line 1", "examples/a.c, line 1", "example/b.js, line 1",
      ])
    #expect(found.map(\.language) == ["js", "c", "js"])
    #expect(found[2].lines.first == "var a = require('../');")
    // What such a program loads from above is the package.
    let worker = try #require(
      NodeWorker(package: "adder", main: "lib/main.js", folder: "bench", build: []))
    let examples = worker.examples(among: found)
    #expect(examples.map(\.file) == ["example/a.js", "example/b.js"])
    #expect(worker.text(.example(examples[0])).contains("require('../lib/main.js')(1)"))
  }

  @Test("what was typed at Node's prompt is code, and its answers are comments")
  func nodePrompt() throws {
    let worker = try #require(
      NodeWorker(package: "adder", main: "index.js", folder: "bench", build: []))
    let found = worker.examples(
      among: examples(
        "```\n> require('./')('1 2'.split(' '))\n{ sum: 3 }\n```\n```\n$ node x.js\n```\n"))
    #expect(
      found.map(\.lines) == [["require('adder')('1 2'.split(' '))", "// { sum: 3 }"]])
    #expect(
      worker.text(.example(found[0])).contains("return require('../index.js')('1 2'.split(' '))"))
  }

  @Test("PHP's classes that a README says by their last words are imported")
  func shortNames() throws {
    let worker = try #require(
      PHPWorker(
        package: "a/adder", prefixes: ["A\\"], classes: ["Sum": "A\\Sum", "Other": "A\\B\\Other"],
        folder: "bench", build: []))
    let found = worker.examples(
      among: examples("```php\n$x = Sum::of(1);\nnew Other($x);\n```\n```php\nSumme::of(1);\n```\n")
    )
    #expect(found.count == 1)
    let text = worker.text(.example(found[0]))
    #expect(text.contains("use A\\B\\Other;\nuse A\\Sum;\n"))
    #expect(text.contains("return new Other($x);"))
    // One that imports them itself is left as it is.
    let own = worker.examples(among: examples("```php\nuse A\\Sum;\n\nSum::of(1);\n```\n"))
    #expect(worker.text(.example(own[0])).ranges(of: "use A\\Sum;").count == 1)
  }

  @Test("names that would need quotes have no worker")
  func names() {
    let bad = "a\"; x"
    #expect(PythonWorker(module: bad, folder: "bench") == nil)
    #expect(NodeWorker(package: bad, main: nil, folder: "bench", build: []) == nil)
    #expect(NodeWorker(package: "a", main: bad, folder: "bench", build: []) == nil)
    #expect(
      RustWorker(package: bad, crate: "a", edition: "2021", folder: "bench", source: "..") == nil)
    #expect(RubyWorker(feature: bad, names: [], folder: "bench") == nil)
    #expect(
      PHPWorker(package: bad, prefixes: [], classes: [:], folder: "bench", build: []) == nil)
    #expect(GoWorker(package: bad, name: "a", module: "a", folder: "bench") == nil)
    #expect(
      SwiftWorker(
        package: bad, product: "a", modules: ["a"], names: [], macOS: nil, folder: "bench") == nil)
  }
}
