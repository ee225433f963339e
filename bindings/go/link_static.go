//go:build duel_static

package duel

// The system libraries are those that the Rust standard library inside libduel.a needs. The compiler itself adds the
// unwinder: libgcc_s, or with -static libgcc_eh.

// #cgo linux LDFLAGS: -l:libduel.a -lutil -lrt -lpthread -lm -ldl -lc
// #cgo darwin LDFLAGS: -lduel -lSystem -lc -lm
import "C"
