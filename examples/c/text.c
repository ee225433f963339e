#include "text.h"

#include <math.h>
#include <string.h>

/* The code point at *text, which moves on; a byte that is not UTF-8 stands for itself. */
static unsigned long next_point(const char **text) {
  const unsigned char *at = (const unsigned char *)*text;
  int more = *at >= 0xF0 ? 3 : *at >= 0xE0 ? 2 : *at >= 0xC0 ? 1 : 0, i;
  unsigned long point = more ? *at & (0x3Fu >> more) : *at;
  for (i = 1; i <= more; i++) {
    if ((at[i] & 0xC0) != 0x80) {
      more = 0;
      point = *at;
      break;
    }
    point = point << 6 | (at[i] & 0x3Fu);
  }
  *text += more + 1;
  return point;
}

/* Enough of Unicode's width rules for names: marks take no column, East Asian and emoji two. */
static size_t point_width(unsigned long p) {
  if ((p >= 0x300 && p <= 0x36F) || (p >= 0x200B && p <= 0x200F) || (p >= 0xFE00 && p <= 0xFE0F)) {
    return 0;
  }
  if ((p >= 0x1100 && p <= 0x115F) || (p >= 0x2E80 && p <= 0xA4CF) ||
      (p >= 0xAC00 && p <= 0xD7A3) || (p >= 0xF900 && p <= 0xFAFF) ||
      (p >= 0xFE30 && p <= 0xFE6F) || (p >= 0xFF00 && p <= 0xFF60) ||
      (p >= 0x1F300 && p <= 0x1FAFF) || (p >= 0x20000 && p <= 0x3FFFD)) {
    return 2;
  }
  return 1;
}

size_t text_width(const char *text) {
  size_t width = 0;
  while (*text) width += point_width(next_point(&text));
  return width;
}

static void spaces(FILE *out, size_t count) {
  while (count-- > 0) fputc(' ', out);
}

/* The end of what fits into `width` columns from the start; *used counts them. */
static const char *head(const char *text, size_t width, size_t *used) {
  *used = 0;
  while (*text) {
    const char *from = text;
    size_t more = point_width(next_point(&text));
    if (*used + more > width) return from;
    *used += more;
  }
  return text;
}

const char *text_shorten(char *out, const char *text, size_t width) {
  size_t whole = text_width(text), used, length;
  const char *end;
  if (whole <= width && strlen(text) < TEXT_SHORT) return strcpy(out, text);
  if (width > TEXT_SHORT / 10) width = TEXT_SHORT / 10;
  end = head(text, width - width / 2, &used);
  length = (size_t)(end - text);
  if (length > TEXT_SHORT / 2 - 8) length = 0; /* marks without end on one letter */
  memcpy(out, text, length);
  memcpy(out + length, "\xE2\x80\xA6", 4); /* an ellipsis */
  while (whole > width - used - 1) whole -= point_width(next_point(&text));
  if (strlen(text) < TEXT_SHORT / 2) strcat(out, text);
  return out;
}

void text_left(FILE *out, const char *text, size_t width) {
  char shorter[TEXT_SHORT];
  size_t used = text_width(text);
  if (used > width) {
    text = text_shorten(shorter, text, width);
    used = text_width(text);
  }
  fputs(text, out);
  if (used < width) spaces(out, width - used);
}

void text_right(FILE *out, const char *text, size_t width) {
  size_t needed = text_width(text);
  if (needed > width) {
    text_left(out, text, width);
  } else {
    spaces(out, width - needed);
    fputs(text, out);
  }
}

const char *text_number(char *out, double value, int decimals) {
  if (isnan(value)) {
    strcpy(out, "-");
  } else if (isinf(value)) {
    strcpy(out, value > 0 ? "inf" : "-inf");
  } else if (fabs(value) >= 1e9) {
    snprintf(out, TEXT_NUMBER, "%.3g", value);
  } else {
    snprintf(out, TEXT_NUMBER, "%.*f", decimals, value);
    /* No "-0.00". */
    if (out[0] == '-' && strspn(out + 1, "0.") == strlen(out + 1)) {
      memmove(out, out + 1, strlen(out));
    }
  }
  return out;
}

const char *text_count(char *out, double value) {
  return text_number(out, value, value == floor(value) ? 0 : 1);
}

void text_wrap(FILE *out, const char *mark, const char *text, size_t width) {
  size_t indent = text_width(mark), column = indent;
  int first = 1;
  fputs(mark, out);
  for (;;) {
    char word[512];
    size_t length;
    text += strspn(text, " ");
    length = strcspn(text, " ");
    if (length == 0) break;
    if (length >= sizeof word) length = sizeof word - 1;
    memcpy(word, text, length);
    word[length] = '\0';
    text += length;
    if (!first && column + 1 + text_width(word) > width) {
      fputc('\n', out);
      spaces(out, indent);
      column = indent;
      first = 1;
    }
    if (!first) fputc(' ', out), column++;
    fputs(word, out);
    column += text_width(word);
    first = 0;
  }
  fputc('\n', out);
}
