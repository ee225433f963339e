//go:build !(linux && amd64) && !duel_system && !duel_static

package duel

// #error "duel has no prebuilt library for this platform: install libduel and build with -tags duel_system (found by pkg-config) or -tags duel_static (your own libduel.a, by CGO_CFLAGS and CGO_LDFLAGS)"
import "C"
