module github.com/duel-ranking/duel/bindings/go

go 1.24
