//go:build duel_system && !duel_static

package duel

// #cgo pkg-config: duel
import "C"
