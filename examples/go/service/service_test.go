package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

func serve(t *testing.T) (*Board, *httptest.Server) {
	t.Helper()
	board, err := NewBoard()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler(board))
	t.Cleanup(server.Close)
	return board, server
}

func post(t *testing.T, server *httptest.Server, body string) (int, string) {
	t.Helper()
	response, err := http.Post(server.URL+"/votes", "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	return read(t, response)
}

func get(t *testing.T, server *httptest.Server) (int, string) {
	t.Helper()
	response, err := http.Get(server.URL + "/board")
	if err != nil {
		t.Fatal(err)
	}
	return read(t, response)
}

func read(t *testing.T, response *http.Response) (int, string) {
	t.Helper()
	defer response.Body.Close()
	var text bytes.Buffer
	if _, err := text.ReadFrom(response.Body); err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, text.String()
}

// Votes in which a beats b beats c three times out of four.
func votes(rounds int) string {
	var all []Vote
	for round := range rounds {
		for _, pair := range [][2]string{{"a", "b"}, {"b", "c"}, {"a", "c"}} {
			outcome := "left"
			switch round % 4 {
			case 2:
				outcome = "tie"
			case 3:
				outcome = "right"
			}
			all = append(all, Vote{pair[0], pair[1], outcome, "", fmt.Sprint("question ", round)})
		}
	}
	text, _ := json.Marshal(all)
	return string(text)
}

func TestABoardFromVotes(t *testing.T) {
	_, server := serve(t)
	if code, text := get(t, server); code != http.StatusOK || text != "[]\n" {
		t.Fatalf("a board of no votes: %d %s", code, text)
	}
	if code, text := post(t, server, `[{"left":"a","right":"b","outcome":"left"}]`); code != http.StatusNoContent {
		t.Fatalf("one vote: %d %s", code, text)
	}
	if code, text := get(t, server); code != http.StatusConflict || !strings.Contains(text, "a") {
		t.Fatalf("one vote has no finite scores: %d %s", code, text)
	}
	if code, text := post(t, server, votes(40)); code != http.StatusNoContent {
		t.Fatalf("votes: %d %s", code, text)
	}
	code, text := get(t, server)
	var rows []Row
	if code != http.StatusOK || json.Unmarshal([]byte(text), &rows) != nil {
		t.Fatalf("board: %d %s", code, text)
	}
	for i, item := range []string{"a", "b", "c"} {
		if rows[i].Item != item || !(rows[i].Lower < rows[i].Score && rows[i].Score < rows[i].Upper) {
			t.Errorf("row %d: %+v", i, rows[i])
		}
	}
	if rows[0].Votes != 81 {
		t.Errorf("a has %g votes", rows[0].Votes)
	}
}

func TestAPicture(t *testing.T) {
	board, server := serve(t)
	picture := func() *httptest.ResponseRecorder {
		answer := httptest.NewRecorder()
		handler(board).ServeHTTP(answer, httptest.NewRequest("GET", "/board.svg", nil))
		return answer
	}
	if answer := picture(); answer.Code != http.StatusNotFound {
		t.Errorf("a picture of no votes: %d", answer.Code)
	}
	post(t, server, votes(40))
	answer := picture()
	text := answer.Body.String()
	if answer.Code != http.StatusOK || answer.Header().Get("Content-Type") != "image/svg+xml" ||
		!strings.HasPrefix(text, "<svg ") || strings.Count(text, "<circle") != 3 || !strings.Contains(text, ">a</text>") {
		t.Errorf("%d %s", answer.Code, text)
	}
}

func TestBadVotesChangeNothing(t *testing.T) {
	board, server := serve(t)
	for body, want := range map[string]string{
		`{`: "unexpected EOF",
		`[{"left":"a","right":"b","outcome":"left"},{"left":"a","right":"b","outcome":"won"}]`: "row 1",
		`[{"left":"a","right":"a","outcome":"left"}]`:                                          "row 0",
		`[{"left":"","right":"b","outcome":"left"}]`:                                           "row 0",
	} {
		if code, text := post(t, server, body); code != http.StatusBadRequest || !strings.Contains(text, want) {
			t.Errorf("%s: %d %s", body, code, text)
		}
	}
	if facts, err := board.set.Info(); err != nil || facts.Comparisons != 0 {
		t.Errorf("%+v, %v", facts, err)
	}
}

func TestACallerWhoLeavesIsNotWaitedFor(t *testing.T) {
	board, server := serve(t)
	post(t, server, votes(40))
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := board.Rows(gone); err == nil {
		t.Error("a board for somebody who left")
	}
	// Somebody is fitting, and another caller's time runs out meanwhile.
	<-board.fitting
	request, _ := http.NewRequestWithContext(gone, "GET", "/board", nil)
	answer := httptest.NewRecorder()
	handler(board).ServeHTTP(answer, request)
	if answer.Code != http.StatusServiceUnavailable {
		t.Errorf("%d %s", answer.Code, answer.Body)
	}
	board.fitting <- struct{}{}
	if code, text := get(t, server); code != http.StatusOK {
		t.Errorf("afterwards: %d %s", code, text)
	}
}

// For the race detector: votes and boards at the same time.
func TestVotesAndBoardsAtOnce(t *testing.T) {
	board, server := serve(t)
	post(t, server, votes(8))
	var all sync.WaitGroup
	for range 4 {
		all.Add(2)
		go func() {
			defer all.Done()
			for range 10 {
				if code, text := post(t, server, votes(4)); code != http.StatusNoContent {
					t.Errorf("votes: %d %s", code, text)
				}
			}
		}()
		go func() {
			defer all.Done()
			for range 10 {
				if code, text := get(t, server); code != http.StatusOK {
					t.Errorf("board: %d %s", code, text)
				}
			}
		}()
	}
	all.Wait()
	rows, err := board.Rows(context.Background())
	if err != nil || len(rows) != 3 || rows[0].Votes != 2*(8+4*10*4) {
		t.Errorf("%+v, %v", rows, err)
	}
}
