//go:build !duel_static

package duel

// #cgo pkg-config: duel
import "C"
