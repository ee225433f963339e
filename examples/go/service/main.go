// A service that collects votes and shows the ranking: POST /votes takes a JSON array of votes, GET /board gives the board.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"log"
	"net/http"
	"os/signal"
	"slices"
	"syscall"
	"time"

	duel "github.com/duel-ranking/duel/bindings/go"
)

const largestBody = 1 << 20

func byScore(rows []Row) {
	slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(b.Score, a.Score) })
}

// handler serves a board.
func handler(board *Board) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /votes", func(w http.ResponseWriter, r *http.Request) {
		var votes []Vote
		if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, largestBody)).Decode(&votes); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		if err := board.Add(votes); err != nil {
			http.Error(w, err.Error(), status(err))
			return
		}
		w.WriteHeader(http.StatusNoContent)
	})
	mux.HandleFunc("GET /board", func(w http.ResponseWriter, r *http.Request) {
		// The context ends when the client leaves, and the fit with it.
		ctx, cancel := context.WithTimeout(r.Context(), 30*time.Second)
		defer cancel()
		rows, err := board.Rows(ctx)
		if err != nil {
			http.Error(w, err.Error(), status(err))
			return
		}
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(rows) // an error here is a client that has left
	})
	return mux
}

// status says whose fault an error is.
func status(err error) int {
	switch {
	case errors.Is(err, duel.ErrData), errors.Is(err, duel.ErrName), errors.Is(err, duel.ErrArgument):
		return http.StatusBadRequest
	case errors.Is(err, duel.ErrNotIdentified): // too few votes yet: the message names the items
		return http.StatusConflict
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

func main() {
	address := flag.String("listen", "127.0.0.1:8080", "where to listen")
	flag.Parse()
	board, err := NewBoard()
	if err != nil {
		log.Fatal(err)
	}
	server := &http.Server{Addr: *address, Handler: handler(board), ReadHeaderTimeout: 5 * time.Second}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	go func() {
		<-ctx.Done()
		ending, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		server.Shutdown(ending)
	}()
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		log.Fatal(err)
	}
}
