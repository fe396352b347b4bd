// truth: correct

// Command inflight lets an admin endpoint look at requests that are being served.
package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type Request struct {
	mu    sync.Mutex
	ID    string
	Stage string
	Notes []string
}

func (r *Request) Reset() {
	clear(r.Notes)
	r.ID, r.Stage, r.Notes = "", "", r.Notes[:0]
}

func (r *Request) enter(stage string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.Stage = stage
	r.Notes = append(r.Notes, stage)
}

func (r *Request) summary() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.ID + "@" + r.Stage + "[" + strings.Join(r.Notes, ">") + "]"
}

var requests = rcpool.Pool[Request]{Name: "requests"}

// A Registry knows the requests in flight. It does not own them: an entry may
// be stale at any time.
type Registry struct {
	mu   sync.Mutex
	weak map[string]rcpool.Ref[Request]
}

func (g *Registry) add(id string, ref *rcpool.Ref[Request]) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.weak[id] = *ref
}

// Peek returns a reference for the caller if the request is still in flight.
func (g *Registry) Peek(id string) (rcpool.Ref[Request], bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	ref, ok := g.weak[id].TryRetain()
	if !ok {
		delete(g.weak, id)
	}
	return ref, ok
}

func (g *Registry) Dump() []string {
	g.mu.Lock()
	ids := slices.Sorted(maps.Keys(g.weak))
	g.mu.Unlock()
	var out []string
	for _, id := range ids {
		if ref, ok := g.Peek(id); ok {
			out = append(out, ref.Value().summary())
			ref.Release()
		}
	}
	return out
}

func serve(g *Registry, id string, steps <-chan string, done func()) {
	defer done()
	ref := requests.Get()
	defer ref.Release()
	r := ref.Value()
	r.ID = id
	g.add(id, &ref)
	for step := range steps {
		r.enter(step)
		if step == "abort" {
			return
		}
	}
}

func main() {
	g := &Registry{weak: map[string]rcpool.Ref[Request]{}}
	var wg sync.WaitGroup
	feeds := map[string]chan string{}
	for _, id := range []string{"r1", "r2", "r3"} {
		feeds[id] = make(chan string)
		wg.Add(1)
		go serve(g, id, feeds[id], wg.Done)
		feeds[id] <- "parse"
	}
	feeds["r1"] <- "query"
	feeds["r2"] <- "abort"
	fmt.Println(len(g.Dump()) >= 2)
	for id, feed := range feeds {
		if id != "r2" {
			close(feed)
		}
	}
	wg.Wait()
	fmt.Println(g.Dump(), len(g.weak))
	ref, ok := g.Peek("r1")
	fmt.Println(ref.IsZero(), ok)
}
