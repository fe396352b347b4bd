// truth: correct

// Command spantree records traces: spans own their children, and a finished
// trace is exported and released as a whole.
package main

import (
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type span struct {
	name     string
	ticks    int
	attrs    map[string]string
	children []rcpool.Ref[span]
}

// Reset gives up the children, which resets them in turn.
func (s *span) Reset() {
	for i := range s.children {
		rcpool.Drop(&s.children[i])
	}
	s.children = s.children[:0]
	clear(s.attrs)
	s.name, s.ticks = "", 0
}

var spans rcpool.Pool[span]

func init() {
	spans.Name = "spans"
	spans.New = func() *span { return &span{attrs: make(map[string]string, 4)} }
}

func start(name string) rcpool.Ref[span] {
	ref := spans.Get()
	ref.Value().name = name
	return ref
}

// add makes the parent own child.
func (s *span) add(child rcpool.Ref[span]) { s.children = append(s.children, child) }

func (s *span) total() int {
	sum := s.ticks
	for _, child := range s.children {
		sum += child.Value().total()
	}
	return sum
}

func (s *span) write(b *strings.Builder, depth int) {
	fmt.Fprintf(b, "%s%s %d\n", strings.Repeat("  ", depth), s.name, s.ticks)
	for _, child := range s.children {
		child.Value().write(b, depth+1)
	}
}

type exporter struct {
	mu     sync.Mutex
	sample func(*span) bool
	queue  []rcpool.Ref[span]
}

// finish takes the root over: it is queued, or thrown away unsampled.
func (e *exporter) finish(root rcpool.Ref[span]) {
	if !e.sample(root.Value()) {
		root.Release()
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.queue = append(e.queue, root)
}

func (e *exporter) flush() string {
	e.mu.Lock()
	batch := e.queue
	e.queue = nil
	e.mu.Unlock()
	var b strings.Builder
	for _, root := range batch {
		root.Value().write(&b, 0)
		root.Release()
	}
	return b.String()
}

func request(e *exporter, path string, queries int) {
	root := start(path)
	root.Value().attrs["method"] = "GET"
	for i := range queries {
		q := start(fmt.Sprintf("query-%d", i))
		q.Value().ticks = i + 1
		if i%2 == 1 {
			lock := start("lock")
			lock.Value().ticks = 10
			q.Value().add(lock)
		}
		root.Value().add(q)
	}
	e.finish(root)
}

func main() {
	e := &exporter{sample: func(s *span) bool { return s.total() > 3 }}
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() { request(e, fmt.Sprint("/page/", i), i) })
	}
	wg.Wait()
	fmt.Println(len(e.flush()))
	fmt.Printf("%q\n", e.flush())
}
