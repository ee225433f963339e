module github.com/duel-ranking/duel/bindings/go/lib/linux-amd64

go 1.24
