window.BENCHMARK_DATA = {
  "lastUpdate": 1774933028658,
  "entries": {
    "Rust Benchmark": [
      {
        "commit": {
          "author": {
            "email": "49699333+dependabot[bot]@users.noreply.github.com",
            "name": "dependabot[bot]",
            "username": "dependabot[bot]"
          },
          "committer": {
            "email": "noreply@github.com",
            "name": "GitHub",
            "username": "web-flow"
          },
          "distinct": true,
          "id": "b0e7057f76614dd5c0355257b2b77ee514f3e77b",
          "message": "chore(deps): bump zipp from 0.6.0 to 3.19.1 in /examples/pytest (#256)\n\nBumps [zipp](https://github.com/jaraco/zipp) from 0.6.0 to 3.19.1.\n<details>\n<summary>Changelog</summary>\n<p><em>Sourced from <a\nhref=\"https://github.com/jaraco/zipp/blob/main/NEWS.rst\">zipp's\nchangelog</a>.</em></p>\n<blockquote>\n<h1>v3.19.1</h1>\n<h2>Bugfixes</h2>\n<ul>\n<li>Improved handling of malformed zip files. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/119\">#119</a>)</li>\n</ul>\n<h1>v3.19.0</h1>\n<h2>Features</h2>\n<ul>\n<li>Implement is_symlink. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/117\">#117</a>)</li>\n</ul>\n<h1>v3.18.2</h1>\n<p>No significant changes.</p>\n<h1>v3.18.1</h1>\n<p>No significant changes.</p>\n<h1>v3.18.0</h1>\n<h2>Features</h2>\n<ul>\n<li>Bypass ZipFile.namelist in glob for better performance. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/106\">#106</a>)</li>\n<li>Refactored glob functionality to support a more generalized solution\nwith support for platform-specific path separators. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/108\">#108</a>)</li>\n</ul>\n<h2>Bugfixes</h2>\n<ul>\n<li>Add special accounting for pypy when computing the stack level for\ntext encoding warnings. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/114\">#114</a>)</li>\n</ul>\n<h1>v3.17.0</h1>\n<p>Features</p>\n<!-- raw HTML omitted -->\n</blockquote>\n<p>... (truncated)</p>\n</details>\n<details>\n<summary>Commits</summary>\n<ul>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/6d1cb72aa55e0536f35d2af128994b5a61ca4c1a\"><code>6d1cb72</code></a>\nFinalize</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/fd604bd34f0343472521a36da1fbd22e793e14fd\"><code>fd604bd</code></a>\nMerge pull request <a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/120\">#120</a> from\njaraco/bugfix/119-malformed-paths</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/c18417ed2953e181728a7dac07bff88a2190abf7\"><code>c18417e</code></a>\nAdd news fragment.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/58115d2be968644ce71ce6bcc9b79826c82a1806\"><code>58115d2</code></a>\nEmploy SanitizedNames in CompleteDirs. Fixes broken test.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/564fcc10cdbfdaecdb33688e149827465931c9e0\"><code>564fcc1</code></a>\nAdd SanitizedNames mixin.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/79a309fe54dc6b7934fb72e9f31bcb58f2e9f547\"><code>79a309f</code></a>\nAdd some assertions about malformed paths.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/2d015c22348fab46ca765339f55f84fe9d6e8115\"><code>2d015c2</code></a>\nMerge <a\nhref=\"https://github.com/jaraco/skeleton\">https://github.com/jaraco/skeleton</a></li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/a595a0fad054cd20b69d3e954c99174e3a548938\"><code>a595a0f</code></a>\nRename extras to align with core metadata spec.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/608f90a6e74919501577a1312dc5c7d8e1d391d7\"><code>608f90a</code></a>\nFinalize</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/3a22d724acf874111b43f87f7110225122ec3de5\"><code>3a22d72</code></a>\nMerge pull request <a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/118\">#118</a> from\njaraco/feature/is-symlink</li>\n<li>Additional commits viewable in <a\nhref=\"https://github.com/jaraco/zipp/compare/v0.6.0...v3.19.1\">compare\nview</a></li>\n</ul>\n</details>\n<br />\n\n\n[![Dependabot compatibility\nscore](https://dependabot-badges.githubapp.com/badges/compatibility_score?dependency-name=zipp&package-manager=pip&previous-version=0.6.0&new-version=3.19.1)](https://docs.github.com/en/github/managing-security-vulnerabilities/about-dependabot-security-updates#about-compatibility-scores)\n\nDependabot will resolve any conflicts with this PR as long as you don't\nalter it yourself. You can also trigger a rebase manually by commenting\n`@dependabot rebase`.\n\n[//]: # (dependabot-automerge-start)\n[//]: # (dependabot-automerge-end)\n\n---\n\n<details>\n<summary>Dependabot commands and options</summary>\n<br />\n\nYou can trigger Dependabot actions by commenting on this PR:\n- `@dependabot rebase` will rebase this PR\n- `@dependabot recreate` will recreate this PR, overwriting any edits\nthat have been made to it\n- `@dependabot merge` will merge this PR after your CI passes on it\n- `@dependabot squash and merge` will squash and merge this PR after\nyour CI passes on it\n- `@dependabot cancel merge` will cancel a previously requested merge\nand block automerging\n- `@dependabot reopen` will reopen this PR if it is closed\n- `@dependabot close` will close this PR and stop Dependabot recreating\nit. You can achieve the same result by closing it manually\n- `@dependabot show <dependency name> ignore conditions` will show all\nof the ignore conditions of the specified dependency\n- `@dependabot ignore this major version` will close this PR and stop\nDependabot creating any more for this major version (unless you reopen\nthe PR or upgrade to it yourself)\n- `@dependabot ignore this minor version` will close this PR and stop\nDependabot creating any more for this minor version (unless you reopen\nthe PR or upgrade to it yourself)\n- `@dependabot ignore this dependency` will close this PR and stop\nDependabot creating any more for this dependency (unless you reopen the\nPR or upgrade to it yourself)\nYou can disable automated security fix PRs for this repo from the\n[Security Alerts\npage](https://github.com/benchmark-action/github-action-benchmark/network/alerts).\n\n</details>\n\nSigned-off-by: dependabot[bot] <support@github.com>\nCo-authored-by: dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>",
          "timestamp": "2026-03-26T21:47:06+01:00",
          "tree_id": "6a27e3e787599abe11fe064453ceaa682e95c153",
          "url": "https://github.com/benchmark-action/github-action-benchmark/commit/b0e7057f76614dd5c0355257b2b77ee514f3e77b"
        },
        "date": 1774558047401,
        "tool": "cargo",
        "benches": [
          {
            "name": "bench_fib_10",
            "value": 159.44,
            "range": "± 6.51",
            "unit": "ns/iter"
          },
          {
            "name": "bench_fib_20",
            "value": 20137.91,
            "range": "± 421.28",
            "unit": "ns/iter"
          }
        ]
      },
      {
        "commit": {
          "author": {
            "email": "k.trzesniewski@gmail.com",
            "name": "Chris Trzesniewski",
            "username": "ktrz"
          },
          "committer": {
            "email": "k.trzesniewski@gmail.com",
            "name": "Chris Trzesniewski",
            "username": "ktrz"
          },
          "distinct": true,
          "id": "c38cce98215cf75e178ecd5a0c1a1ab215e93006",
          "message": "release v1.22.0",
          "timestamp": "2026-03-31T06:53:51+02:00",
          "tree_id": "bcd62a1fb1374f67221a37001260ca831840ac40",
          "url": "https://github.com/benchmark-action/github-action-benchmark/commit/c38cce98215cf75e178ecd5a0c1a1ab215e93006"
        },
        "date": 1774932887397,
        "tool": "cargo",
        "benches": [
          {
            "name": "bench_fib_10",
            "value": 159.63,
            "range": "± 3.44",
            "unit": "ns/iter"
          },
          {
            "name": "bench_fib_20",
            "value": 20114.96,
            "range": "± 215.43",
            "unit": "ns/iter"
          }
        ]
      }
    ],
    "Criterion.rs Benchmark": [
      {
        "commit": {
          "author": {
            "email": "49699333+dependabot[bot]@users.noreply.github.com",
            "name": "dependabot[bot]",
            "username": "dependabot[bot]"
          },
          "committer": {
            "email": "noreply@github.com",
            "name": "GitHub",
            "username": "web-flow"
          },
          "distinct": true,
          "id": "b0e7057f76614dd5c0355257b2b77ee514f3e77b",
          "message": "chore(deps): bump zipp from 0.6.0 to 3.19.1 in /examples/pytest (#256)\n\nBumps [zipp](https://github.com/jaraco/zipp) from 0.6.0 to 3.19.1.\n<details>\n<summary>Changelog</summary>\n<p><em>Sourced from <a\nhref=\"https://github.com/jaraco/zipp/blob/main/NEWS.rst\">zipp's\nchangelog</a>.</em></p>\n<blockquote>\n<h1>v3.19.1</h1>\n<h2>Bugfixes</h2>\n<ul>\n<li>Improved handling of malformed zip files. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/119\">#119</a>)</li>\n</ul>\n<h1>v3.19.0</h1>\n<h2>Features</h2>\n<ul>\n<li>Implement is_symlink. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/117\">#117</a>)</li>\n</ul>\n<h1>v3.18.2</h1>\n<p>No significant changes.</p>\n<h1>v3.18.1</h1>\n<p>No significant changes.</p>\n<h1>v3.18.0</h1>\n<h2>Features</h2>\n<ul>\n<li>Bypass ZipFile.namelist in glob for better performance. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/106\">#106</a>)</li>\n<li>Refactored glob functionality to support a more generalized solution\nwith support for platform-specific path separators. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/108\">#108</a>)</li>\n</ul>\n<h2>Bugfixes</h2>\n<ul>\n<li>Add special accounting for pypy when computing the stack level for\ntext encoding warnings. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/114\">#114</a>)</li>\n</ul>\n<h1>v3.17.0</h1>\n<p>Features</p>\n<!-- raw HTML omitted -->\n</blockquote>\n<p>... (truncated)</p>\n</details>\n<details>\n<summary>Commits</summary>\n<ul>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/6d1cb72aa55e0536f35d2af128994b5a61ca4c1a\"><code>6d1cb72</code></a>\nFinalize</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/fd604bd34f0343472521a36da1fbd22e793e14fd\"><code>fd604bd</code></a>\nMerge pull request <a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/120\">#120</a> from\njaraco/bugfix/119-malformed-paths</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/c18417ed2953e181728a7dac07bff88a2190abf7\"><code>c18417e</code></a>\nAdd news fragment.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/58115d2be968644ce71ce6bcc9b79826c82a1806\"><code>58115d2</code></a>\nEmploy SanitizedNames in CompleteDirs. Fixes broken test.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/564fcc10cdbfdaecdb33688e149827465931c9e0\"><code>564fcc1</code></a>\nAdd SanitizedNames mixin.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/79a309fe54dc6b7934fb72e9f31bcb58f2e9f547\"><code>79a309f</code></a>\nAdd some assertions about malformed paths.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/2d015c22348fab46ca765339f55f84fe9d6e8115\"><code>2d015c2</code></a>\nMerge <a\nhref=\"https://github.com/jaraco/skeleton\">https://github.com/jaraco/skeleton</a></li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/a595a0fad054cd20b69d3e954c99174e3a548938\"><code>a595a0f</code></a>\nRename extras to align with core metadata spec.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/608f90a6e74919501577a1312dc5c7d8e1d391d7\"><code>608f90a</code></a>\nFinalize</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/3a22d724acf874111b43f87f7110225122ec3de5\"><code>3a22d72</code></a>\nMerge pull request <a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/118\">#118</a> from\njaraco/feature/is-symlink</li>\n<li>Additional commits viewable in <a\nhref=\"https://github.com/jaraco/zipp/compare/v0.6.0...v3.19.1\">compare\nview</a></li>\n</ul>\n</details>\n<br />\n\n\n[![Dependabot compatibility\nscore](https://dependabot-badges.githubapp.com/badges/compatibility_score?dependency-name=zipp&package-manager=pip&previous-version=0.6.0&new-version=3.19.1)](https://docs.github.com/en/github/managing-security-vulnerabilities/about-dependabot-security-updates#about-compatibility-scores)\n\nDependabot will resolve any conflicts with this PR as long as you don't\nalter it yourself. You can also trigger a rebase manually by commenting\n`@dependabot rebase`.\n\n[//]: # (dependabot-automerge-start)\n[//]: # (dependabot-automerge-end)\n\n---\n\n<details>\n<summary>Dependabot commands and options</summary>\n<br />\n\nYou can trigger Dependabot actions by commenting on this PR:\n- `@dependabot rebase` will rebase this PR\n- `@dependabot recreate` will recreate this PR, overwriting any edits\nthat have been made to it\n- `@dependabot merge` will merge this PR after your CI passes on it\n- `@dependabot squash and merge` will squash and merge this PR after\nyour CI passes on it\n- `@dependabot cancel merge` will cancel a previously requested merge\nand block automerging\n- `@dependabot reopen` will reopen this PR if it is closed\n- `@dependabot close` will close this PR and stop Dependabot recreating\nit. You can achieve the same result by closing it manually\n- `@dependabot show <dependency name> ignore conditions` will show all\nof the ignore conditions of the specified dependency\n- `@dependabot ignore this major version` will close this PR and stop\nDependabot creating any more for this major version (unless you reopen\nthe PR or upgrade to it yourself)\n- `@dependabot ignore this minor version` will close this PR and stop\nDependabot creating any more for this minor version (unless you reopen\nthe PR or upgrade to it yourself)\n- `@dependabot ignore this dependency` will close this PR and stop\nDependabot creating any more for this dependency (unless you reopen the\nPR or upgrade to it yourself)\nYou can disable automated security fix PRs for this repo from the\n[Security Alerts\npage](https://github.com/benchmark-action/github-action-benchmark/network/alerts).\n\n</details>\n\nSigned-off-by: dependabot[bot] <support@github.com>\nCo-authored-by: dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>",
          "timestamp": "2026-03-26T21:47:06+01:00",
          "tree_id": "6a27e3e787599abe11fe064453ceaa682e95c153",
          "url": "https://github.com/benchmark-action/github-action-benchmark/commit/b0e7057f76614dd5c0355257b2b77ee514f3e77b"
        },
        "date": 1774558139093,
        "tool": "cargo",
        "benches": [
          {
            "name": "BenchFib10",
            "value": 159,
            "range": "± 0",
            "unit": "ns/iter"
          },
          {
            "name": "BenchFib20",
            "value": 20136,
            "range": "± 106",
            "unit": "ns/iter"
          },
          {
            "name": "Fibonacci/Recursive/20",
            "value": 20136,
            "range": "± 410",
            "unit": "ns/iter"
          },
          {
            "name": "Fibonacci/Iterative/20",
            "value": 3,
            "range": "± 0",
            "unit": "ns/iter"
          },
          {
            "name": "Fibonacci/Recursive/21",
            "value": 32589,
            "range": "± 79",
            "unit": "ns/iter"
          },
          {
            "name": "Fibonacci/Iterative/21",
            "value": 3,
            "range": "± 0",
            "unit": "ns/iter"
          }
        ]
      },
      {
        "commit": {
          "author": {
            "email": "k.trzesniewski@gmail.com",
            "name": "Chris Trzesniewski",
            "username": "ktrz"
          },
          "committer": {
            "email": "k.trzesniewski@gmail.com",
            "name": "Chris Trzesniewski",
            "username": "ktrz"
          },
          "distinct": true,
          "id": "c38cce98215cf75e178ecd5a0c1a1ab215e93006",
          "message": "release v1.22.0",
          "timestamp": "2026-03-31T06:53:51+02:00",
          "tree_id": "bcd62a1fb1374f67221a37001260ca831840ac40",
          "url": "https://github.com/benchmark-action/github-action-benchmark/commit/c38cce98215cf75e178ecd5a0c1a1ab215e93006"
        },
        "date": 1774932981212,
        "tool": "cargo",
        "benches": [
          {
            "name": "BenchFib10",
            "value": 159,
            "range": "± 5",
            "unit": "ns/iter"
          },
          {
            "name": "BenchFib20",
            "value": 20195,
            "range": "± 2950",
            "unit": "ns/iter"
          },
          {
            "name": "Fibonacci/Recursive/20",
            "value": 20133,
            "range": "± 102",
            "unit": "ns/iter"
          },
          {
            "name": "Fibonacci/Iterative/20",
            "value": 3,
            "range": "± 0",
            "unit": "ns/iter"
          },
          {
            "name": "Fibonacci/Recursive/21",
            "value": 32569,
            "range": "± 325",
            "unit": "ns/iter"
          },
          {
            "name": "Fibonacci/Iterative/21",
            "value": 3,
            "range": "± 0",
            "unit": "ns/iter"
          }
        ]
      }
    ],
    "Go Benchmark": [
      {
        "commit": {
          "author": {
            "email": "49699333+dependabot[bot]@users.noreply.github.com",
            "name": "dependabot[bot]",
            "username": "dependabot[bot]"
          },
          "committer": {
            "email": "noreply@github.com",
            "name": "GitHub",
            "username": "web-flow"
          },
          "distinct": true,
          "id": "b0e7057f76614dd5c0355257b2b77ee514f3e77b",
          "message": "chore(deps): bump zipp from 0.6.0 to 3.19.1 in /examples/pytest (#256)\n\nBumps [zipp](https://github.com/jaraco/zipp) from 0.6.0 to 3.19.1.\n<details>\n<summary>Changelog</summary>\n<p><em>Sourced from <a\nhref=\"https://github.com/jaraco/zipp/blob/main/NEWS.rst\">zipp's\nchangelog</a>.</em></p>\n<blockquote>\n<h1>v3.19.1</h1>\n<h2>Bugfixes</h2>\n<ul>\n<li>Improved handling of malformed zip files. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/119\">#119</a>)</li>\n</ul>\n<h1>v3.19.0</h1>\n<h2>Features</h2>\n<ul>\n<li>Implement is_symlink. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/117\">#117</a>)</li>\n</ul>\n<h1>v3.18.2</h1>\n<p>No significant changes.</p>\n<h1>v3.18.1</h1>\n<p>No significant changes.</p>\n<h1>v3.18.0</h1>\n<h2>Features</h2>\n<ul>\n<li>Bypass ZipFile.namelist in glob for better performance. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/106\">#106</a>)</li>\n<li>Refactored glob functionality to support a more generalized solution\nwith support for platform-specific path separators. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/108\">#108</a>)</li>\n</ul>\n<h2>Bugfixes</h2>\n<ul>\n<li>Add special accounting for pypy when computing the stack level for\ntext encoding warnings. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/114\">#114</a>)</li>\n</ul>\n<h1>v3.17.0</h1>\n<p>Features</p>\n<!-- raw HTML omitted -->\n</blockquote>\n<p>... (truncated)</p>\n</details>\n<details>\n<summary>Commits</summary>\n<ul>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/6d1cb72aa55e0536f35d2af128994b5a61ca4c1a\"><code>6d1cb72</code></a>\nFinalize</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/fd604bd34f0343472521a36da1fbd22e793e14fd\"><code>fd604bd</code></a>\nMerge pull request <a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/120\">#120</a> from\njaraco/bugfix/119-malformed-paths</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/c18417ed2953e181728a7dac07bff88a2190abf7\"><code>c18417e</code></a>\nAdd news fragment.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/58115d2be968644ce71ce6bcc9b79826c82a1806\"><code>58115d2</code></a>\nEmploy SanitizedNames in CompleteDirs. Fixes broken test.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/564fcc10cdbfdaecdb33688e149827465931c9e0\"><code>564fcc1</code></a>\nAdd SanitizedNames mixin.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/79a309fe54dc6b7934fb72e9f31bcb58f2e9f547\"><code>79a309f</code></a>\nAdd some assertions about malformed paths.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/2d015c22348fab46ca765339f55f84fe9d6e8115\"><code>2d015c2</code></a>\nMerge <a\nhref=\"https://github.com/jaraco/skeleton\">https://github.com/jaraco/skeleton</a></li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/a595a0fad054cd20b69d3e954c99174e3a548938\"><code>a595a0f</code></a>\nRename extras to align with core metadata spec.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/608f90a6e74919501577a1312dc5c7d8e1d391d7\"><code>608f90a</code></a>\nFinalize</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/3a22d724acf874111b43f87f7110225122ec3de5\"><code>3a22d72</code></a>\nMerge pull request <a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/118\">#118</a> from\njaraco/feature/is-symlink</li>\n<li>Additional commits viewable in <a\nhref=\"https://github.com/jaraco/zipp/compare/v0.6.0...v3.19.1\">compare\nview</a></li>\n</ul>\n</details>\n<br />\n\n\n[![Dependabot compatibility\nscore](https://dependabot-badges.githubapp.com/badges/compatibility_score?dependency-name=zipp&package-manager=pip&previous-version=0.6.0&new-version=3.19.1)](https://docs.github.com/en/github/managing-security-vulnerabilities/about-dependabot-security-updates#about-compatibility-scores)\n\nDependabot will resolve any conflicts with this PR as long as you don't\nalter it yourself. You can also trigger a rebase manually by commenting\n`@dependabot rebase`.\n\n[//]: # (dependabot-automerge-start)\n[//]: # (dependabot-automerge-end)\n\n---\n\n<details>\n<summary>Dependabot commands and options</summary>\n<br />\n\nYou can trigger Dependabot actions by commenting on this PR:\n- `@dependabot rebase` will rebase this PR\n- `@dependabot recreate` will recreate this PR, overwriting any edits\nthat have been made to it\n- `@dependabot merge` will merge this PR after your CI passes on it\n- `@dependabot squash and merge` will squash and merge this PR after\nyour CI passes on it\n- `@dependabot cancel merge` will cancel a previously requested merge\nand block automerging\n- `@dependabot reopen` will reopen this PR if it is closed\n- `@dependabot close` will close this PR and stop Dependabot recreating\nit. You can achieve the same result by closing it manually\n- `@dependabot show <dependency name> ignore conditions` will show all\nof the ignore conditions of the specified dependency\n- `@dependabot ignore this major version` will close this PR and stop\nDependabot creating any more for this major version (unless you reopen\nthe PR or upgrade to it yourself)\n- `@dependabot ignore this minor version` will close this PR and stop\nDependabot creating any more for this minor version (unless you reopen\nthe PR or upgrade to it yourself)\n- `@dependabot ignore this dependency` will close this PR and stop\nDependabot creating any more for this dependency (unless you reopen the\nPR or upgrade to it yourself)\nYou can disable automated security fix PRs for this repo from the\n[Security Alerts\npage](https://github.com/benchmark-action/github-action-benchmark/network/alerts).\n\n</details>\n\nSigned-off-by: dependabot[bot] <support@github.com>\nCo-authored-by: dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>",
          "timestamp": "2026-03-26T21:47:06+01:00",
          "tree_id": "6a27e3e787599abe11fe064453ceaa682e95c153",
          "url": "https://github.com/benchmark-action/github-action-benchmark/commit/b0e7057f76614dd5c0355257b2b77ee514f3e77b"
        },
        "date": 1774558056708,
        "tool": "go",
        "benches": [
          {
            "name": "BenchmarkFib10",
            "value": 312.8,
            "unit": "ns/op",
            "extra": "3888651 times\n4 procs"
          },
          {
            "name": "BenchmarkFib20",
            "value": 39900,
            "unit": "ns/op",
            "extra": "31315 times\n4 procs"
          },
          {
            "name": "BenchmarkFib20WithAuxMetric",
            "value": 41214,
            "unit": "ns/op\t         4.000 auxMetricUnits",
            "extra": "30127 times\n4 procs"
          },
          {
            "name": "BenchmarkFib20WithAuxMetric - ns/op",
            "value": 41214,
            "unit": "ns/op",
            "extra": "30127 times\n4 procs"
          },
          {
            "name": "BenchmarkFib20WithAuxMetric - auxMetricUnits",
            "value": 4,
            "unit": "auxMetricUnits",
            "extra": "30127 times\n4 procs"
          }
        ]
      },
      {
        "commit": {
          "author": {
            "email": "k.trzesniewski@gmail.com",
            "name": "Chris Trzesniewski",
            "username": "ktrz"
          },
          "committer": {
            "email": "k.trzesniewski@gmail.com",
            "name": "Chris Trzesniewski",
            "username": "ktrz"
          },
          "distinct": true,
          "id": "c38cce98215cf75e178ecd5a0c1a1ab215e93006",
          "message": "release v1.22.0",
          "timestamp": "2026-03-31T06:53:51+02:00",
          "tree_id": "bcd62a1fb1374f67221a37001260ca831840ac40",
          "url": "https://github.com/benchmark-action/github-action-benchmark/commit/c38cce98215cf75e178ecd5a0c1a1ab215e93006"
        },
        "date": 1774932909156,
        "tool": "go",
        "benches": [
          {
            "name": "BenchmarkFib10",
            "value": 313.1,
            "unit": "ns/op",
            "extra": "3852480 times\n4 procs"
          },
          {
            "name": "BenchmarkFib20",
            "value": 39994,
            "unit": "ns/op",
            "extra": "30343 times\n4 procs"
          },
          {
            "name": "BenchmarkFib20WithAuxMetric",
            "value": 40052,
            "unit": "ns/op\t         4.000 auxMetricUnits",
            "extra": "30248 times\n4 procs"
          },
          {
            "name": "BenchmarkFib20WithAuxMetric - ns/op",
            "value": 40052,
            "unit": "ns/op",
            "extra": "30248 times\n4 procs"
          },
          {
            "name": "BenchmarkFib20WithAuxMetric - auxMetricUnits",
            "value": 4,
            "unit": "auxMetricUnits",
            "extra": "30248 times\n4 procs"
          }
        ]
      }
    ],
    "Benchmark.js Benchmark": [
      {
        "commit": {
          "author": {
            "email": "49699333+dependabot[bot]@users.noreply.github.com",
            "name": "dependabot[bot]",
            "username": "dependabot[bot]"
          },
          "committer": {
            "email": "noreply@github.com",
            "name": "GitHub",
            "username": "web-flow"
          },
          "distinct": true,
          "id": "b0e7057f76614dd5c0355257b2b77ee514f3e77b",
          "message": "chore(deps): bump zipp from 0.6.0 to 3.19.1 in /examples/pytest (#256)\n\nBumps [zipp](https://github.com/jaraco/zipp) from 0.6.0 to 3.19.1.\n<details>\n<summary>Changelog</summary>\n<p><em>Sourced from <a\nhref=\"https://github.com/jaraco/zipp/blob/main/NEWS.rst\">zipp's\nchangelog</a>.</em></p>\n<blockquote>\n<h1>v3.19.1</h1>\n<h2>Bugfixes</h2>\n<ul>\n<li>Improved handling of malformed zip files. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/119\">#119</a>)</li>\n</ul>\n<h1>v3.19.0</h1>\n<h2>Features</h2>\n<ul>\n<li>Implement is_symlink. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/117\">#117</a>)</li>\n</ul>\n<h1>v3.18.2</h1>\n<p>No significant changes.</p>\n<h1>v3.18.1</h1>\n<p>No significant changes.</p>\n<h1>v3.18.0</h1>\n<h2>Features</h2>\n<ul>\n<li>Bypass ZipFile.namelist in glob for better performance. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/106\">#106</a>)</li>\n<li>Refactored glob functionality to support a more generalized solution\nwith support for platform-specific path separators. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/108\">#108</a>)</li>\n</ul>\n<h2>Bugfixes</h2>\n<ul>\n<li>Add special accounting for pypy when computing the stack level for\ntext encoding warnings. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/114\">#114</a>)</li>\n</ul>\n<h1>v3.17.0</h1>\n<p>Features</p>\n<!-- raw HTML omitted -->\n</blockquote>\n<p>... (truncated)</p>\n</details>\n<details>\n<summary>Commits</summary>\n<ul>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/6d1cb72aa55e0536f35d2af128994b5a61ca4c1a\"><code>6d1cb72</code></a>\nFinalize</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/fd604bd34f0343472521a36da1fbd22e793e14fd\"><code>fd604bd</code></a>\nMerge pull request <a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/120\">#120</a> from\njaraco/bugfix/119-malformed-paths</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/c18417ed2953e181728a7dac07bff88a2190abf7\"><code>c18417e</code></a>\nAdd news fragment.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/58115d2be968644ce71ce6bcc9b79826c82a1806\"><code>58115d2</code></a>\nEmploy SanitizedNames in CompleteDirs. Fixes broken test.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/564fcc10cdbfdaecdb33688e149827465931c9e0\"><code>564fcc1</code></a>\nAdd SanitizedNames mixin.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/79a309fe54dc6b7934fb72e9f31bcb58f2e9f547\"><code>79a309f</code></a>\nAdd some assertions about malformed paths.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/2d015c22348fab46ca765339f55f84fe9d6e8115\"><code>2d015c2</code></a>\nMerge <a\nhref=\"https://github.com/jaraco/skeleton\">https://github.com/jaraco/skeleton</a></li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/a595a0fad054cd20b69d3e954c99174e3a548938\"><code>a595a0f</code></a>\nRename extras to align with core metadata spec.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/608f90a6e74919501577a1312dc5c7d8e1d391d7\"><code>608f90a</code></a>\nFinalize</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/3a22d724acf874111b43f87f7110225122ec3de5\"><code>3a22d72</code></a>\nMerge pull request <a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/118\">#118</a> from\njaraco/feature/is-symlink</li>\n<li>Additional commits viewable in <a\nhref=\"https://github.com/jaraco/zipp/compare/v0.6.0...v3.19.1\">compare\nview</a></li>\n</ul>\n</details>\n<br />\n\n\n[![Dependabot compatibility\nscore](https://dependabot-badges.githubapp.com/badges/compatibility_score?dependency-name=zipp&package-manager=pip&previous-version=0.6.0&new-version=3.19.1)](https://docs.github.com/en/github/managing-security-vulnerabilities/about-dependabot-security-updates#about-compatibility-scores)\n\nDependabot will resolve any conflicts with this PR as long as you don't\nalter it yourself. You can also trigger a rebase manually by commenting\n`@dependabot rebase`.\n\n[//]: # (dependabot-automerge-start)\n[//]: # (dependabot-automerge-end)\n\n---\n\n<details>\n<summary>Dependabot commands and options</summary>\n<br />\n\nYou can trigger Dependabot actions by commenting on this PR:\n- `@dependabot rebase` will rebase this PR\n- `@dependabot recreate` will recreate this PR, overwriting any edits\nthat have been made to it\n- `@dependabot merge` will merge this PR after your CI passes on it\n- `@dependabot squash and merge` will squash and merge this PR after\nyour CI passes on it\n- `@dependabot cancel merge` will cancel a previously requested merge\nand block automerging\n- `@dependabot reopen` will reopen this PR if it is closed\n- `@dependabot close` will close this PR and stop Dependabot recreating\nit. You can achieve the same result by closing it manually\n- `@dependabot show <dependency name> ignore conditions` will show all\nof the ignore conditions of the specified dependency\n- `@dependabot ignore this major version` will close this PR and stop\nDependabot creating any more for this major version (unless you reopen\nthe PR or upgrade to it yourself)\n- `@dependabot ignore this minor version` will close this PR and stop\nDependabot creating any more for this minor version (unless you reopen\nthe PR or upgrade to it yourself)\n- `@dependabot ignore this dependency` will close this PR and stop\nDependabot creating any more for this dependency (unless you reopen the\nPR or upgrade to it yourself)\nYou can disable automated security fix PRs for this repo from the\n[Security Alerts\npage](https://github.com/benchmark-action/github-action-benchmark/network/alerts).\n\n</details>\n\nSigned-off-by: dependabot[bot] <support@github.com>\nCo-authored-by: dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>",
          "timestamp": "2026-03-26T21:47:06+01:00",
          "tree_id": "6a27e3e787599abe11fe064453ceaa682e95c153",
          "url": "https://github.com/benchmark-action/github-action-benchmark/commit/b0e7057f76614dd5c0355257b2b77ee514f3e77b"
        },
        "date": 1774558051065,
        "tool": "benchmarkjs",
        "benches": [
          {
            "name": "fib(10)",
            "value": 1599064,
            "range": "±0.18%",
            "unit": "ops/sec",
            "extra": "96 samples"
          },
          {
            "name": "fib(20)",
            "value": 12011,
            "range": "±0.52%",
            "unit": "ops/sec",
            "extra": "92 samples"
          }
        ]
      },
      {
        "commit": {
          "author": {
            "email": "k.trzesniewski@gmail.com",
            "name": "Chris Trzesniewski",
            "username": "ktrz"
          },
          "committer": {
            "email": "k.trzesniewski@gmail.com",
            "name": "Chris Trzesniewski",
            "username": "ktrz"
          },
          "distinct": true,
          "id": "c38cce98215cf75e178ecd5a0c1a1ab215e93006",
          "message": "release v1.22.0",
          "timestamp": "2026-03-31T06:53:51+02:00",
          "tree_id": "bcd62a1fb1374f67221a37001260ca831840ac40",
          "url": "https://github.com/benchmark-action/github-action-benchmark/commit/c38cce98215cf75e178ecd5a0c1a1ab215e93006"
        },
        "date": 1774932863692,
        "tool": "benchmarkjs",
        "benches": [
          {
            "name": "fib(10)",
            "value": 1594568,
            "range": "±0.19%",
            "unit": "ops/sec",
            "extra": "94 samples"
          },
          {
            "name": "fib(20)",
            "value": 12979,
            "range": "±0.46%",
            "unit": "ops/sec",
            "extra": "98 samples"
          }
        ]
      }
    ],
    "Python Benchmark with pytest-benchmark": [
      {
        "commit": {
          "author": {
            "email": "49699333+dependabot[bot]@users.noreply.github.com",
            "name": "dependabot[bot]",
            "username": "dependabot[bot]"
          },
          "committer": {
            "email": "noreply@github.com",
            "name": "GitHub",
            "username": "web-flow"
          },
          "distinct": true,
          "id": "b0e7057f76614dd5c0355257b2b77ee514f3e77b",
          "message": "chore(deps): bump zipp from 0.6.0 to 3.19.1 in /examples/pytest (#256)\n\nBumps [zipp](https://github.com/jaraco/zipp) from 0.6.0 to 3.19.1.\n<details>\n<summary>Changelog</summary>\n<p><em>Sourced from <a\nhref=\"https://github.com/jaraco/zipp/blob/main/NEWS.rst\">zipp's\nchangelog</a>.</em></p>\n<blockquote>\n<h1>v3.19.1</h1>\n<h2>Bugfixes</h2>\n<ul>\n<li>Improved handling of malformed zip files. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/119\">#119</a>)</li>\n</ul>\n<h1>v3.19.0</h1>\n<h2>Features</h2>\n<ul>\n<li>Implement is_symlink. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/117\">#117</a>)</li>\n</ul>\n<h1>v3.18.2</h1>\n<p>No significant changes.</p>\n<h1>v3.18.1</h1>\n<p>No significant changes.</p>\n<h1>v3.18.0</h1>\n<h2>Features</h2>\n<ul>\n<li>Bypass ZipFile.namelist in glob for better performance. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/106\">#106</a>)</li>\n<li>Refactored glob functionality to support a more generalized solution\nwith support for platform-specific path separators. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/108\">#108</a>)</li>\n</ul>\n<h2>Bugfixes</h2>\n<ul>\n<li>Add special accounting for pypy when computing the stack level for\ntext encoding warnings. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/114\">#114</a>)</li>\n</ul>\n<h1>v3.17.0</h1>\n<p>Features</p>\n<!-- raw HTML omitted -->\n</blockquote>\n<p>... (truncated)</p>\n</details>\n<details>\n<summary>Commits</summary>\n<ul>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/6d1cb72aa55e0536f35d2af128994b5a61ca4c1a\"><code>6d1cb72</code></a>\nFinalize</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/fd604bd34f0343472521a36da1fbd22e793e14fd\"><code>fd604bd</code></a>\nMerge pull request <a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/120\">#120</a> from\njaraco/bugfix/119-malformed-paths</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/c18417ed2953e181728a7dac07bff88a2190abf7\"><code>c18417e</code></a>\nAdd news fragment.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/58115d2be968644ce71ce6bcc9b79826c82a1806\"><code>58115d2</code></a>\nEmploy SanitizedNames in CompleteDirs. Fixes broken test.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/564fcc10cdbfdaecdb33688e149827465931c9e0\"><code>564fcc1</code></a>\nAdd SanitizedNames mixin.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/79a309fe54dc6b7934fb72e9f31bcb58f2e9f547\"><code>79a309f</code></a>\nAdd some assertions about malformed paths.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/2d015c22348fab46ca765339f55f84fe9d6e8115\"><code>2d015c2</code></a>\nMerge <a\nhref=\"https://github.com/jaraco/skeleton\">https://github.com/jaraco/skeleton</a></li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/a595a0fad054cd20b69d3e954c99174e3a548938\"><code>a595a0f</code></a>\nRename extras to align with core metadata spec.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/608f90a6e74919501577a1312dc5c7d8e1d391d7\"><code>608f90a</code></a>\nFinalize</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/3a22d724acf874111b43f87f7110225122ec3de5\"><code>3a22d72</code></a>\nMerge pull request <a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/118\">#118</a> from\njaraco/feature/is-symlink</li>\n<li>Additional commits viewable in <a\nhref=\"https://github.com/jaraco/zipp/compare/v0.6.0...v3.19.1\">compare\nview</a></li>\n</ul>\n</details>\n<br />\n\n\n[![Dependabot compatibility\nscore](https://dependabot-badges.githubapp.com/badges/compatibility_score?dependency-name=zipp&package-manager=pip&previous-version=0.6.0&new-version=3.19.1)](https://docs.github.com/en/github/managing-security-vulnerabilities/about-dependabot-security-updates#about-compatibility-scores)\n\nDependabot will resolve any conflicts with this PR as long as you don't\nalter it yourself. You can also trigger a rebase manually by commenting\n`@dependabot rebase`.\n\n[//]: # (dependabot-automerge-start)\n[//]: # (dependabot-automerge-end)\n\n---\n\n<details>\n<summary>Dependabot commands and options</summary>\n<br />\n\nYou can trigger Dependabot actions by commenting on this PR:\n- `@dependabot rebase` will rebase this PR\n- `@dependabot recreate` will recreate this PR, overwriting any edits\nthat have been made to it\n- `@dependabot merge` will merge this PR after your CI passes on it\n- `@dependabot squash and merge` will squash and merge this PR after\nyour CI passes on it\n- `@dependabot cancel merge` will cancel a previously requested merge\nand block automerging\n- `@dependabot reopen` will reopen this PR if it is closed\n- `@dependabot close` will close this PR and stop Dependabot recreating\nit. You can achieve the same result by closing it manually\n- `@dependabot show <dependency name> ignore conditions` will show all\nof the ignore conditions of the specified dependency\n- `@dependabot ignore this major version` will close this PR and stop\nDependabot creating any more for this major version (unless you reopen\nthe PR or upgrade to it yourself)\n- `@dependabot ignore this minor version` will close this PR and stop\nDependabot creating any more for this minor version (unless you reopen\nthe PR or upgrade to it yourself)\n- `@dependabot ignore this dependency` will close this PR and stop\nDependabot creating any more for this dependency (unless you reopen the\nPR or upgrade to it yourself)\nYou can disable automated security fix PRs for this repo from the\n[Security Alerts\npage](https://github.com/benchmark-action/github-action-benchmark/network/alerts).\n\n</details>\n\nSigned-off-by: dependabot[bot] <support@github.com>\nCo-authored-by: dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>",
          "timestamp": "2026-03-26T21:47:06+01:00",
          "tree_id": "6a27e3e787599abe11fe064453ceaa682e95c153",
          "url": "https://github.com/benchmark-action/github-action-benchmark/commit/b0e7057f76614dd5c0355257b2b77ee514f3e77b"
        },
        "date": 1774558051628,
        "tool": "pytest",
        "benches": [
          {
            "name": "bench.py::test_fib_10",
            "value": 70848.94520219282,
            "unit": "iter/sec",
            "range": "stddev: 0.000002938545720173083",
            "extra": "mean: 14.114536174760856 usec\nrounds: 34513"
          },
          {
            "name": "bench.py::test_fib_20",
            "value": 623.4112781810163,
            "unit": "iter/sec",
            "range": "stddev: 0.00014137581457961343",
            "extra": "mean: 1.6040774926590848 msec\nrounds: 613"
          }
        ]
      },
      {
        "commit": {
          "author": {
            "email": "k.trzesniewski@gmail.com",
            "name": "Chris Trzesniewski",
            "username": "ktrz"
          },
          "committer": {
            "email": "k.trzesniewski@gmail.com",
            "name": "Chris Trzesniewski",
            "username": "ktrz"
          },
          "distinct": true,
          "id": "c38cce98215cf75e178ecd5a0c1a1ab215e93006",
          "message": "release v1.22.0",
          "timestamp": "2026-03-31T06:53:51+02:00",
          "tree_id": "bcd62a1fb1374f67221a37001260ca831840ac40",
          "url": "https://github.com/benchmark-action/github-action-benchmark/commit/c38cce98215cf75e178ecd5a0c1a1ab215e93006"
        },
        "date": 1774932868914,
        "tool": "pytest",
        "benches": [
          {
            "name": "bench.py::test_fib_10",
            "value": 76327.03241590009,
            "unit": "iter/sec",
            "range": "stddev: 0.0000012571315525798022",
            "extra": "mean: 13.101518143022743 usec\nrounds: 29984"
          },
          {
            "name": "bench.py::test_fib_20",
            "value": 604.5755406814991,
            "unit": "iter/sec",
            "range": "stddev: 0.000018037065721222928",
            "extra": "mean: 1.6540530218486251 msec\nrounds: 595"
          }
        ]
      }
    ],
    "C++ Benchmark": [
      {
        "commit": {
          "author": {
            "email": "49699333+dependabot[bot]@users.noreply.github.com",
            "name": "dependabot[bot]",
            "username": "dependabot[bot]"
          },
          "committer": {
            "email": "noreply@github.com",
            "name": "GitHub",
            "username": "web-flow"
          },
          "distinct": true,
          "id": "b0e7057f76614dd5c0355257b2b77ee514f3e77b",
          "message": "chore(deps): bump zipp from 0.6.0 to 3.19.1 in /examples/pytest (#256)\n\nBumps [zipp](https://github.com/jaraco/zipp) from 0.6.0 to 3.19.1.\n<details>\n<summary>Changelog</summary>\n<p><em>Sourced from <a\nhref=\"https://github.com/jaraco/zipp/blob/main/NEWS.rst\">zipp's\nchangelog</a>.</em></p>\n<blockquote>\n<h1>v3.19.1</h1>\n<h2>Bugfixes</h2>\n<ul>\n<li>Improved handling of malformed zip files. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/119\">#119</a>)</li>\n</ul>\n<h1>v3.19.0</h1>\n<h2>Features</h2>\n<ul>\n<li>Implement is_symlink. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/117\">#117</a>)</li>\n</ul>\n<h1>v3.18.2</h1>\n<p>No significant changes.</p>\n<h1>v3.18.1</h1>\n<p>No significant changes.</p>\n<h1>v3.18.0</h1>\n<h2>Features</h2>\n<ul>\n<li>Bypass ZipFile.namelist in glob for better performance. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/106\">#106</a>)</li>\n<li>Refactored glob functionality to support a more generalized solution\nwith support for platform-specific path separators. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/108\">#108</a>)</li>\n</ul>\n<h2>Bugfixes</h2>\n<ul>\n<li>Add special accounting for pypy when computing the stack level for\ntext encoding warnings. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/114\">#114</a>)</li>\n</ul>\n<h1>v3.17.0</h1>\n<p>Features</p>\n<!-- raw HTML omitted -->\n</blockquote>\n<p>... (truncated)</p>\n</details>\n<details>\n<summary>Commits</summary>\n<ul>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/6d1cb72aa55e0536f35d2af128994b5a61ca4c1a\"><code>6d1cb72</code></a>\nFinalize</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/fd604bd34f0343472521a36da1fbd22e793e14fd\"><code>fd604bd</code></a>\nMerge pull request <a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/120\">#120</a> from\njaraco/bugfix/119-malformed-paths</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/c18417ed2953e181728a7dac07bff88a2190abf7\"><code>c18417e</code></a>\nAdd news fragment.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/58115d2be968644ce71ce6bcc9b79826c82a1806\"><code>58115d2</code></a>\nEmploy SanitizedNames in CompleteDirs. Fixes broken test.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/564fcc10cdbfdaecdb33688e149827465931c9e0\"><code>564fcc1</code></a>\nAdd SanitizedNames mixin.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/79a309fe54dc6b7934fb72e9f31bcb58f2e9f547\"><code>79a309f</code></a>\nAdd some assertions about malformed paths.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/2d015c22348fab46ca765339f55f84fe9d6e8115\"><code>2d015c2</code></a>\nMerge <a\nhref=\"https://github.com/jaraco/skeleton\">https://github.com/jaraco/skeleton</a></li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/a595a0fad054cd20b69d3e954c99174e3a548938\"><code>a595a0f</code></a>\nRename extras to align with core metadata spec.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/608f90a6e74919501577a1312dc5c7d8e1d391d7\"><code>608f90a</code></a>\nFinalize</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/3a22d724acf874111b43f87f7110225122ec3de5\"><code>3a22d72</code></a>\nMerge pull request <a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/118\">#118</a> from\njaraco/feature/is-symlink</li>\n<li>Additional commits viewable in <a\nhref=\"https://github.com/jaraco/zipp/compare/v0.6.0...v3.19.1\">compare\nview</a></li>\n</ul>\n</details>\n<br />\n\n\n[![Dependabot compatibility\nscore](https://dependabot-badges.githubapp.com/badges/compatibility_score?dependency-name=zipp&package-manager=pip&previous-version=0.6.0&new-version=3.19.1)](https://docs.github.com/en/github/managing-security-vulnerabilities/about-dependabot-security-updates#about-compatibility-scores)\n\nDependabot will resolve any conflicts with this PR as long as you don't\nalter it yourself. You can also trigger a rebase manually by commenting\n`@dependabot rebase`.\n\n[//]: # (dependabot-automerge-start)\n[//]: # (dependabot-automerge-end)\n\n---\n\n<details>\n<summary>Dependabot commands and options</summary>\n<br />\n\nYou can trigger Dependabot actions by commenting on this PR:\n- `@dependabot rebase` will rebase this PR\n- `@dependabot recreate` will recreate this PR, overwriting any edits\nthat have been made to it\n- `@dependabot merge` will merge this PR after your CI passes on it\n- `@dependabot squash and merge` will squash and merge this PR after\nyour CI passes on it\n- `@dependabot cancel merge` will cancel a previously requested merge\nand block automerging\n- `@dependabot reopen` will reopen this PR if it is closed\n- `@dependabot close` will close this PR and stop Dependabot recreating\nit. You can achieve the same result by closing it manually\n- `@dependabot show <dependency name> ignore conditions` will show all\nof the ignore conditions of the specified dependency\n- `@dependabot ignore this major version` will close this PR and stop\nDependabot creating any more for this major version (unless you reopen\nthe PR or upgrade to it yourself)\n- `@dependabot ignore this minor version` will close this PR and stop\nDependabot creating any more for this minor version (unless you reopen\nthe PR or upgrade to it yourself)\n- `@dependabot ignore this dependency` will close this PR and stop\nDependabot creating any more for this dependency (unless you reopen the\nPR or upgrade to it yourself)\nYou can disable automated security fix PRs for this repo from the\n[Security Alerts\npage](https://github.com/benchmark-action/github-action-benchmark/network/alerts).\n\n</details>\n\nSigned-off-by: dependabot[bot] <support@github.com>\nCo-authored-by: dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>",
          "timestamp": "2026-03-26T21:47:06+01:00",
          "tree_id": "6a27e3e787599abe11fe064453ceaa682e95c153",
          "url": "https://github.com/benchmark-action/github-action-benchmark/commit/b0e7057f76614dd5c0355257b2b77ee514f3e77b"
        },
        "date": 1774558043063,
        "tool": "googlecpp",
        "benches": [
          {
            "name": "fib_10",
            "value": 181.33170682825207,
            "unit": "ns/iter",
            "extra": "iterations: 3941785\ncpu: 181.24706116645123 ns\nthreads: 1"
          },
          {
            "name": "fib_20",
            "value": 22430.895335854526,
            "unit": "ns/iter",
            "extra": "iterations: 27765\ncpu: 22427.219629029354 ns\nthreads: 1"
          }
        ]
      },
      {
        "commit": {
          "author": {
            "email": "k.trzesniewski@gmail.com",
            "name": "Chris Trzesniewski",
            "username": "ktrz"
          },
          "committer": {
            "email": "k.trzesniewski@gmail.com",
            "name": "Chris Trzesniewski",
            "username": "ktrz"
          },
          "distinct": true,
          "id": "c38cce98215cf75e178ecd5a0c1a1ab215e93006",
          "message": "release v1.22.0",
          "timestamp": "2026-03-31T06:53:51+02:00",
          "tree_id": "bcd62a1fb1374f67221a37001260ca831840ac40",
          "url": "https://github.com/benchmark-action/github-action-benchmark/commit/c38cce98215cf75e178ecd5a0c1a1ab215e93006"
        },
        "date": 1774932858656,
        "tool": "googlecpp",
        "benches": [
          {
            "name": "fib_10",
            "value": 177.50045639073818,
            "unit": "ns/iter",
            "extra": "iterations: 3946180\ncpu: 177.4838215692138 ns\nthreads: 1"
          },
          {
            "name": "fib_20",
            "value": 23132.19766959291,
            "unit": "ns/iter",
            "extra": "iterations: 31325\ncpu: 23128.78295291301 ns\nthreads: 1"
          }
        ]
      }
    ],
    "Catch2 Benchmark": [
      {
        "commit": {
          "author": {
            "email": "49699333+dependabot[bot]@users.noreply.github.com",
            "name": "dependabot[bot]",
            "username": "dependabot[bot]"
          },
          "committer": {
            "email": "noreply@github.com",
            "name": "GitHub",
            "username": "web-flow"
          },
          "distinct": true,
          "id": "b0e7057f76614dd5c0355257b2b77ee514f3e77b",
          "message": "chore(deps): bump zipp from 0.6.0 to 3.19.1 in /examples/pytest (#256)\n\nBumps [zipp](https://github.com/jaraco/zipp) from 0.6.0 to 3.19.1.\n<details>\n<summary>Changelog</summary>\n<p><em>Sourced from <a\nhref=\"https://github.com/jaraco/zipp/blob/main/NEWS.rst\">zipp's\nchangelog</a>.</em></p>\n<blockquote>\n<h1>v3.19.1</h1>\n<h2>Bugfixes</h2>\n<ul>\n<li>Improved handling of malformed zip files. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/119\">#119</a>)</li>\n</ul>\n<h1>v3.19.0</h1>\n<h2>Features</h2>\n<ul>\n<li>Implement is_symlink. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/117\">#117</a>)</li>\n</ul>\n<h1>v3.18.2</h1>\n<p>No significant changes.</p>\n<h1>v3.18.1</h1>\n<p>No significant changes.</p>\n<h1>v3.18.0</h1>\n<h2>Features</h2>\n<ul>\n<li>Bypass ZipFile.namelist in glob for better performance. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/106\">#106</a>)</li>\n<li>Refactored glob functionality to support a more generalized solution\nwith support for platform-specific path separators. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/108\">#108</a>)</li>\n</ul>\n<h2>Bugfixes</h2>\n<ul>\n<li>Add special accounting for pypy when computing the stack level for\ntext encoding warnings. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/114\">#114</a>)</li>\n</ul>\n<h1>v3.17.0</h1>\n<p>Features</p>\n<!-- raw HTML omitted -->\n</blockquote>\n<p>... (truncated)</p>\n</details>\n<details>\n<summary>Commits</summary>\n<ul>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/6d1cb72aa55e0536f35d2af128994b5a61ca4c1a\"><code>6d1cb72</code></a>\nFinalize</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/fd604bd34f0343472521a36da1fbd22e793e14fd\"><code>fd604bd</code></a>\nMerge pull request <a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/120\">#120</a> from\njaraco/bugfix/119-malformed-paths</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/c18417ed2953e181728a7dac07bff88a2190abf7\"><code>c18417e</code></a>\nAdd news fragment.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/58115d2be968644ce71ce6bcc9b79826c82a1806\"><code>58115d2</code></a>\nEmploy SanitizedNames in CompleteDirs. Fixes broken test.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/564fcc10cdbfdaecdb33688e149827465931c9e0\"><code>564fcc1</code></a>\nAdd SanitizedNames mixin.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/79a309fe54dc6b7934fb72e9f31bcb58f2e9f547\"><code>79a309f</code></a>\nAdd some assertions about malformed paths.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/2d015c22348fab46ca765339f55f84fe9d6e8115\"><code>2d015c2</code></a>\nMerge <a\nhref=\"https://github.com/jaraco/skeleton\">https://github.com/jaraco/skeleton</a></li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/a595a0fad054cd20b69d3e954c99174e3a548938\"><code>a595a0f</code></a>\nRename extras to align with core metadata spec.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/608f90a6e74919501577a1312dc5c7d8e1d391d7\"><code>608f90a</code></a>\nFinalize</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/3a22d724acf874111b43f87f7110225122ec3de5\"><code>3a22d72</code></a>\nMerge pull request <a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/118\">#118</a> from\njaraco/feature/is-symlink</li>\n<li>Additional commits viewable in <a\nhref=\"https://github.com/jaraco/zipp/compare/v0.6.0...v3.19.1\">compare\nview</a></li>\n</ul>\n</details>\n<br />\n\n\n[![Dependabot compatibility\nscore](https://dependabot-badges.githubapp.com/badges/compatibility_score?dependency-name=zipp&package-manager=pip&previous-version=0.6.0&new-version=3.19.1)](https://docs.github.com/en/github/managing-security-vulnerabilities/about-dependabot-security-updates#about-compatibility-scores)\n\nDependabot will resolve any conflicts with this PR as long as you don't\nalter it yourself. You can also trigger a rebase manually by commenting\n`@dependabot rebase`.\n\n[//]: # (dependabot-automerge-start)\n[//]: # (dependabot-automerge-end)\n\n---\n\n<details>\n<summary>Dependabot commands and options</summary>\n<br />\n\nYou can trigger Dependabot actions by commenting on this PR:\n- `@dependabot rebase` will rebase this PR\n- `@dependabot recreate` will recreate this PR, overwriting any edits\nthat have been made to it\n- `@dependabot merge` will merge this PR after your CI passes on it\n- `@dependabot squash and merge` will squash and merge this PR after\nyour CI passes on it\n- `@dependabot cancel merge` will cancel a previously requested merge\nand block automerging\n- `@dependabot reopen` will reopen this PR if it is closed\n- `@dependabot close` will close this PR and stop Dependabot recreating\nit. You can achieve the same result by closing it manually\n- `@dependabot show <dependency name> ignore conditions` will show all\nof the ignore conditions of the specified dependency\n- `@dependabot ignore this major version` will close this PR and stop\nDependabot creating any more for this major version (unless you reopen\nthe PR or upgrade to it yourself)\n- `@dependabot ignore this minor version` will close this PR and stop\nDependabot creating any more for this minor version (unless you reopen\nthe PR or upgrade to it yourself)\n- `@dependabot ignore this dependency` will close this PR and stop\nDependabot creating any more for this dependency (unless you reopen the\nPR or upgrade to it yourself)\nYou can disable automated security fix PRs for this repo from the\n[Security Alerts\npage](https://github.com/benchmark-action/github-action-benchmark/network/alerts).\n\n</details>\n\nSigned-off-by: dependabot[bot] <support@github.com>\nCo-authored-by: dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>",
          "timestamp": "2026-03-26T21:47:06+01:00",
          "tree_id": "6a27e3e787599abe11fe064453ceaa682e95c153",
          "url": "https://github.com/benchmark-action/github-action-benchmark/commit/b0e7057f76614dd5c0355257b2b77ee514f3e77b"
        },
        "date": 1774558061452,
        "tool": "catch2",
        "benches": [
          {
            "name": "Fibonacci 10",
            "value": 80.644,
            "range": "± 3.68285",
            "unit": "ns",
            "extra": "100 samples\n361 iterations"
          },
          {
            "name": "Fibonacci 20",
            "value": 7.56563,
            "range": "± 333.142",
            "unit": "us",
            "extra": "100 samples\n4 iterations"
          }
        ]
      },
      {
        "commit": {
          "author": {
            "email": "k.trzesniewski@gmail.com",
            "name": "Chris Trzesniewski",
            "username": "ktrz"
          },
          "committer": {
            "email": "k.trzesniewski@gmail.com",
            "name": "Chris Trzesniewski",
            "username": "ktrz"
          },
          "distinct": true,
          "id": "c38cce98215cf75e178ecd5a0c1a1ab215e93006",
          "message": "release v1.22.0",
          "timestamp": "2026-03-31T06:53:51+02:00",
          "tree_id": "bcd62a1fb1374f67221a37001260ca831840ac40",
          "url": "https://github.com/benchmark-action/github-action-benchmark/commit/c38cce98215cf75e178ecd5a0c1a1ab215e93006"
        },
        "date": 1774932872659,
        "tool": "catch2",
        "benches": [
          {
            "name": "Fibonacci 10",
            "value": 84.3406,
            "range": "± 5.00339",
            "unit": "ns",
            "extra": "100 samples\n362 iterations"
          },
          {
            "name": "Fibonacci 20",
            "value": 7.6369,
            "range": "± 373.112",
            "unit": "us",
            "extra": "100 samples\n4 iterations"
          }
        ]
      }
    ],
    "Julia benchmark result": [
      {
        "commit": {
          "author": {
            "email": "49699333+dependabot[bot]@users.noreply.github.com",
            "name": "dependabot[bot]",
            "username": "dependabot[bot]"
          },
          "committer": {
            "email": "noreply@github.com",
            "name": "GitHub",
            "username": "web-flow"
          },
          "distinct": true,
          "id": "b0e7057f76614dd5c0355257b2b77ee514f3e77b",
          "message": "chore(deps): bump zipp from 0.6.0 to 3.19.1 in /examples/pytest (#256)\n\nBumps [zipp](https://github.com/jaraco/zipp) from 0.6.0 to 3.19.1.\n<details>\n<summary>Changelog</summary>\n<p><em>Sourced from <a\nhref=\"https://github.com/jaraco/zipp/blob/main/NEWS.rst\">zipp's\nchangelog</a>.</em></p>\n<blockquote>\n<h1>v3.19.1</h1>\n<h2>Bugfixes</h2>\n<ul>\n<li>Improved handling of malformed zip files. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/119\">#119</a>)</li>\n</ul>\n<h1>v3.19.0</h1>\n<h2>Features</h2>\n<ul>\n<li>Implement is_symlink. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/117\">#117</a>)</li>\n</ul>\n<h1>v3.18.2</h1>\n<p>No significant changes.</p>\n<h1>v3.18.1</h1>\n<p>No significant changes.</p>\n<h1>v3.18.0</h1>\n<h2>Features</h2>\n<ul>\n<li>Bypass ZipFile.namelist in glob for better performance. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/106\">#106</a>)</li>\n<li>Refactored glob functionality to support a more generalized solution\nwith support for platform-specific path separators. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/108\">#108</a>)</li>\n</ul>\n<h2>Bugfixes</h2>\n<ul>\n<li>Add special accounting for pypy when computing the stack level for\ntext encoding warnings. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/114\">#114</a>)</li>\n</ul>\n<h1>v3.17.0</h1>\n<p>Features</p>\n<!-- raw HTML omitted -->\n</blockquote>\n<p>... (truncated)</p>\n</details>\n<details>\n<summary>Commits</summary>\n<ul>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/6d1cb72aa55e0536f35d2af128994b5a61ca4c1a\"><code>6d1cb72</code></a>\nFinalize</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/fd604bd34f0343472521a36da1fbd22e793e14fd\"><code>fd604bd</code></a>\nMerge pull request <a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/120\">#120</a> from\njaraco/bugfix/119-malformed-paths</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/c18417ed2953e181728a7dac07bff88a2190abf7\"><code>c18417e</code></a>\nAdd news fragment.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/58115d2be968644ce71ce6bcc9b79826c82a1806\"><code>58115d2</code></a>\nEmploy SanitizedNames in CompleteDirs. Fixes broken test.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/564fcc10cdbfdaecdb33688e149827465931c9e0\"><code>564fcc1</code></a>\nAdd SanitizedNames mixin.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/79a309fe54dc6b7934fb72e9f31bcb58f2e9f547\"><code>79a309f</code></a>\nAdd some assertions about malformed paths.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/2d015c22348fab46ca765339f55f84fe9d6e8115\"><code>2d015c2</code></a>\nMerge <a\nhref=\"https://github.com/jaraco/skeleton\">https://github.com/jaraco/skeleton</a></li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/a595a0fad054cd20b69d3e954c99174e3a548938\"><code>a595a0f</code></a>\nRename extras to align with core metadata spec.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/608f90a6e74919501577a1312dc5c7d8e1d391d7\"><code>608f90a</code></a>\nFinalize</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/3a22d724acf874111b43f87f7110225122ec3de5\"><code>3a22d72</code></a>\nMerge pull request <a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/118\">#118</a> from\njaraco/feature/is-symlink</li>\n<li>Additional commits viewable in <a\nhref=\"https://github.com/jaraco/zipp/compare/v0.6.0...v3.19.1\">compare\nview</a></li>\n</ul>\n</details>\n<br />\n\n\n[![Dependabot compatibility\nscore](https://dependabot-badges.githubapp.com/badges/compatibility_score?dependency-name=zipp&package-manager=pip&previous-version=0.6.0&new-version=3.19.1)](https://docs.github.com/en/github/managing-security-vulnerabilities/about-dependabot-security-updates#about-compatibility-scores)\n\nDependabot will resolve any conflicts with this PR as long as you don't\nalter it yourself. You can also trigger a rebase manually by commenting\n`@dependabot rebase`.\n\n[//]: # (dependabot-automerge-start)\n[//]: # (dependabot-automerge-end)\n\n---\n\n<details>\n<summary>Dependabot commands and options</summary>\n<br />\n\nYou can trigger Dependabot actions by commenting on this PR:\n- `@dependabot rebase` will rebase this PR\n- `@dependabot recreate` will recreate this PR, overwriting any edits\nthat have been made to it\n- `@dependabot merge` will merge this PR after your CI passes on it\n- `@dependabot squash and merge` will squash and merge this PR after\nyour CI passes on it\n- `@dependabot cancel merge` will cancel a previously requested merge\nand block automerging\n- `@dependabot reopen` will reopen this PR if it is closed\n- `@dependabot close` will close this PR and stop Dependabot recreating\nit. You can achieve the same result by closing it manually\n- `@dependabot show <dependency name> ignore conditions` will show all\nof the ignore conditions of the specified dependency\n- `@dependabot ignore this major version` will close this PR and stop\nDependabot creating any more for this major version (unless you reopen\nthe PR or upgrade to it yourself)\n- `@dependabot ignore this minor version` will close this PR and stop\nDependabot creating any more for this minor version (unless you reopen\nthe PR or upgrade to it yourself)\n- `@dependabot ignore this dependency` will close this PR and stop\nDependabot creating any more for this dependency (unless you reopen the\nPR or upgrade to it yourself)\nYou can disable automated security fix PRs for this repo from the\n[Security Alerts\npage](https://github.com/benchmark-action/github-action-benchmark/network/alerts).\n\n</details>\n\nSigned-off-by: dependabot[bot] <support@github.com>\nCo-authored-by: dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>",
          "timestamp": "2026-03-26T21:47:06+01:00",
          "tree_id": "6a27e3e787599abe11fe064453ceaa682e95c153",
          "url": "https://github.com/benchmark-action/github-action-benchmark/commit/b0e7057f76614dd5c0355257b2b77ee514f3e77b"
        },
        "date": 1774558216136,
        "tool": "julia",
        "benches": [
          {
            "name": "fib/10",
            "value": 310.1167315175097,
            "unit": "ns",
            "extra": "gctime=0\nmemory=0\nallocs=0\nparams={\"gctrial\":true,\"time_tolerance\":0.05,\"evals_set\":false,\"samples\":10000,\"evals\":257,\"gcsample\":false,\"seconds\":5,\"overhead\":0,\"memory_tolerance\":0.01}"
          },
          {
            "name": "fib/20",
            "value": 44804,
            "unit": "ns",
            "extra": "gctime=0\nmemory=0\nallocs=0\nparams={\"gctrial\":true,\"time_tolerance\":0.05,\"evals_set\":false,\"samples\":10000,\"evals\":1,\"gcsample\":false,\"seconds\":5,\"overhead\":0,\"memory_tolerance\":0.01}"
          }
        ]
      },
      {
        "commit": {
          "author": {
            "email": "k.trzesniewski@gmail.com",
            "name": "Chris Trzesniewski",
            "username": "ktrz"
          },
          "committer": {
            "email": "k.trzesniewski@gmail.com",
            "name": "Chris Trzesniewski",
            "username": "ktrz"
          },
          "distinct": true,
          "id": "c38cce98215cf75e178ecd5a0c1a1ab215e93006",
          "message": "release v1.22.0",
          "timestamp": "2026-03-31T06:53:51+02:00",
          "tree_id": "bcd62a1fb1374f67221a37001260ca831840ac40",
          "url": "https://github.com/benchmark-action/github-action-benchmark/commit/c38cce98215cf75e178ecd5a0c1a1ab215e93006"
        },
        "date": 1774933025113,
        "tool": "julia",
        "benches": [
          {
            "name": "fib/10",
            "value": 302.8493150684931,
            "unit": "ns",
            "extra": "gctime=0\nmemory=0\nallocs=0\nparams={\"gctrial\":true,\"time_tolerance\":0.05,\"evals_set\":false,\"samples\":10000,\"evals\":219,\"gcsample\":false,\"seconds\":5,\"overhead\":0,\"memory_tolerance\":0.01}"
          },
          {
            "name": "fib/20",
            "value": 44994,
            "unit": "ns",
            "extra": "gctime=0\nmemory=0\nallocs=0\nparams={\"gctrial\":true,\"time_tolerance\":0.05,\"evals_set\":false,\"samples\":10000,\"evals\":1,\"gcsample\":false,\"seconds\":5,\"overhead\":0,\"memory_tolerance\":0.01}"
          }
        ]
      }
    ],
    "Benchmark.Net Benchmark": [
      {
        "commit": {
          "author": {
            "email": "49699333+dependabot[bot]@users.noreply.github.com",
            "name": "dependabot[bot]",
            "username": "dependabot[bot]"
          },
          "committer": {
            "email": "noreply@github.com",
            "name": "GitHub",
            "username": "web-flow"
          },
          "distinct": true,
          "id": "b0e7057f76614dd5c0355257b2b77ee514f3e77b",
          "message": "chore(deps): bump zipp from 0.6.0 to 3.19.1 in /examples/pytest (#256)\n\nBumps [zipp](https://github.com/jaraco/zipp) from 0.6.0 to 3.19.1.\n<details>\n<summary>Changelog</summary>\n<p><em>Sourced from <a\nhref=\"https://github.com/jaraco/zipp/blob/main/NEWS.rst\">zipp's\nchangelog</a>.</em></p>\n<blockquote>\n<h1>v3.19.1</h1>\n<h2>Bugfixes</h2>\n<ul>\n<li>Improved handling of malformed zip files. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/119\">#119</a>)</li>\n</ul>\n<h1>v3.19.0</h1>\n<h2>Features</h2>\n<ul>\n<li>Implement is_symlink. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/117\">#117</a>)</li>\n</ul>\n<h1>v3.18.2</h1>\n<p>No significant changes.</p>\n<h1>v3.18.1</h1>\n<p>No significant changes.</p>\n<h1>v3.18.0</h1>\n<h2>Features</h2>\n<ul>\n<li>Bypass ZipFile.namelist in glob for better performance. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/106\">#106</a>)</li>\n<li>Refactored glob functionality to support a more generalized solution\nwith support for platform-specific path separators. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/108\">#108</a>)</li>\n</ul>\n<h2>Bugfixes</h2>\n<ul>\n<li>Add special accounting for pypy when computing the stack level for\ntext encoding warnings. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/114\">#114</a>)</li>\n</ul>\n<h1>v3.17.0</h1>\n<p>Features</p>\n<!-- raw HTML omitted -->\n</blockquote>\n<p>... (truncated)</p>\n</details>\n<details>\n<summary>Commits</summary>\n<ul>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/6d1cb72aa55e0536f35d2af128994b5a61ca4c1a\"><code>6d1cb72</code></a>\nFinalize</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/fd604bd34f0343472521a36da1fbd22e793e14fd\"><code>fd604bd</code></a>\nMerge pull request <a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/120\">#120</a> from\njaraco/bugfix/119-malformed-paths</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/c18417ed2953e181728a7dac07bff88a2190abf7\"><code>c18417e</code></a>\nAdd news fragment.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/58115d2be968644ce71ce6bcc9b79826c82a1806\"><code>58115d2</code></a>\nEmploy SanitizedNames in CompleteDirs. Fixes broken test.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/564fcc10cdbfdaecdb33688e149827465931c9e0\"><code>564fcc1</code></a>\nAdd SanitizedNames mixin.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/79a309fe54dc6b7934fb72e9f31bcb58f2e9f547\"><code>79a309f</code></a>\nAdd some assertions about malformed paths.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/2d015c22348fab46ca765339f55f84fe9d6e8115\"><code>2d015c2</code></a>\nMerge <a\nhref=\"https://github.com/jaraco/skeleton\">https://github.com/jaraco/skeleton</a></li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/a595a0fad054cd20b69d3e954c99174e3a548938\"><code>a595a0f</code></a>\nRename extras to align with core metadata spec.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/608f90a6e74919501577a1312dc5c7d8e1d391d7\"><code>608f90a</code></a>\nFinalize</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/3a22d724acf874111b43f87f7110225122ec3de5\"><code>3a22d72</code></a>\nMerge pull request <a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/118\">#118</a> from\njaraco/feature/is-symlink</li>\n<li>Additional commits viewable in <a\nhref=\"https://github.com/jaraco/zipp/compare/v0.6.0...v3.19.1\">compare\nview</a></li>\n</ul>\n</details>\n<br />\n\n\n[![Dependabot compatibility\nscore](https://dependabot-badges.githubapp.com/badges/compatibility_score?dependency-name=zipp&package-manager=pip&previous-version=0.6.0&new-version=3.19.1)](https://docs.github.com/en/github/managing-security-vulnerabilities/about-dependabot-security-updates#about-compatibility-scores)\n\nDependabot will resolve any conflicts with this PR as long as you don't\nalter it yourself. You can also trigger a rebase manually by commenting\n`@dependabot rebase`.\n\n[//]: # (dependabot-automerge-start)\n[//]: # (dependabot-automerge-end)\n\n---\n\n<details>\n<summary>Dependabot commands and options</summary>\n<br />\n\nYou can trigger Dependabot actions by commenting on this PR:\n- `@dependabot rebase` will rebase this PR\n- `@dependabot recreate` will recreate this PR, overwriting any edits\nthat have been made to it\n- `@dependabot merge` will merge this PR after your CI passes on it\n- `@dependabot squash and merge` will squash and merge this PR after\nyour CI passes on it\n- `@dependabot cancel merge` will cancel a previously requested merge\nand block automerging\n- `@dependabot reopen` will reopen this PR if it is closed\n- `@dependabot close` will close this PR and stop Dependabot recreating\nit. You can achieve the same result by closing it manually\n- `@dependabot show <dependency name> ignore conditions` will show all\nof the ignore conditions of the specified dependency\n- `@dependabot ignore this major version` will close this PR and stop\nDependabot creating any more for this major version (unless you reopen\nthe PR or upgrade to it yourself)\n- `@dependabot ignore this minor version` will close this PR and stop\nDependabot creating any more for this minor version (unless you reopen\nthe PR or upgrade to it yourself)\n- `@dependabot ignore this dependency` will close this PR and stop\nDependabot creating any more for this dependency (unless you reopen the\nPR or upgrade to it yourself)\nYou can disable automated security fix PRs for this repo from the\n[Security Alerts\npage](https://github.com/benchmark-action/github-action-benchmark/network/alerts).\n\n</details>\n\nSigned-off-by: dependabot[bot] <support@github.com>\nCo-authored-by: dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>",
          "timestamp": "2026-03-26T21:47:06+01:00",
          "tree_id": "6a27e3e787599abe11fe064453ceaa682e95c153",
          "url": "https://github.com/benchmark-action/github-action-benchmark/commit/b0e7057f76614dd5c0355257b2b77ee514f3e77b"
        },
        "date": 1774558093870,
        "tool": "benchmarkdotnet",
        "benches": [
          {
            "name": "Sample.Benchmarks.Fib10",
            "value": 22.013541501760482,
            "unit": "ns",
            "range": "± 0.051010137400847776"
          },
          {
            "name": "Sample.Benchmarks.Fib20",
            "value": 43.46097492774327,
            "unit": "ns",
            "range": "± 0.047916355013371034"
          }
        ]
      },
      {
        "commit": {
          "author": {
            "email": "k.trzesniewski@gmail.com",
            "name": "Chris Trzesniewski",
            "username": "ktrz"
          },
          "committer": {
            "email": "k.trzesniewski@gmail.com",
            "name": "Chris Trzesniewski",
            "username": "ktrz"
          },
          "distinct": true,
          "id": "c38cce98215cf75e178ecd5a0c1a1ab215e93006",
          "message": "release v1.22.0",
          "timestamp": "2026-03-31T06:53:51+02:00",
          "tree_id": "bcd62a1fb1374f67221a37001260ca831840ac40",
          "url": "https://github.com/benchmark-action/github-action-benchmark/commit/c38cce98215cf75e178ecd5a0c1a1ab215e93006"
        },
        "date": 1774932958342,
        "tool": "benchmarkdotnet",
        "benches": [
          {
            "name": "Sample.Benchmarks.Fib10",
            "value": 22.165519416332245,
            "unit": "ns",
            "range": "± 0.053248905155396604"
          },
          {
            "name": "Sample.Benchmarks.Fib20",
            "value": 43.70282246669134,
            "unit": "ns",
            "range": "± 0.06458311214324038"
          }
        ]
      }
    ],
    "JMH Benchmark": [
      {
        "commit": {
          "author": {
            "email": "49699333+dependabot[bot]@users.noreply.github.com",
            "name": "dependabot[bot]",
            "username": "dependabot[bot]"
          },
          "committer": {
            "email": "noreply@github.com",
            "name": "GitHub",
            "username": "web-flow"
          },
          "distinct": true,
          "id": "b0e7057f76614dd5c0355257b2b77ee514f3e77b",
          "message": "chore(deps): bump zipp from 0.6.0 to 3.19.1 in /examples/pytest (#256)\n\nBumps [zipp](https://github.com/jaraco/zipp) from 0.6.0 to 3.19.1.\n<details>\n<summary>Changelog</summary>\n<p><em>Sourced from <a\nhref=\"https://github.com/jaraco/zipp/blob/main/NEWS.rst\">zipp's\nchangelog</a>.</em></p>\n<blockquote>\n<h1>v3.19.1</h1>\n<h2>Bugfixes</h2>\n<ul>\n<li>Improved handling of malformed zip files. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/119\">#119</a>)</li>\n</ul>\n<h1>v3.19.0</h1>\n<h2>Features</h2>\n<ul>\n<li>Implement is_symlink. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/117\">#117</a>)</li>\n</ul>\n<h1>v3.18.2</h1>\n<p>No significant changes.</p>\n<h1>v3.18.1</h1>\n<p>No significant changes.</p>\n<h1>v3.18.0</h1>\n<h2>Features</h2>\n<ul>\n<li>Bypass ZipFile.namelist in glob for better performance. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/106\">#106</a>)</li>\n<li>Refactored glob functionality to support a more generalized solution\nwith support for platform-specific path separators. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/108\">#108</a>)</li>\n</ul>\n<h2>Bugfixes</h2>\n<ul>\n<li>Add special accounting for pypy when computing the stack level for\ntext encoding warnings. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/114\">#114</a>)</li>\n</ul>\n<h1>v3.17.0</h1>\n<p>Features</p>\n<!-- raw HTML omitted -->\n</blockquote>\n<p>... (truncated)</p>\n</details>\n<details>\n<summary>Commits</summary>\n<ul>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/6d1cb72aa55e0536f35d2af128994b5a61ca4c1a\"><code>6d1cb72</code></a>\nFinalize</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/fd604bd34f0343472521a36da1fbd22e793e14fd\"><code>fd604bd</code></a>\nMerge pull request <a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/120\">#120</a> from\njaraco/bugfix/119-malformed-paths</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/c18417ed2953e181728a7dac07bff88a2190abf7\"><code>c18417e</code></a>\nAdd news fragment.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/58115d2be968644ce71ce6bcc9b79826c82a1806\"><code>58115d2</code></a>\nEmploy SanitizedNames in CompleteDirs. Fixes broken test.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/564fcc10cdbfdaecdb33688e149827465931c9e0\"><code>564fcc1</code></a>\nAdd SanitizedNames mixin.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/79a309fe54dc6b7934fb72e9f31bcb58f2e9f547\"><code>79a309f</code></a>\nAdd some assertions about malformed paths.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/2d015c22348fab46ca765339f55f84fe9d6e8115\"><code>2d015c2</code></a>\nMerge <a\nhref=\"https://github.com/jaraco/skeleton\">https://github.com/jaraco/skeleton</a></li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/a595a0fad054cd20b69d3e954c99174e3a548938\"><code>a595a0f</code></a>\nRename extras to align with core metadata spec.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/608f90a6e74919501577a1312dc5c7d8e1d391d7\"><code>608f90a</code></a>\nFinalize</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/3a22d724acf874111b43f87f7110225122ec3de5\"><code>3a22d72</code></a>\nMerge pull request <a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/118\">#118</a> from\njaraco/feature/is-symlink</li>\n<li>Additional commits viewable in <a\nhref=\"https://github.com/jaraco/zipp/compare/v0.6.0...v3.19.1\">compare\nview</a></li>\n</ul>\n</details>\n<br />\n\n\n[![Dependabot compatibility\nscore](https://dependabot-badges.githubapp.com/badges/compatibility_score?dependency-name=zipp&package-manager=pip&previous-version=0.6.0&new-version=3.19.1)](https://docs.github.com/en/github/managing-security-vulnerabilities/about-dependabot-security-updates#about-compatibility-scores)\n\nDependabot will resolve any conflicts with this PR as long as you don't\nalter it yourself. You can also trigger a rebase manually by commenting\n`@dependabot rebase`.\n\n[//]: # (dependabot-automerge-start)\n[//]: # (dependabot-automerge-end)\n\n---\n\n<details>\n<summary>Dependabot commands and options</summary>\n<br />\n\nYou can trigger Dependabot actions by commenting on this PR:\n- `@dependabot rebase` will rebase this PR\n- `@dependabot recreate` will recreate this PR, overwriting any edits\nthat have been made to it\n- `@dependabot merge` will merge this PR after your CI passes on it\n- `@dependabot squash and merge` will squash and merge this PR after\nyour CI passes on it\n- `@dependabot cancel merge` will cancel a previously requested merge\nand block automerging\n- `@dependabot reopen` will reopen this PR if it is closed\n- `@dependabot close` will close this PR and stop Dependabot recreating\nit. You can achieve the same result by closing it manually\n- `@dependabot show <dependency name> ignore conditions` will show all\nof the ignore conditions of the specified dependency\n- `@dependabot ignore this major version` will close this PR and stop\nDependabot creating any more for this major version (unless you reopen\nthe PR or upgrade to it yourself)\n- `@dependabot ignore this minor version` will close this PR and stop\nDependabot creating any more for this minor version (unless you reopen\nthe PR or upgrade to it yourself)\n- `@dependabot ignore this dependency` will close this PR and stop\nDependabot creating any more for this dependency (unless you reopen the\nPR or upgrade to it yourself)\nYou can disable automated security fix PRs for this repo from the\n[Security Alerts\npage](https://github.com/benchmark-action/github-action-benchmark/network/alerts).\n\n</details>\n\nSigned-off-by: dependabot[bot] <support@github.com>\nCo-authored-by: dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>",
          "timestamp": "2026-03-26T21:47:06+01:00",
          "tree_id": "6a27e3e787599abe11fe064453ceaa682e95c153",
          "url": "https://github.com/benchmark-action/github-action-benchmark/commit/b0e7057f76614dd5c0355257b2b77ee514f3e77b"
        },
        "date": 1774558092247,
        "tool": "jmh",
        "benches": [
          {
            "name": "org.openjdk.jmh.samples.JMHSample_01_HelloWorld.wellHelloThere",
            "value": 1946106171.447706,
            "unit": "ops/s",
            "extra": "iterations: 3\nforks: 1\nthreads: 1"
          }
        ]
      },
      {
        "commit": {
          "author": {
            "email": "k.trzesniewski@gmail.com",
            "name": "Chris Trzesniewski",
            "username": "ktrz"
          },
          "committer": {
            "email": "k.trzesniewski@gmail.com",
            "name": "Chris Trzesniewski",
            "username": "ktrz"
          },
          "distinct": true,
          "id": "c38cce98215cf75e178ecd5a0c1a1ab215e93006",
          "message": "release v1.22.0",
          "timestamp": "2026-03-31T06:53:51+02:00",
          "tree_id": "bcd62a1fb1374f67221a37001260ca831840ac40",
          "url": "https://github.com/benchmark-action/github-action-benchmark/commit/c38cce98215cf75e178ecd5a0c1a1ab215e93006"
        },
        "date": 1774932906797,
        "tool": "jmh",
        "benches": [
          {
            "name": "org.openjdk.jmh.samples.JMHSample_01_HelloWorld.wellHelloThere",
            "value": 1820491309.1347592,
            "unit": "ops/s",
            "extra": "iterations: 3\nforks: 1\nthreads: 1"
          }
        ]
      }
    ],
    "Catch2 Benchmark (v3)": [
      {
        "commit": {
          "author": {
            "email": "49699333+dependabot[bot]@users.noreply.github.com",
            "name": "dependabot[bot]",
            "username": "dependabot[bot]"
          },
          "committer": {
            "email": "noreply@github.com",
            "name": "GitHub",
            "username": "web-flow"
          },
          "distinct": true,
          "id": "b0e7057f76614dd5c0355257b2b77ee514f3e77b",
          "message": "chore(deps): bump zipp from 0.6.0 to 3.19.1 in /examples/pytest (#256)\n\nBumps [zipp](https://github.com/jaraco/zipp) from 0.6.0 to 3.19.1.\n<details>\n<summary>Changelog</summary>\n<p><em>Sourced from <a\nhref=\"https://github.com/jaraco/zipp/blob/main/NEWS.rst\">zipp's\nchangelog</a>.</em></p>\n<blockquote>\n<h1>v3.19.1</h1>\n<h2>Bugfixes</h2>\n<ul>\n<li>Improved handling of malformed zip files. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/119\">#119</a>)</li>\n</ul>\n<h1>v3.19.0</h1>\n<h2>Features</h2>\n<ul>\n<li>Implement is_symlink. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/117\">#117</a>)</li>\n</ul>\n<h1>v3.18.2</h1>\n<p>No significant changes.</p>\n<h1>v3.18.1</h1>\n<p>No significant changes.</p>\n<h1>v3.18.0</h1>\n<h2>Features</h2>\n<ul>\n<li>Bypass ZipFile.namelist in glob for better performance. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/106\">#106</a>)</li>\n<li>Refactored glob functionality to support a more generalized solution\nwith support for platform-specific path separators. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/108\">#108</a>)</li>\n</ul>\n<h2>Bugfixes</h2>\n<ul>\n<li>Add special accounting for pypy when computing the stack level for\ntext encoding warnings. (<a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/114\">#114</a>)</li>\n</ul>\n<h1>v3.17.0</h1>\n<p>Features</p>\n<!-- raw HTML omitted -->\n</blockquote>\n<p>... (truncated)</p>\n</details>\n<details>\n<summary>Commits</summary>\n<ul>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/6d1cb72aa55e0536f35d2af128994b5a61ca4c1a\"><code>6d1cb72</code></a>\nFinalize</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/fd604bd34f0343472521a36da1fbd22e793e14fd\"><code>fd604bd</code></a>\nMerge pull request <a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/120\">#120</a> from\njaraco/bugfix/119-malformed-paths</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/c18417ed2953e181728a7dac07bff88a2190abf7\"><code>c18417e</code></a>\nAdd news fragment.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/58115d2be968644ce71ce6bcc9b79826c82a1806\"><code>58115d2</code></a>\nEmploy SanitizedNames in CompleteDirs. Fixes broken test.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/564fcc10cdbfdaecdb33688e149827465931c9e0\"><code>564fcc1</code></a>\nAdd SanitizedNames mixin.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/79a309fe54dc6b7934fb72e9f31bcb58f2e9f547\"><code>79a309f</code></a>\nAdd some assertions about malformed paths.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/2d015c22348fab46ca765339f55f84fe9d6e8115\"><code>2d015c2</code></a>\nMerge <a\nhref=\"https://github.com/jaraco/skeleton\">https://github.com/jaraco/skeleton</a></li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/a595a0fad054cd20b69d3e954c99174e3a548938\"><code>a595a0f</code></a>\nRename extras to align with core metadata spec.</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/608f90a6e74919501577a1312dc5c7d8e1d391d7\"><code>608f90a</code></a>\nFinalize</li>\n<li><a\nhref=\"https://github.com/jaraco/zipp/commit/3a22d724acf874111b43f87f7110225122ec3de5\"><code>3a22d72</code></a>\nMerge pull request <a\nhref=\"https://redirect.github.com/jaraco/zipp/issues/118\">#118</a> from\njaraco/feature/is-symlink</li>\n<li>Additional commits viewable in <a\nhref=\"https://github.com/jaraco/zipp/compare/v0.6.0...v3.19.1\">compare\nview</a></li>\n</ul>\n</details>\n<br />\n\n\n[![Dependabot compatibility\nscore](https://dependabot-badges.githubapp.com/badges/compatibility_score?dependency-name=zipp&package-manager=pip&previous-version=0.6.0&new-version=3.19.1)](https://docs.github.com/en/github/managing-security-vulnerabilities/about-dependabot-security-updates#about-compatibility-scores)\n\nDependabot will resolve any conflicts with this PR as long as you don't\nalter it yourself. You can also trigger a rebase manually by commenting\n`@dependabot rebase`.\n\n[//]: # (dependabot-automerge-start)\n[//]: # (dependabot-automerge-end)\n\n---\n\n<details>\n<summary>Dependabot commands and options</summary>\n<br />\n\nYou can trigger Dependabot actions by commenting on this PR:\n- `@dependabot rebase` will rebase this PR\n- `@dependabot recreate` will recreate this PR, overwriting any edits\nthat have been made to it\n- `@dependabot merge` will merge this PR after your CI passes on it\n- `@dependabot squash and merge` will squash and merge this PR after\nyour CI passes on it\n- `@dependabot cancel merge` will cancel a previously requested merge\nand block automerging\n- `@dependabot reopen` will reopen this PR if it is closed\n- `@dependabot close` will close this PR and stop Dependabot recreating\nit. You can achieve the same result by closing it manually\n- `@dependabot show <dependency name> ignore conditions` will show all\nof the ignore conditions of the specified dependency\n- `@dependabot ignore this major version` will close this PR and stop\nDependabot creating any more for this major version (unless you reopen\nthe PR or upgrade to it yourself)\n- `@dependabot ignore this minor version` will close this PR and stop\nDependabot creating any more for this minor version (unless you reopen\nthe PR or upgrade to it yourself)\n- `@dependabot ignore this dependency` will close this PR and stop\nDependabot creating any more for this dependency (unless you reopen the\nPR or upgrade to it yourself)\nYou can disable automated security fix PRs for this repo from the\n[Security Alerts\npage](https://github.com/benchmark-action/github-action-benchmark/network/alerts).\n\n</details>\n\nSigned-off-by: dependabot[bot] <support@github.com>\nCo-authored-by: dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>",
          "timestamp": "2026-03-26T21:47:06+01:00",
          "tree_id": "6a27e3e787599abe11fe064453ceaa682e95c153",
          "url": "https://github.com/benchmark-action/github-action-benchmark/commit/b0e7057f76614dd5c0355257b2b77ee514f3e77b"
        },
        "date": 1774558092793,
        "tool": "catch2",
        "benches": [
          {
            "name": "Fibonacci 10",
            "value": 161.748,
            "range": "± 5.03366",
            "unit": "ns",
            "extra": "100 samples\n383 iterations"
          },
          {
            "name": "Fibonacci 20",
            "value": 8.03269,
            "range": "± 658.292",
            "unit": "us",
            "extra": "100 samples\n5 iterations"
          }
        ]
      },
      {
        "commit": {
          "author": {
            "email": "k.trzesniewski@gmail.com",
            "name": "Chris Trzesniewski",
            "username": "ktrz"
          },
          "committer": {
            "email": "k.trzesniewski@gmail.com",
            "name": "Chris Trzesniewski",
            "username": "ktrz"
          },
          "distinct": true,
          "id": "c38cce98215cf75e178ecd5a0c1a1ab215e93006",
          "message": "release v1.22.0",
          "timestamp": "2026-03-31T06:53:51+02:00",
          "tree_id": "bcd62a1fb1374f67221a37001260ca831840ac40",
          "url": "https://github.com/benchmark-action/github-action-benchmark/commit/c38cce98215cf75e178ecd5a0c1a1ab215e93006"
        },
        "date": 1774932924202,
        "tool": "catch2",
        "benches": [
          {
            "name": "Fibonacci 10",
            "value": 106.374,
            "range": "± 38.4231",
            "unit": "ns",
            "extra": "100 samples\n377 iterations"
          },
          {
            "name": "Fibonacci 20",
            "value": 7.7965,
            "range": "± 352.558",
            "unit": "us",
            "extra": "100 samples\n4 iterations"
          }
        ]
      }
    ]
  },
  "repoUrl": "https://github.com/benchmark-action/github-action-benchmark"
}