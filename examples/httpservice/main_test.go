package main

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/rcpool/rcpool/rctest"
)

// start runs the service, and returns its URL and a function that ends it as
// Ctrl-C does.
func start(t *testing.T, w io.Writer) (url string, stop func()) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- serve(ctx, listener, newPublisher(w, 100)) }()
	return "http://" + listener.Addr().String(), func() {
		t.Helper()
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

func request(t *testing.T, method, url, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Close = true // no idle connection outlives the test
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

func TestService_PublishesWhatItAccepts(t *testing.T) {
	rctest.NoLeaks(t)
	var published bytes.Buffer // read after stop
	url, stop := start(t, &published)
	for _, c := range []struct {
		method, path, body string
		status             int
		says               string
	}{
		{"POST", "/events", `{"user":"ann","action":"login"}`, 202, "thank you, ann\n"},
		{"POST", "/events", `{"user":"bob"}`, 202, "thank you, bob\n"},
		{"POST", "/events", `{"user":1}`, 400, "user"},
		{"POST", "/events", `{"user":"` + strings.Repeat("x", 64<<10) + `"}`, 413, "larger"},
		{"GET", "/events", "", 405, ""},
		{"GET", "/debug/rcpool?format=json", "", 200, `"name":"events"`},
	} {
		status, text := request(t, c.method, url+c.path, c.body)
		if status != c.status || !strings.Contains(strings.ReplaceAll(text, `": "`, `":"`), c.says) {
			t.Errorf("%s %s %.40s: %d %q, want %d %q", c.method, c.path, c.body, status, text, c.status, c.says)
		}
	}
	stop()
	lines := strings.Split(strings.TrimSuffix(published.String(), "\n"), "\n")
	slices.Sort(lines)
	// The second event has nothing of the first, whose memory it may have.
	if want := []string{"ann: login", "bob: "}; !slices.Equal(lines, want) {
		t.Errorf("published %q, want %q", lines, want)
	}
}

// blocked is a writer that waits until it is closed.
type blocked chan struct{}

func (b blocked) Write(p []byte) (int, error) {
	<-b
	return len(p), nil
}

func TestService_QueueIsFull(t *testing.T) {
	rctest.NoLeaks(t)
	w := make(blocked)
	url, stop := start(t, w)
	refused := 0
	for range 102 { // one is being written, and 100 wait
		status, _ := request(t, "POST", url+"/events", `{"user":"ann"}`)
		if status == http.StatusServiceUnavailable {
			refused++
		}
	}
	close(w)
	stop()
	if refused == 0 {
		t.Error("no event was refused")
	}
}
