// Which kernels a build holds: a hash of their sources, as the compiler saw them.
//
// A tuning file is good for the kernels it was made with, and two programs that link the same
// kernels should share it. Their executables differ, and so do the addresses in their machine code;
// a checked-in number would be forgotten. So the sources are embedded (C23, clang 19) and hashed once, when a tuning file is looked for. clang writes embedded files into the dependency
// file, so a changed kernel is a changed hash in the next build. Costs 120 KB of read-only data
// that is paged in once, or never.
//
// Adding a kernel adds its line here: a test compares this list with the folders.

#include "CVectorShims.h"

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
#embed "../SIMDBodies/ColorGrid.swift"
    , 0,
#embed "../SIMDBodies/ColumnRuns.swift"
    , 0,
#embed "../SIMDBodies/FastestRead.swift"
    , 0,
#embed "../SIMDBodies/FlatRun.swift"
    , 0,
#embed "../SIMDBodies/Lanes.swift"
    , 0,
#embed "../SIMDBodies/NearestCenters.swift"
    , 0,
#embed "../SIMDBodies/PixelJudge.swift"
    , 0,
#embed "../SIMDBodies/RunHistogram.swift"
    , 0,
#embed "../SIMDBodies/SwapGains.swift"
    , 0,
#embed "../DominantColor/Kernels/CellTable.swift"
    , 0,
#embed "../DominantColor/Kernels/KMeansKernel.swift"
    , 0,
#embed "../DominantColor/Kernels/Kernel.swift"
    , 0,
#embed "../DominantColor/Kernels/KernelCatalog.swift"
    , 0,
#embed "../DominantColor/Kernels/PixelBands.swift"
    , 0,
#embed "../DominantColor/Kernels/ReferenceHistogramKernel.swift"
    , 0,
#embed "../DominantColor/Kernels/ReferenceHueKernel.swift"
    , 0,
#embed "../DominantColor/Kernels/ReferenceKMeansKernel.swift"
    , 0,
#embed "../DominantColor/Kernels/SIMDHistogramKernel.swift"
    , 0,
#embed "../DominantColor/Kernels/SampledKernel.swift"
    , 0,
#embed "../DominantColor/Kernels/TiledHistogramKernel.swift"
    , 0,
#embed "../DominantColor/Kernels/TiledKMeansKernel.swift"
    , 0,
#embed "../DominantColor/Kernels/Workspace.swift"
    , 0,
#embed "../DominantColor/Kernels/WorkspacePool.swift"
    , 0,
#embed "../DominantColor/Histogram/ColorHistogram.swift"
    , 0,
#embed "../DominantColor/Histogram/WindowSearch.swift"
    , 0,
#embed "../DominantColor/Hue/DominantHue.swift"
    , 0,
#embed "../DominantColor/Hue/HueHistogram.swift"
    , 0,
#embed "../DominantColor/Hue/HueRange.swift"
    , 0,
#embed "../DominantColor/Hue/HueScale.swift"
    , 0,
#embed "../DominantColor/KMeans/ClusterSums.swift"
    , 0,
#embed "../DominantColor/KMeans/ExactColors.swift"
    , 0,
#embed "../DominantColor/KMeans/ExactColors+Groups.swift"
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
#embed "../DominantColor/KMeans/PixelKMeans.swift"
    , 0,
#embed "../DominantColor/KMeans/PointTable+Distances.swift"
    , 0,
#embed "../DominantColor/KMeans/PointTable.swift"
    , 0,
#embed "../DominantColor/KMeans/PointsByCluster.swift"
    , 0,
#embed "../DominantColor/KMeans/SwapSearch.swift"
    , 0
};

uint64_t cv_kernel_sources_hash(void) {
  uint64_t hash = 0xCBF29CE484222325u;
  for (size_t place = 0; place < sizeof sources; place++) {
    hash = (hash ^ sources[place]) * 0x100000001B3u;
  }
  return hash;
}
#else
uint64_t cv_kernel_sources_hash(void) { return 0; }
#endif
