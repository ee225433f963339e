// Package prebuilt links libduel.a of this folder, the library for Linux on x86-64. `make dist` puts it here; it is part of
// the published module, and not of the repository.
package prebuilt

// #cgo LDFLAGS: ${SRCDIR}/libduel.a -lutil -lrt -lpthread -lm -ldl -lc
import "C"
