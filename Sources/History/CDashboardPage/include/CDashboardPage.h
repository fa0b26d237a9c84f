// The parts of the dashboard's page, embedded in the executable.
//
// Why C: it embeds files (C23, clang 19), where an array literal of their bytes takes the Swift compiler
// half a minute. clang notes the files as what the object is made of, so that a change is built.

#ifndef CDASHBOARDPAGE_H
#define CDASHBOARDPAGE_H

#include <stddef.h>

// A file's bytes; they last as long as the program.
typedef struct {
  const unsigned char *_Nonnull bytes;
  size_t count;
} cdashboard_file;

cdashboard_file cdashboard_body_html(void);
cdashboard_file cdashboard_uPlot_min_css(void);
cdashboard_file cdashboard_theme_css(void);
cdashboard_file cdashboard_layout_css(void);
cdashboard_file cdashboard_charts_css(void);
cdashboard_file cdashboard_uPlot_LICENSE_txt(void);
cdashboard_file cdashboard_uPlot_iife_min_js(void);
cdashboard_file cdashboard_page_js(void);
cdashboard_file cdashboard_words_js(void);
cdashboard_file cdashboard_data_js(void);
cdashboard_file cdashboard_address_js(void);
cdashboard_file cdashboard_theme_js(void);
cdashboard_file cdashboard_overview_js(void);
cdashboard_file cdashboard_triage_js(void);
cdashboard_file cdashboard_plots_js(void);
cdashboard_file cdashboard_overlay_js(void);
cdashboard_file cdashboard_timeline_js(void);
cdashboard_file cdashboard_readout_js(void);
cdashboard_file cdashboard_saving_js(void);
cdashboard_file cdashboard_scaling_js(void);
cdashboard_file cdashboard_fleet_js(void);
cdashboard_file cdashboard_environment_js(void);
cdashboard_file cdashboard_start_js(void);

#endif
