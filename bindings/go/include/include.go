// Package include is there for its folder: in the published module it holds the header duel.h, which `go mod vendor`
// would otherwise leave behind. In a checkout the header is that of the repository.
package include
