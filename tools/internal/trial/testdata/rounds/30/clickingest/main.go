// truth: correct

// Command clickingest accepts click events as JSON, answers at once and
// forwards each event to several sinks in the background.
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
)

type click struct {
	User string   `json:"user"`
	Path string   `json:"path"`
	Tags []string `json:"tags"`
}

func (c *click) Reset() {
	clear(c.Tags)
	*c = click{Tags: c.Tags[:0]}
}

type sink interface {
	deliver(*click) error
}

type counter struct{ n atomic.Int64 }

func (c *counter) deliver(e *click) error {
	c.n.Add(int64(1 + len(e.Tags)))
	return nil
}

type paths struct {
	mu   sync.Mutex
	seen map[string]int
}

func (p *paths) deliver(e *click) error {
	if !strings.HasPrefix(e.Path, "/") {
		return fmt.Errorf("bad path %q", e.Path)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.seen[e.Path]++
	return nil
}

type ingest struct {
	pool    rcpool.Pool[click]
	sinks   []sink
	pending sync.WaitGroup
	failed  atomic.Int64
}

func (s *ingest) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ref, ok := rchttp.Bind(w, r, &s.pool, 4<<10)
	if !ok {
		return
	}
	defer ref.Release()
	e := ref.Value()
	if e.User == "" {
		http.Error(w, "no user", http.StatusUnprocessableEntity)
		return
	}
	for _, out := range s.sinks {
		s.pending.Go(ref.Hold(func(e *click) {
			if err := out.deliver(e); err != nil {
				s.failed.Add(1)
			}
		}))
	}
	w.WriteHeader(http.StatusAccepted)
	fmt.Fprintf(w, "thanks, %s\n", e.User)
}

func main() {
	total, byPath := new(counter), &paths{seen: map[string]int{}}
	svc := &ingest{sinks: []sink{total, byPath}}
	svc.pool.Name = "clicks"
	server := httptest.NewServer(svc)
	for _, body := range []string{
		`{"user":"ann","path":"/a","tags":["x","y"]}`,
		`{"user":"bob","path":"b"}`,
		`{"path":"/c"}`,
		`{"user":`,
	} {
		resp, err := http.Post(server.URL, "application/json", strings.NewReader(body))
		if err != nil {
			panic(err)
		}
		resp.Body.Close()
		fmt.Println(resp.StatusCode)
	}
	server.Close()
	svc.pending.Wait()
	http.DefaultClient.CloseIdleConnections()
	fmt.Println(total.n.Load(), byPath.seen, svc.failed.Load())
}
