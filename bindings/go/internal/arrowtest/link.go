//go:build !duel_static

package arrowtest

// #cgo pkg-config: duel
import "C"
