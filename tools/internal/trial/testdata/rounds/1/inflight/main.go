// truth: correct

// Command inflight lists the requests that are being served, from an index that
// owns none of them.
package main

import (
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"

	"github.com/rcpool/rcpool"
)

type Request struct {
	ID     int
	Method string
	Path   string
}

var requests = rcpool.Pool[Request]{Name: "requests"}

type Index struct {
	mu   sync.Mutex
	next int
	refs map[int]rcpool.Ref[Request]
}

// Enter notes ref, without owning it.
//
//rcpool:borrows ref
func (x *Index) Enter(ref rcpool.Ref[Request]) int {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.next++
	x.refs[x.next] = ref
	return x.next
}

func (x *Index) Leave(id int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	delete(x.refs, id)
}

// Paths returns the paths in flight. Requests may end while it runs.
func (x *Index) Paths() []string {
	x.mu.Lock()
	var live []rcpool.Ref[Request]
	for _, ref := range x.refs {
		if own, ok := ref.TryRetain(); ok {
			live = append(live, own)
		}
	}
	x.mu.Unlock()
	var paths []string
	for _, ref := range live {
		paths = append(paths, ref.Value().Path)
		ref.Release()
	}
	slices.Sort(paths)
	return paths
}

func (x *Index) Track(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ref := requests.Get()
		defer ref.Release()
		v := ref.Value()
		v.Method, v.Path = r.Method, r.URL.Path
		id := x.Enter(ref)
		defer x.Leave(id)
		next.ServeHTTP(w, r)
	})
}

func main() {
	x := &Index{refs: make(map[int]rcpool.Ref[Request])}
	entered, proceed := make(chan bool), make(chan bool)
	h := x.Track(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		entered <- true
		<-proceed
	}))
	var wg sync.WaitGroup
	for _, path := range []string{"/b", "/a", "/c"} {
		wg.Go(func() {
			h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", path, nil))
		})
		<-entered
	}
	if got := x.Paths(); !slices.Equal(got, []string{"/a", "/b", "/c"}) {
		log.Fatal(got)
	}
	proceed <- true
	x.Paths()
	close(proceed)
	wg.Wait()
	if got := x.Paths(); len(got) != 0 {
		log.Fatal(got)
	}
	fmt.Println("idle")
}
