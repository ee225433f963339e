package duel_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// headerAndSources are the C header and the files of this package, tests left out.
func headerAndSources(t *testing.T) (header []byte, sources [][]byte) {
	header, err := os.ReadFile(filepath.Join("..", "..", "include", "duel.h"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the module is used without its repository")
	}
	must(t, err)
	files, err := filepath.Glob("*.go")
	must(t, err)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		source, err := os.ReadFile(file)
		must(t, err)
		sources = append(sources, source)
	}
	return header, sources
}

// Functions that Go does not need: it copies whole tables into slices of its own, asks for nothing twice, and names defaults
// itself.
var ofOtherLanguages = []string{
	"duel_table_f64", "duel_table_i64", "duel_table_bool", "duel_table_codes",
	"duel_table_export", "duel_table_print", "duel_last_status",
	// A function of one's own lives as long as the estimate; Go's have no place for that yet.
	"duel_gars_own",
	"DUEL_BY_DEFAULT", "DUEL_REFERS_NONE", "DUEL_REFERS_ITEM", "DUEL_REFERS_JUDGE", "DUEL_REFERS_CONTEXT", "DUEL_REFERS_ROW", "DUEL_REFERS_CLUSTER", "DUEL_REFERS_COVARIATE",
}

// The fields of tables that slices do not show yet.
var fieldsOfTables = []string{
	"title", "notes", "name", "description", "refers", "digits",
}

// Every function and every constant of the C header has its place in this package.
func TestHeaderIsCovered(t *testing.T) {
	header, sources := headerAndSources(t)
	used := map[string]bool{"DUEL_VERSION": true} // the library's own is Version
	for _, name := range ofOtherLanguages {
		used[name] = true
	}
	for _, source := range sources {
		for _, match := range regexp.MustCompile(`\bC\.(\w+)`).FindAllSubmatch(source, -1) {
			used[string(match[1])] = true
		}
	}
	declared := regexp.MustCompile(`(?m)^#define (DUEL_\w+) |^  (DUEL_\w+) = |^[a-z][\w *]*\b(duel_\w+)\(`).FindAllSubmatch(header, -1)
	if len(declared) < 100 {
		t.Fatalf("only %d names in the header", len(declared))
	}
	for _, match := range declared {
		name := string(match[1]) + string(match[2]) + string(match[3])
		// Codes of warnings and departures are shown by their labels.
		if !used[name] && !strings.HasPrefix(name, "DUEL_WARNING_") && !strings.HasPrefix(name, "DUEL_DEPARTURE_") {
			t.Errorf("%s has no counterpart", name)
		}
	}
}

// Every field of the C structs is set or read by this package.
func TestFieldsAreCovered(t *testing.T) {
	header, sources := headerAndSources(t)
	used := map[string]bool{"reserved": true, "fits": true /* the length of Validation.Fits */}
	for _, name := range fieldsOfTables {
		used[name] = true
	}
	for _, source := range sources {
		for _, match := range regexp.MustCompile(`\.(\w+)|(?m:^\s+(\w+):)|[{,]\s*(\w+):`).FindAllSubmatch(source, -1) {
			used[strings.TrimPrefix(string(match[1])+string(match[2])+string(match[3]), "_")] = true
		}
	}
	structs := regexp.MustCompile(`(?s)typedef struct \{(.*?)\n\} (duel_\w+);`).FindAllSubmatch(header, -1)
	fields := 0
	for _, body := range structs {
		for _, match := range regexp.MustCompile(`(?m)^  [\w ]+[ *](\w+);`).FindAllSubmatch(body[1], -1) {
			fields++
			if name := string(match[1]); !used[name] {
				t.Errorf("%s of %s has no counterpart", name, body[2])
			}
		}
	}
	if len(structs) < 10 || fields < 100 {
		t.Fatalf("only %d fields of %d structs in the header", fields, len(structs))
	}
}
