// Package prebuilt links libduel.a of this folder, the library for Linux on x86-64. The published module holds it, as
// `make dist` makes it; the repository does not: in a checkout build with -tags duel_system, or copy a libduel.a here.
package prebuilt

// #cgo LDFLAGS: ${SRCDIR}/libduel.a -lutil -lrt -lpthread -lm -ldl -lc
import "C"
