// Command write writes enumerations.go: go generate in the folder of package duel.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/duel-ranking/duel/bindings/go/internal/enums"
)

func main() {
	described, err := os.ReadFile(filepath.Join("..", "..", "include", "duel.json"))
	if err == nil {
		var source []byte
		if source, err = enums.Source(".", described); err == nil {
			err = os.WriteFile(enums.File, source, 0o644)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
