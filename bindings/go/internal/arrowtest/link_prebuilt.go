//go:build !duel_system && !duel_static

package arrowtest

// #cgo CFLAGS: -I${SRCDIR}/../../include -I${SRCDIR}/../../../../include
import "C"
