//go:build duel_system && !duel_static

package arrowtest

// #cgo pkg-config: duel
import "C"
