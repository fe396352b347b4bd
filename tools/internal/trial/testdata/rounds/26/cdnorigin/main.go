// truth: detach line 68 plain

// Command cdnorigin fetches objects from an origin and pins the popular ones.
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Object struct {
	Path string
	Etag string
	Body []byte
}

func (o *Object) Reset() { o.Path, o.Etag, o.Body = "", "", o.Body[:0] }

var objects = rcpool.Pool[Object]{Name: "objects"}

type origin func(path string, into *Object) error

type Edge struct {
	fetch  origin
	log    chan rcpool.Ref[Object]
	logged sync.WaitGroup
	pinned map[string]*Object
	hits   map[string]int
	bytes  int
}

func NewEdge(fetch origin) *Edge {
	e := &Edge{fetch: fetch, log: make(chan rcpool.Ref[Object], 8), pinned: map[string]*Object{}, hits: map[string]int{}}
	e.logged.Go(func() {
		for o := range e.log {
			e.bytes += len(o.Value().Body)
			o.Release()
		}
	})
	return e
}

func (e *Edge) popular(path string) bool {
	e.hits[path]++
	return e.hits[path] >= 2
}

func (e *Edge) Serve(path string, reply func(*Object)) error {
	if o, ok := e.pinned[path]; ok {
		reply(o)
		return nil
	}
	ref := objects.Get()
	if err := e.fetch(path, ref.Value()); err != nil {
		ref.Release()
		return fmt.Errorf("origin: %w", err)
	}
	reply(ref.Value())
	trace := ref.Retain()
	if !e.popular(path) {
		e.log <- trace
		ref.Release()
		return nil
	}
	e.pinned[path] = ref.Detach()
	e.log <- trace
	return nil
}

func (e *Edge) Close() {
	close(e.log)
	e.logged.Wait()
}

func main() {
	e := NewEdge(func(path string, into *Object) error {
		if path == "/gone" {
			return errors.New("404")
		}
		into.Path = path
		into.Etag = fmt.Sprintf("%x", len(path))
		into.Body = append(into.Body, path...)
		return nil
	})
	for _, path := range []string{"/a.css", "/gone", "/b.js", "/a.css", "/a.css"} {
		if err := e.Serve(path, func(o *Object) { fmt.Println(o.Path, o.Etag) }); err != nil {
			fmt.Println(err)
		}
	}
	e.Close()
	fmt.Println(e.bytes, len(e.pinned))
}
