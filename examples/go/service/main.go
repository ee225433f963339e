// A service that collects votes and shows the ranking: POST /votes takes a JSON array of votes, GET /board gives the board,
// GET /board.svg a picture of it.
package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io"
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
	mux.HandleFunc("GET /board", answers(board, "application/json", func(w io.Writer, rows []Row) error {
		return json.NewEncoder(w).Encode(rows)
	}))
	mux.HandleFunc("GET /board.svg", answers(board, "image/svg+xml", func(w io.Writer, rows []Row) error {
		if len(rows) == 0 {
			return errEmpty
		}
		svg, err := picture(rows)
		if err == nil {
			_, err = io.WriteString(w, svg)
		}
		return err
	}))
	return mux
}

var errEmpty = errors.New("there are no votes yet")

// answers writes the board in one form.
func answers(board *Board, form string, write func(io.Writer, []Row) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		// The context ends when the client leaves, and the fit with it.
		ctx, cancel := context.WithTimeout(r.Context(), 30*time.Second)
		defer cancel()
		rows, err := board.Rows(ctx)
		var body bytes.Buffer
		if err == nil {
			err = write(&body, rows)
		}
		if err != nil {
			http.Error(w, err.Error(), status(err))
			return
		}
		w.Header().Set("Content-Type", form)
		body.WriteTo(w) // an error here is a client that has left
	}
}

// status says whose fault an error is.
func status(err error) int {
	switch {
	case errors.Is(err, duel.ErrData), errors.Is(err, duel.ErrName), errors.Is(err, duel.ErrArgument):
		return http.StatusBadRequest
	case errors.Is(err, errEmpty):
		return http.StatusNotFound
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
