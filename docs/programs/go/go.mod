module votes

go 1.24

require github.com/duel-ranking/duel/bindings/go v0.0.0

replace github.com/duel-ranking/duel/bindings/go => ../../../bindings/go
