// truth: escape line 82 callee

// Command metricsreg collects samples and exposes the latest of each series.
package main

import (
	"errors"
	"fmt"
	"sort"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type sample struct {
	series string
	value  float64
	labels map[string]string
}

func (s *sample) Reset() {
	clear(s.labels)
	s.series, s.value = "", 0
}

var samples = rcpool.Pool[sample]{
	Name: "samples",
	New:  func() *sample { return &sample{labels: map[string]string{}} },
}

type registry struct {
	mu     sync.Mutex
	latest map[string]*sample
	count  int
}

func (r *registry) observe(s *sample) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.count++
	if old, ok := r.latest[s.series]; ok && old.value > s.value {
		return
	}
	r.latest[s.series] = s
}

func (r *registry) expose() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []string
	for name, s := range r.latest {
		out = append(out, fmt.Sprintf("%s=%g%v", name, s.value, s.labels))
	}
	sort.Strings(out)
	return strings.Join(out, " ")
}

var errSyntax = errors.New("syntax error")

func parse(line string, into *sample) error {
	name, rest, ok := strings.Cut(line, " ")
	if !ok {
		return errSyntax
	}
	into.series = name
	if _, err := fmt.Sscan(rest, &into.value); err != nil {
		return errSyntax
	}
	into.labels["unit"] = "ms"
	return nil
}

func (r *registry) ingest(lines string) (bad int) {
	for line := range strings.Lines(lines) {
		ref := samples.Get()
		if err := parse(strings.TrimSpace(line), ref.Value()); err != nil {
			bad++
			ref.Release()
			continue
		}
		r.observe(ref.Value())
		ref.Release()
	}
	return bad
}

func main() {
	r := &registry{latest: map[string]*sample{}}
	fmt.Println(r.ingest("get 3\nput 7\nbroken\nget 9\nget x\n"), r.count)
	fmt.Println(strings.Count(r.expose(), "=") >= 0)
}
