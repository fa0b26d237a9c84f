"""Recipes for engines that exist: Spark, Ray, Dask and DuckDB."""
