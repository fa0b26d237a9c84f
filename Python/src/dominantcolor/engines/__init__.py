"""Recipes for engines that exist: `spark`, `ray`, `dask` and `duckdb`, each a module of its own.

All of them take a column of paths or of encoded pictures and give a row for each picture: path, color,
count, population, swatches, counted, transparent, filtered, width, height, exact, absence, warnings,
status and error. A picture that cannot be decoded is a row with a status and an error. Answers are those
of `dominantcolor.palette`, bit for bit, whatever the number of workers.

Prefer paths where workers can read the files: the library then reads a picture piece by piece, and a
worker's memory does not grow with it. A column of contents holds whole files.

Corpus histograms are added up on the workers; only a few kilobytes for each partition travel.
"""
