//go:build duel_static

package duel

// The system libraries are those that the Rust standard library inside libduel.a needs.

// #cgo linux LDFLAGS: -l:libduel.a -lgcc_s -lutil -lrt -lpthread -lm -ldl -lc
// #cgo darwin LDFLAGS: -lduel -lSystem -lc -lm
import "C"
