module github.com/duel-ranking/duel/bindings/go

go 1.24

require github.com/duel-ranking/duel/bindings/go/lib/linux-amd64 v0.2.0

// In a checkout. Whoever depends on this module has its own, or the published one.
replace github.com/duel-ranking/duel/bindings/go/lib/linux-amd64 => ./lib/linux-amd64
