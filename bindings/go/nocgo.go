//go:build !cgo

package duel

// The package calls a C library: this name is undefined so that the compiler says it.
var _ = duel_needs_cgo__set_CGO_ENABLED_to_1_and_install_a_C_compiler
