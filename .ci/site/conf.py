"""The settings of Sphinx for `make site`; pages.py puts this file beside the pages it lays out."""

project = "swift-dominant-color"
html_title = project
extensions = ["myst_parser"]
html_theme = "furo"
html_extra_path = ["_files"]
exclude_patterns = ["_files"]
# Anchors of headings as GitHub makes them: the same links hold there and here.
myst_heading_anchors = 6
# Code blocks show what people type and see, which no lexer of Pygments knows.
highlight_language = "none"
# Sources of pages are in the repository.
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
# Pages begin with their one heading, but README's of areas are also parts of a table of contents.
suppress_warnings = ["myst.header", "misc.highlighting_failure"]
