#include "CDashboardPage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

// A function for a file, of which the bytes have the same name.
#define FILE_FUNCTION(name) \
  cdashboard_file cdashboard_##name(void) { return (cdashboard_file){name, sizeof name}; }

static const unsigned char body_html[] = {
#embed "../HistoryDashboard/Page/Parts/body.html"
};
FILE_FUNCTION(body_html)

static const unsigned char uPlot_min_css[] = {
#embed "../HistoryDashboard/Page/Parts/uPlot.min.css"
};
FILE_FUNCTION(uPlot_min_css)

static const unsigned char theme_css[] = {
#embed "../HistoryDashboard/Page/Parts/theme.css"
};
FILE_FUNCTION(theme_css)

static const unsigned char layout_css[] = {
#embed "../HistoryDashboard/Page/Parts/layout.css"
};
FILE_FUNCTION(layout_css)

static const unsigned char charts_css[] = {
#embed "../HistoryDashboard/Page/Parts/charts.css"
};
FILE_FUNCTION(charts_css)

static const unsigned char uPlot_LICENSE_txt[] = {
#embed "../HistoryDashboard/Page/Parts/uPlot-LICENSE.txt"
};
FILE_FUNCTION(uPlot_LICENSE_txt)

static const unsigned char uPlot_iife_min_js[] = {
#embed "../HistoryDashboard/Page/Parts/uPlot.iife.min.js"
};
FILE_FUNCTION(uPlot_iife_min_js)

static const unsigned char page_js[] = {
#embed "../HistoryDashboard/Page/Parts/page.js"
};
FILE_FUNCTION(page_js)

static const unsigned char words_js[] = {
#embed "../HistoryDashboard/Page/Parts/words.js"
};
FILE_FUNCTION(words_js)

static const unsigned char data_js[] = {
#embed "../HistoryDashboard/Page/Parts/data.js"
};
FILE_FUNCTION(data_js)

static const unsigned char address_js[] = {
#embed "../HistoryDashboard/Page/Parts/address.js"
};
FILE_FUNCTION(address_js)

static const unsigned char theme_js[] = {
#embed "../HistoryDashboard/Page/Parts/theme.js"
};
FILE_FUNCTION(theme_js)

static const unsigned char overview_js[] = {
#embed "../HistoryDashboard/Page/Parts/overview.js"
};
FILE_FUNCTION(overview_js)

static const unsigned char triage_js[] = {
#embed "../HistoryDashboard/Page/Parts/triage.js"
};
FILE_FUNCTION(triage_js)

static const unsigned char plots_js[] = {
#embed "../HistoryDashboard/Page/Parts/plots.js"
};
FILE_FUNCTION(plots_js)

static const unsigned char overlay_js[] = {
#embed "../HistoryDashboard/Page/Parts/overlay.js"
};
FILE_FUNCTION(overlay_js)

static const unsigned char timeline_js[] = {
#embed "../HistoryDashboard/Page/Parts/timeline.js"
};
FILE_FUNCTION(timeline_js)

static const unsigned char readout_js[] = {
#embed "../HistoryDashboard/Page/Parts/readout.js"
};
FILE_FUNCTION(readout_js)

static const unsigned char saving_js[] = {
#embed "../HistoryDashboard/Page/Parts/saving.js"
};
FILE_FUNCTION(saving_js)

static const unsigned char scaling_js[] = {
#embed "../HistoryDashboard/Page/Parts/scaling.js"
};
FILE_FUNCTION(scaling_js)

static const unsigned char fleet_js[] = {
#embed "../HistoryDashboard/Page/Parts/fleet.js"
};
FILE_FUNCTION(fleet_js)

static const unsigned char environment_js[] = {
#embed "../HistoryDashboard/Page/Parts/environment.js"
};
FILE_FUNCTION(environment_js)

static const unsigned char start_js[] = {
#embed "../HistoryDashboard/Page/Parts/start.js"
};
FILE_FUNCTION(start_js)
