module saved

go 1.24

require github.com/duel-ranking/duel/bindings/go v0.2.0

require github.com/duel-ranking/duel/bindings/go/lib/linux-amd64 v0.2.0 // indirect

replace (
	github.com/duel-ranking/duel/bindings/go => ../../../bindings/go
	github.com/duel-ranking/duel/bindings/go/lib/linux-amd64 => ../../../bindings/go/lib/linux-amd64
)
