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

// Every function and every constant of the C header has its place in this package.
func TestHeaderIsCovered(t *testing.T) {
	header, err := os.ReadFile(filepath.Join("..", "..", "include", "duel.h"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the module is used without its repository")
	}
	must(t, err)
	files, err := filepath.Glob("*.go")
	must(t, err)
	used := map[string]bool{"DUEL_VERSION": true} // the library's own is Version
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		source, err := os.ReadFile(file)
		must(t, err)
		for _, match := range regexp.MustCompile(`\bC\.(\w+)`).FindAllSubmatch(source, -1) {
			used[string(match[1])] = true
		}
	}
	declared := regexp.MustCompile(`(?m)^#define (DUEL_\w+) |^[a-z][\w *]*\b(duel_\w+)\(`).FindAllSubmatch(header, -1)
	if len(declared) < 100 {
		t.Fatalf("only %d names in the header", len(declared))
	}
	for _, match := range declared {
		name := string(match[1]) + string(match[2])
		if !used[name] {
			t.Errorf("%s has no counterpart", name)
		}
	}
}
