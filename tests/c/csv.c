/* The CSV reader of the examples: what it reads, and what it refuses on which line. */
#include "check.h"
#include "csv.h"

#include <stdlib.h>

static const char path[] = "build/examples/test.csv";

static int read_text(csv_table *table, const char *text, size_t length, char *error) {
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(text, 1, length, file) != length || fclose(file) != 0) {
    printf("cannot write %s\n", path);
    exit(2);
  }
  return csv_read(table, path, error, 256);
}

static void reads(const char *text, size_t rows, size_t columns, const char *last, long line) {
  csv_table table;
  char error[256] = "";
  int status = read_text(&table, text, strlen(text), error);
  CHECK(status == 0, "\"%s\": %s", text, error);
  if (status != 0) return;
  CHECK(table.rows == rows && table.columns == columns, "\"%s\": %lu x %lu", text,
        (unsigned long)table.rows, (unsigned long)table.columns);
  if (rows > 0) {
    const char *got = table.fields[table.rows * table.columns - 1];
    CHECK(strcmp(got, last) == 0, "\"%s\": last field \"%s\", not \"%s\"", text, got, last);
    CHECK(table.lines[rows - 1] == line, "\"%s\": line %ld", text, table.lines[rows - 1]);
  }
  csv_free(&table);
}

static void refuses(const char *text, size_t length, const char *message) {
  csv_table table;
  char error[256] = "";
  int status = read_text(&table, text, length, error);
  CHECK(status != 0, "\"%s\" was read", text);
  CHECK(strstr(error, message) != NULL, "\"%s\": \"%s\", not \"%s\"", text, error, message);
  CHECK(table.text == NULL && table.fields == NULL, "\"%s\": something is left", text);
  if (status == 0) csv_free(&table);
}

int main(void) {
  csv_table table;
  char error[256];
  static const char keep[] = {0, 1, 0, 1};

  reads("a,b\n1,2\n", 1, 2, "2", 2);
  reads("a,b\n1,2", 1, 2, "2", 2);
  reads("a,b\r\n1,2\r\n", 1, 2, "2", 2);
  reads("a,b\r\n1,2\r", 1, 2, "2", 2);
  reads("\xEF\xBB\xBF" "a,b\n1,2\n", 1, 2, "2", 2);
  reads("a,b\n\n\n1,2\n", 1, 2, "2", 4);
  reads("a,b\n1,\n", 1, 2, "", 2);
  reads("a,b\n1,", 1, 2, "", 2);
  reads("a,b\n,\n", 1, 2, "", 2);
  reads("a,b\n1,\"x, y\"\n", 1, 2, "x, y", 2);
  reads("a,b\n1,\"x \"\"y\"\"\"\r\n", 1, 2, "x \"y\"", 2);
  reads("a,b\n1,\"\"\n", 1, 2, "", 2);
  reads("a,b\n\"1\n1\",2\n3,4\n", 2, 2, "4", 4);
  reads("a,b\n1,d\xC3\xBCnn\n", 1, 2, "d\xC3\xBCnn", 2);
  reads("a\n1\n2\n", 2, 1, "2", 3);
  reads("a,b\n", 0, 2, NULL, 0);

#define REFUSES(text, message) refuses(text, sizeof(text) - 1, message)
  REFUSES("", "empty");
  REFUSES("\n\n", "empty");
  REFUSES("a,b\n1\n", "test.csv:2: 1 field where the header has 2");
  REFUSES("a,b\n1,2\n1,2,3\n", "test.csv:3: 3 fields where the header has 2");
  REFUSES("a,b\n1,\"2\n", "test.csv:2: a quoted field is never closed");
  REFUSES("a,b\n1,\"2\"x\n", "test.csv:2: text after a closing quote");
  REFUSES("a,b\n1,2\"x\"\n", "test.csv:2: a quote inside a field");
  REFUSES("a,a\n1,2\n", "two columns are called \"a\"");
  REFUSES("a, a\n1,2\n", "two columns are called \"a\"");
  REFUSES("a,b\n1,\0\n", "NUL");

  CHECK(csv_read(&table, "build/examples/none/such.csv", error, sizeof error) != 0, "read");
  CHECK(strstr(error, "such.csv: ") != NULL, "%s", error);

  CHECK(read_text(&table, "a,b\n1,2\n3,4\n5,6\n7,8\n", 20, error) == 0, "%s", error);
  csv_keep(&table, keep);
  CHECK(table.rows == 2 && strcmp(table.fields[0], "3") == 0 &&
            strcmp(table.fields[3], "8") == 0 && table.lines[1] == 5, "rows kept");
  CHECK(csv_column(&table, "b") == 1 && csv_column(&table, "c") == CSV_NO_COLUMN, "columns");
  csv_free(&table);

  /* Blanks of ASCII and no-break spaces are cut off at both ends, and counted by field. */
  CHECK(read_text(&table, " a ,b\n x\t,1\ny, 2\n\xC2\xA0 z\xC2\xA0,3\n  ,\xC3\xA0\n", 32, error) == 0, "%s", error);
  CHECK(csv_column(&table, "a") == 0, "a header with blanks");
  CHECK(csv_trim(&table, 0) == 3 && csv_trim(&table, 1) == 1 && csv_trim(&table, 0) == 0, "fields trimmed");
  CHECK(strcmp(table.fields[0], "x") == 0 && strcmp(table.fields[3], "2") == 0 &&
            strcmp(table.fields[4], "z") == 0 && strcmp(table.fields[6], "") == 0 &&
            strcmp(table.fields[7], "\xC3\xA0") == 0, "what is left");
  csv_free(&table);
  remove(path);
  return checks_end();
}
