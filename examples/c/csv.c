#include "csv.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A growing list of the fields seen so far, header included. */
typedef struct fields {
  const char **items;
  size_t count, room;
} fields;

static int push(fields *list, const char *item) {
  if (list->count == list->room) {
    size_t room = list->room ? 2 * list->room : 1024;
    const char **grown = realloc(list->items, room * sizeof *grown);
    if (!grown) return -1;
    list->items = grown;
    list->room = room;
  }
  list->items[list->count++] = item;
  return 0;
}

static int push_line(csv_table *table, size_t *room, long line) {
  if (table->rows == *room) {
    size_t more = *room ? 2 * *room : 1024;
    long *grown = realloc(table->lines, more * sizeof *grown);
    if (!grown) return -1;
    table->lines = grown;
    *room = more;
  }
  table->lines[table->rows++] = line;
  return 0;
}

static char *slurp(const char *path, size_t *length, char *error, size_t capacity) {
  FILE *file = fopen(path, "rb");
  char *text = NULL;
  size_t room = 0, count = 0;
  if (!file) {
    snprintf(error, capacity, "%s: %s", path, strerror(errno));
    return NULL;
  }
  for (;;) {
    size_t got;
    if (room - count < 65536) {
      char *grown = realloc(text, room = 2 * room + 131072);
      if (!grown) {
        snprintf(error, capacity, "%s: out of memory", path);
        break;
      }
      text = grown;
    }
    got = fread(text + count, 1, room - count - 1, file);
    count += got;
    if (got == 0) {
      if (ferror(file)) {
        snprintf(error, capacity, "%s: %s", path, strerror(errno));
        break;
      }
      fclose(file);
      text[count] = '\0';
      *length = count;
      return text;
    }
  }
  fclose(file);
  free(text);
  return NULL;
}

/* Bytes of the blank that text begins with: of ASCII, or the no-break space of UTF-8. */
static size_t blank(const char *text) {
  if (*text == ' ' || (*text >= '\t' && *text <= '\r')) return 1;
  return strncmp(text, "\xC2\xA0", 2) == 0 ? 2 : 0;
}

/* A field without the blanks around it. It stands in the text of the table, which may be changed. */
static const char *trimmed(csv_table *table, const char *field) {
  char *first = table->text + (field - table->text), *last;
  size_t length;
  while ((length = blank(first)) > 0) first += length;
  last = first + strlen(first);
  while (last > first) {
    length = blank(last - 1) == 1 ? 1 : last - first >= 2 && blank(last - 2) == 2 ? 2 : 0;
    if (length == 0) break;
    last -= length;
  }
  *last = '\0';
  return first;
}

/* Whether a text has a control character: of ASCII, or C1 (U+0080 to U+009F) in UTF-8. */
static int has_control(const char *text) {
  for (; *text; text++) {
    const unsigned char c = (unsigned char)*text;
    if (c < 0x20 || c == 0x7F || (c == 0xC2 && (unsigned char)text[1] >= 0x80 && (unsigned char)text[1] < 0xA0)) return 1;
  }
  return 0;
}

/* Where the reader is. Fields are unquoted in place: a field never grows. */
typedef struct cursor {
  char *next, *end;
  long line;
} cursor;

/* How a field ended: well, or with one of three mistakes. */
typedef enum { FIELD_ENDS, RECORD_ENDS, QUOTE_OPEN, QUOTE_TRAILS, QUOTE_INSIDE } csv_stop;

static csv_stop read_field(cursor *at, const char **field) {
  char *out = at->next;
  char stop;
  *field = out;
  if (*at->next == '"') {
    at->next++;
    for (;;) {
      if (at->next == at->end) return QUOTE_OPEN;
      if (*at->next == '\n') at->line++;
      if (*at->next == '"') {
        if (at->next[1] != '"') break;
        at->next++;
      }
      *out++ = *at->next++;
    }
    at->next++;
    if (at->next < at->end && *at->next != ',' && *at->next != '\n' &&
        !(at->next[0] == '\r' && at->next[1] == '\n')) {
      return QUOTE_TRAILS;
    }
  } else {
    while (at->next < at->end && *at->next != ',' && *at->next != '\n') {
      if (*at->next == '"') return QUOTE_INSIDE;
      at->next++;
    }
    out = at->next;
    if (out > *field && out[-1] == '\r' && (at->next == at->end || *at->next == '\n')) out--;
  }
  if (at->next < at->end && *at->next == '\r') at->next++;
  stop = at->next < at->end ? *at->next : '\n';
  if (at->next < at->end) at->next++;
  *out = '\0';
  if (stop == ',') return FIELD_ENDS;
  at->line++;
  return RECORD_ENDS;
}

static const char *explain(csv_stop stop) {
  switch (stop) {
    case QUOTE_OPEN: return "a quoted field is never closed";
    case QUOTE_TRAILS: return "text after a closing quote";
    default: return "a quote inside a field that does not begin with one";
  }
}

static int parse(csv_table *table, size_t length, const char *path, char *error, size_t capacity) {
  cursor at;
  fields list = {NULL, 0, 0};
  size_t room = 0, width = 0, i, j;
  at.next = table->text;
  at.end = table->text + length;
  at.line = 1;
  if (strlen(table->text) != length) {
    snprintf(error, capacity, "%s: holds a NUL byte; is it a text file in UTF-8?", path);
    return -1;
  }
  if (length >= 3 && memcmp(at.next, "\xEF\xBB\xBF", 3) == 0) at.next += 3;

  while (at.next < at.end) {
    long line = at.line;
    size_t first = list.count;
    csv_stop stop;
    if (*at.next == '\n' || (at.next[0] == '\r' && at.next[1] == '\n')) {
      at.next += *at.next == '\r' ? 2 : 1; /* an empty line */
      at.line++;
      continue;
    }
    do {
      const char *field;
      stop = read_field(&at, &field);
      if (stop != FIELD_ENDS && stop != RECORD_ENDS) {
        snprintf(error, capacity, "%s:%ld: %s", path, line, explain(stop));
        goto failed;
      }
      if (push(&list, field) != 0) goto memory;
    } while (stop == FIELD_ENDS);

    if (width == 0) {
      width = list.count;
    } else if (list.count - first != width) {
      snprintf(error, capacity, "%s:%ld: %lu field%s where the header has %lu", path, line,
               (unsigned long)(list.count - first), list.count - first == 1 ? "" : "s",
               (unsigned long)width);
      goto failed;
    } else if (push_line(table, &room, line) != 0) {
      goto memory;
    }
  }
  if (width == 0) {
    snprintf(error, capacity, "%s: empty; a header line is needed", path);
    goto failed;
  }
  for (i = 0; i < width; i++) {
    list.items[i] = trimmed(table, list.items[i]);
    if (has_control(list.items[i])) {
      snprintf(error, capacity, "%s:1: the name of column %lu has a control character", path, (unsigned long)i + 1);
      goto failed;
    }
    for (j = 0; j < i; j++) {
      if (strcmp(list.items[i], list.items[j]) == 0) {
        snprintf(error, capacity, "%s:1: two columns are called \"%s\"", path, list.items[i]);
        goto failed;
      }
    }
  }
  table->columns = width;
  table->header = list.items;
  table->fields = list.items + width;
  return 0;

memory:
  snprintf(error, capacity, "%s: out of memory", path);
failed:
  free(list.items);
  return -1;
}

int csv_read(csv_table *table, const char *path, char *error, size_t capacity) {
  size_t length;
  memset(table, 0, sizeof *table);
  table->text = slurp(path, &length, error, capacity);
  if (!table->text) return -1;
  if (parse(table, length, path, error, capacity) != 0) {
    csv_free(table);
    return -1;
  }
  return 0;
}

size_t csv_column(const csv_table *table, const char *name) {
  size_t i;
  for (i = 0; i < table->columns; i++) {
    if (strcmp(table->header[i], name) == 0) return i;
  }
  return CSV_NO_COLUMN;
}

size_t csv_trim(csv_table *table, size_t column) {
  size_t row, count = 0;
  for (row = 0; row < table->rows; row++) {
    const char **field = table->fields + row * table->columns + column;
    const size_t length = strlen(*field);
    const char *rest = trimmed(table, *field);
    count += strlen(rest) != length;
    *field = rest;
  }
  return count;
}

size_t csv_control(const csv_table *table, size_t column) {
  size_t row = 0;
  while (row < table->rows && !has_control(table->fields[row * table->columns + column])) row++;
  return row;
}

void csv_keep(csv_table *table, const char *keep) {
  size_t row, kept = 0, width = table->columns;
  for (row = 0; row < table->rows; row++) {
    if (!keep[row]) continue;
    memmove(table->fields + kept * width, table->fields + row * width,
            width * sizeof *table->fields);
    table->lines[kept++] = table->lines[row];
  }
  table->rows = kept;
}

void csv_free(csv_table *table) {
  free(table->header); /* header and fields are one block */
  free(table->lines);
  free(table->text);
  memset(table, 0, sizeof *table);
}
