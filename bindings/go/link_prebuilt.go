//go:build linux && amd64 && !duel_system && !duel_static

package duel

// The header lies in include/ of the published module, and above in a checkout.

// #cgo CFLAGS: -I${SRCDIR}/include -I${SRCDIR}/../../include
import "C"

import (
	// With these two `go mod vendor` brings the header and the library along.
	_ "github.com/duel-ranking/duel/bindings/go/include"
	_ "github.com/duel-ranking/duel/bindings/go/lib/linux-amd64"
)
