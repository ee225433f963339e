#include "svg.h"

#include <math.h>
#include <string.h>

static const char common[] =
    "text { font-family: Inter, 'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif;"
    " font-size: 13px; fill: #22303c; }\n"
    ".big { font-size: 20px; font-weight: 600; }\n"
    ".small, .side, .tick { fill: #5b6b79; }\n"
    ".small, .tick { font-size: 12px; }\n"
    ".head { font-size: 12px; font-weight: 600; fill: #5b6b79; }\n"
    ".digits { text-anchor: end; font-variant-numeric: tabular-nums; }\n"
    ".tick, .title { text-anchor: middle; }\n"
    ".title { font-size: 12px; }\n"
    ".stripe { fill: #f4f6f8; }\n"
    ".grid { stroke: #dfe5ea; }\n"
    ".zero { stroke: #98a6b3; stroke-dasharray: 4 3; }\n"
    ".axis { stroke: #98a6b3; }\n"
    ".ground { fill: #ffffff; }\n"
    ".halo { paint-order: stroke; stroke: #ffffff; stroke-width: 3px; stroke-linejoin: round; }\n";

/* What changes where the reader's screen is dark: of all drawings, after their own rules. */
static const char dark[] =
    "@media (prefers-color-scheme: dark) {\n"
    ".ground { fill: #131a20; }\n"
    ".halo { stroke: #131a20; }\n"
    "text { fill: #e6edf3; }\n"
    ".small, .side, .tick, .head, .right { fill: #9fb0bd; }\n"
    ".stripe { fill: #1a232b; }\n"
    ".grid { stroke: #2b3843; }\n"
    ".zero, .axis, .leader { stroke: #6b7a88; }\n"
    ".bar, .bar-end, .open, .arrow, .branch { stroke: #6fa8d8; }\n"
    ".bar-fill, .open-dot, .end { fill: #9cc9f0; }\n"
    ".of-item { fill: #9cc9f0; }\n"
    ".odd, .odd-end { stroke: #d98a45; }\n"
    ".odd-fill, .odd-dot { fill: #f0ad70; }\n"
    ".judge { fill: #c8d4de; }\n"
    ".sure { stroke: #63b95d; }\n"
    ".sure-dot { fill: #8fdc89; }\n"
    ".tier { fill: #ffffff; }\n"
    "}\n";

void svg_escaped(FILE *out, const char *text) {
  for (; *text; text++) {
    switch (*text) {
      case '&': fputs("&amp;", out); break;
      case '<': fputs("&lt;", out); break;
      case '>': fputs("&gt;", out); break;
      case '"': fputs("&quot;", out); break;
      default:
        if ((unsigned char)*text >= 0x20) fputc(*text, out);
    }
  }
}

void svg_text(FILE *out, double x, double y, const char *class, const char *text) {
  fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">", x, y, class);
  svg_escaped(out, text);
  fputs("</text>\n", out);
}

FILE *svg_open(const char *path, const char *title, double width, double height, const char *style) {
  FILE *out = fopen(path, "w");
  if (!out) return NULL;
  fprintf(out,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" "
          "height=\"%.0f\" role=\"img\">\n<title>",
          width, height, width, height);
  svg_escaped(out, title);
  fprintf(out,
          "</title>\n<style>\n%s%s%s</style>\n<rect width=\"%.0f\" height=\"%.0f\" class=\"ground\"/>\n",
          common, style, dark, width, height);
  return out;
}

int svg_close(FILE *out) {
  fputs("</svg>\n", out);
  if (ferror(out)) {
    fclose(out);
    return -1;
  }
  return fclose(out) == 0 ? 0 : -1;
}

double svg_tick_step(double span, double wanted) {
  double rough = span / wanted, power = pow(10.0, floor(log10(rough)));
  double digit = rough / power;
  return power * (digit <= 1.0 ? 1.0 : digit <= 2.0 ? 2.0 : digit <= 5.0 ? 5.0 : 10.0);
}

int svg_tick_decimals(double step) {
  return step >= 1.0 ? 0 : (int)ceil(-log10(step) - 1e-9);
}

const char *svg_tier_colour(char *out, double tier, size_t tiers) {
  static const unsigned char stops[][3] = {
      {0x17, 0x4a, 0x9c}, {0x1b, 0x8f, 0x9e}, {0x6d, 0xa5, 0x3c}, {0xdc, 0xa0, 0x1e}, {0xb2, 0x3c, 0x1e}};
  const size_t last = sizeof stops / sizeof *stops - 1;
  unsigned mixed[3];
  double at;
  size_t stop, c;
  if (isnan(tier)) return strcpy(out, "#98a6b3");
  at = tiers > 1 ? tier / (double)(tiers - 1) * (double)last : 0.0;
  stop = at >= (double)last ? last - 1 : (size_t)at;
  for (c = 0; c < 3; c++) {
    const double from = stops[stop][c], to = stops[stop + 1][c];
    mixed[c] = (unsigned)(from + (at - (double)stop) * (to - from) + 0.5) & 0xFFu;
  }
  snprintf(out, SVG_COLOUR, "#%02x%02x%02x", mixed[0], mixed[1], mixed[2]);
  return out;
}

void svg_tier_legend(FILE *out, double x, double y, size_t tiers) {
  enum { STEP = 58, MOST = 9 };
  const size_t shown = tiers > MOST ? 2 : tiers;
  char text[32], colour[SVG_COLOUR];
  size_t i;
  for (i = 0; i < shown; i++) {
    const size_t tier = shown == tiers ? i : i * (tiers - 1);
    const double left = x - (double)((shown - i) * STEP);
    fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\" fill=\"%s\"/>\n", left, y - 4.0,
            svg_tier_colour(colour, (double)tier, tiers));
    snprintf(text, sizeof text, "Tier %lu", (unsigned long)tier + 1);
    svg_text(out, left + 9.0, y, "small", text);
  }
}
