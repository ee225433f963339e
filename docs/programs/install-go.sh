export GOPROXY="file://$DIST/go" GONOSUMDB=github.com/duel-ranking
go mod init example.test/board
go get github.com/duel-ranking/duel/bindings/go@v0.2.0
go build -o first .
./first
# One file that needs no other:
go build -o first-static -ldflags '-extldflags "-static"' .
./first-static
