// Which kernels a build holds: a hash of the code they run, as the compiler saw it.
//
// A tuning file is valid for the kernels it was made with, and two programs that link the same
// kernels should share it. Their executables differ, and so do the addresses in their machine code;
// a version number kept by hand would be forgotten. So the sources are embedded (C23, clang 19) and
// hashed once, when a tuning file is looked for, without their comments and spacing. clang writes
// embedded files into the dependency file, so changed code is a changed hash in the next build. Costs
// 170 KB of read-only data that is paged in once, or never.
//
// A new kernel adds its files here: a test compares this list with the folders.

#include "CVectorShims.h"

#include <stddef.h>

#if defined(__has_embed)
#if __has_embed("include/CVectorShims.h")
#define CV_CAN_EMBED 1
#endif
#endif

const char *cv_compiler(void) { return __VERSION__; }

#if defined(CV_CAN_EMBED)
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char sources[] = {
#embed "include/CVectorShims.h"
    , 0,
#embed "../Pixels/ImageBuffer.swift"
    , 0,
#embed "../Pixels/PixelStorage.swift"
    , 0,
#embed "../Pixels/PixelTally.swift"
    , 0,
#embed "../Pixels/PixelView+Span.swift"
    , 0,
#embed "../Pixels/PixelView.swift"
    , 0,
#embed "../Pixels/RGB8.swift"
    , 0,
#embed "../Pixels/RGBA8.swift"
    , 0,
#embed "../Pixels/VisibilityRule.swift"
    , 0,
#embed "../SIMDBodies/CellColors.swift"
    , 0,
#embed "../SIMDBodies/ColorGrid.swift"
    , 0,
#embed "../SIMDBodies/ColumnPixels.swift"
    , 0,
#embed "../SIMDBodies/ColumnRuns.swift"
    , 0,
#embed "../SIMDBodies/FlatRun.swift"
    , 0,
#embed "../SIMDBodies/HueLayout.swift"
    , 0,
#embed "../SIMDBodies/HuePass.swift"
    , 0,
#embed "../SIMDBodies/LonePixels.swift"
    , 0,
#embed "../SIMDBodies/NearestCenters.swift"
    , 0,
#embed "../SIMDBodies/NearestTwo.swift"
    , 0,
#embed "../SIMDBodies/PixelJudge.swift"
    , 0,
#embed "../SIMDBodies/RunHistogram.swift"
    , 0,
#embed "../SIMDBodies/RunTables.swift"
    , 0,
#embed "../SIMDBodies/SwapGains.swift"
    , 0,
#embed "../SIMDBodies/VectorCode.swift"
    , 0,
#embed "../SIMDBodies/WindowRows.swift"
    , 0,
#embed "../SIMDBodies/Vectors/Halves.swift"
    , 0,
#embed "../SIMDBodies/Vectors/HuePlace.swift"
    , 0,
#embed "../SIMDBodies/Vectors/Lanes.swift"
    , 0,
#embed "../SIMDBodies/Vectors/PixelChannels.swift"
    , 0,
#embed "../SIMDBaseline/VectorFunctions.swift"
    , 0,
#embed "../DominantColor/Contract/ColorSummary.swift"
    , 0,
#embed "../DominantColor/Contract/ColorSums.swift"
    , 0,
#embed "../DominantColor/Contract/HistogramPrecision.swift"
    , 0,
#embed "../DominantColor/Contract/HueScale.swift"
    , 0,
#embed "../DominantColor/Distinct/DistinctCells.swift"
    , 0,
#embed "../DominantColor/Distinct/DistinctColors+Choice.swift"
    , 0,
#embed "../DominantColor/Distinct/DistinctColors.swift"
    , 0,
#embed "../DominantColor/Distinct/DistinctPoints.swift"
    , 0,
#embed "../DominantColor/Distinct/FixedCIELAB+Difference.swift"
    , 0,
#embed "../DominantColor/Distinct/FixedCIELAB.swift"
    , 0,
#embed "../DominantColor/Distinct/PlacedColors.swift"
    , 0,
#embed "../DominantColor/Distinct/PlacedSums.swift"
    , 0,
#embed "../DominantColor/Distinct/PlacedTable.swift"
    , 0,
#embed "../DominantColor/Distinct/SquareRoot.swift"
    , 0,
#embed "../DominantColor/Distinct/VividPart.swift"
    , 0,
#embed "../DominantColor/Histogram/ColorHistogram.swift"
    , 0,
#embed "../DominantColor/Histogram/ColorHistogram+Dominant.swift"
    , 0,
#embed "../DominantColor/Histogram/WindowSearch.swift"
    , 0,
#embed "../DominantColor/Hue/HueHistogram+Vividness.swift"
    , 0,
#embed "../DominantColor/Hue/HueHistogram.swift"
    , 0,
#embed "../DominantColor/KMeans/ClusterSums.swift"
    , 0,
#embed "../DominantColor/KMeans/ExactColors+Groups.swift"
    , 0,
#embed "../DominantColor/KMeans/ExactColors.swift"
    , 0,
#embed "../DominantColor/KMeans/KMeansClusterer.swift"
    , 0,
#embed "../DominantColor/KMeans/KMeansLimits.swift"
    , 0,
#embed "../DominantColor/KMeans/KMeansReference+Groups.swift"
    , 0,
#embed "../DominantColor/KMeans/KMeansReference+Starts.swift"
    , 0,
#embed "../DominantColor/KMeans/KMeansReference+Swaps.swift"
    , 0,
#embed "../DominantColor/KMeans/KMeansReference.swift"
    , 0,
#embed "../DominantColor/KMeans/KMeansSwatches.swift"
    , 0,
#embed "../DominantColor/KMeans/LloydEngine.swift"
    , 0,
#embed "../DominantColor/KMeans/PointColumns.swift"
    , 0,
#embed "../DominantColor/KMeans/PointTable+Distances.swift"
    , 0,
#embed "../DominantColor/KMeans/PointTable.swift"
    , 0,
#embed "../DominantColor/KMeans/PointsByCluster.swift"
    , 0,
#embed "../DominantColor/KMeans/RestingPoints.swift"
    , 0,
#embed "../DominantColor/KMeans/StartSearch.swift"
    , 0,
#embed "../DominantColor/KMeans/SwapSearch.swift"
    , 0,
#embed "../DominantColor/Kernels/HeldKernel.swift"
    , 0,
#embed "../DominantColor/Kernels/Kernel.swift"
    , 0,
#embed "../DominantColor/Kernels/KernelCatalog.swift"
    , 0,
#embed "../DominantColor/Kernels/ReferenceKernel.swift"
    , 0,
#embed "../DominantColor/Kernels/TableKernel.swift"
    , 0,
#embed "../DominantColor/Machine/InstructionSet.swift"
    , 0,
#embed "../DominantColor/Methods/Array+SortFew.swift"
    , 0,
#embed "../DominantColor/Methods/DistinctMethod.swift"
    , 0,
#embed "../DominantColor/Methods/ExactColorSource.swift"
    , 0,
#embed "../DominantColor/Methods/HistogramMethod.swift"
    , 0,
#embed "../DominantColor/Methods/HueMethod.swift"
    , 0,
#embed "../DominantColor/Methods/KMeansMethod.swift"
    , 0,
#embed "../DominantColor/Methods/SummaryMethod.swift"
    , 0,
#embed "../DominantColor/OKLab/CubeRoot.swift"
    , 0,
#embed "../DominantColor/OKLab/FixedOKLab.swift"
    , 0,
#embed "../DominantColor/OKLab/LinearLight.swift"
    , 0,
#embed "../DominantColor/OKLab/OKLab.swift"
    , 0,
#embed "../DominantColor/Tables/ByPrecision.swift"
    , 0,
#embed "../DominantColor/Tables/CellTable.swift"
    , 0,
#embed "../DominantColor/Tables/CountingTable.swift"
    , 0,
#embed "../DominantColor/Tables/EvenTiles.swift"
    , 0,
#embed "../DominantColor/Tables/HueTable.swift"
    , 0,
#embed "../DominantColor/Tables/PixelBands.swift"
    , 0,
#embed "../DominantColor/Tables/QuickWindowSearch.swift"
    , 0,
#embed "../DominantColor/Tables/TableMemory.swift"
    , 0,
#embed "../DominantColor/Tables/VectorMemory.swift"
    , 0,
#embed "../DominantColor/Threads/BandJob.swift"
    , 0,
#embed "../DominantColor/Threads/BandScheduler.swift"
    , 0,
#embed "../DominantColor/Threads/HelperThread.swift"
    , 0,
#embed "../DominantColor/Threads/ShortPause.swift"
    , 0,
#embed "../DominantColor/Workspaces/Workspace.swift"
    , 0,
#embed "../DominantColor/Workspaces/WorkspacePool.swift"
    , 0
};

static const size_t source_bytes = sizeof sources;
#else
static const unsigned char sources[1];
static const size_t source_bytes = 0;
#endif

static int is_space(unsigned char byte) {
  return byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r';
}

// The place after a comment that begins at `place`, or `place` where none does.
static size_t after_comment(const unsigned char *text, size_t count, size_t place) {
  if (place + 1 >= count || text[place] != '/') return place;
  if (text[place + 1] == '/') {
    while (place < count && text[place] != '\n' && text[place] != 0) place++;
  } else if (text[place + 1] == '*') {
    place += 2;
    while (place + 1 < count && !(text[place] == '*' && text[place + 1] == '/')) place++;
    place = place + 2 < count ? place + 2 : count;
  }
  return place;
}

uint64_t cv_hash_of_code(const unsigned char *text, size_t count) {
  uint64_t hash = 0xCBF29CE484222325u;
  int in_string = 0, after_space = 1;
  for (size_t place = 0; place < count;) {
    if (!in_string) {
      size_t after = after_comment(text, count, place);
      while (after < count && is_space(text[after])) after++;
      if (after != place) {
        // Comments and spacing of any length are one space, and none at the start.
        if (!after_space) hash = (hash ^ ' ') * 0x100000001B3u;
        after_space = 1;
        place = after;
        continue;
      }
    }
    if (text[place] == '"') in_string = !in_string;
    // A string ends with its line at the latest: multi-line literals do not occur in kernels.
    if (text[place] == '\n' || text[place] == 0) in_string = 0;
    if (in_string && text[place] == '\\' && place + 1 < count) {
      hash = (hash ^ text[place++]) * 0x100000001B3u;
    }
    hash = (hash ^ text[place++]) * 0x100000001B3u;
    after_space = 0;
  }
  return hash;
}

uint64_t cv_kernel_sources_hash(void) {
  return source_bytes > 0 ? cv_hash_of_code(sources, source_bytes) : 0;
}
