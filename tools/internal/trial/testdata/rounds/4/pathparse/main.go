// truth: correct

// Pathparse matches paths against routes, with pooled scratch for the
// segments. What it returns shares memory with the path alone.
package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"
)

type scratch struct {
	segments []string
	starts   []int
	params   map[string]string
}

func (s *scratch) reset() {
	clear(s.segments) // do not keep the path alive
	s.segments = s.segments[:0]
	s.starts = s.starts[:0]
	s.params = nil // the caller of match has it
}

var pool = sync.Pool{New: func() any { return new(scratch) }}

var errSyntax = errors.New("path must begin with a slash")

func (s *scratch) split(path string) error {
	if !strings.HasPrefix(path, "/") {
		return errSyntax
	}
	pos := 1
	for seg := range strings.SplitSeq(path[1:], "/") {
		s.segments = append(s.segments, seg)
		s.starts = append(s.starts, pos)
		pos += len(seg) + 1
	}
	return nil
}

type route struct {
	name string
	want []string
}

// try reports whether the segments match, and collects the parameters.
func (s *scratch) try(path string, want []string) bool {
	s.params = nil
	for i, w := range want {
		if strings.HasPrefix(w, "*") {
			s.bind(w[1:], path[s.starts[i]:])
			return true
		}
		if strings.HasPrefix(w, ":") {
			s.bind(w[1:], s.segments[i])
		} else if w != s.segments[i] {
			return false
		}
		if i+1 == len(s.segments) {
			return i+1 == len(want)
		}
	}
	return len(want) == len(s.segments)
}

func (s *scratch) bind(name, value string) {
	if s.params == nil {
		s.params = make(map[string]string, 2)
	}
	s.params[name] = value
}

type Router []route

func (r Router) Match(path string) (name string, params map[string]string, err error) {
	s := pool.Get().(*scratch)
	defer func() {
		s.reset()
		pool.Put(s)
	}()
	if err := s.split(path); err != nil {
		return "", nil, fmt.Errorf("%q: %w", path, err)
	}
	for _, candidate := range r {
		if s.try(path, candidate.want) {
			return candidate.name, s.params, nil
		}
	}
	return "", nil, nil
}

func main() {
	var r Router
	for _, text := range []string{"/", "/users/:id", "/users/:id/posts/:post", "/files/*rest"} {
		r = append(r, route{text, strings.Split(text[1:], "/")})
	}
	kept := map[string]map[string]string{}
	for _, path := range []string{"/", "/users/7", "/users/8/posts/9", "/files/a/b/c", "/nothing", "bad", "/users/10"} {
		name, params, err := r.Match(path)
		kept[path] = params
		fmt.Println(path, name, err)
	}
	fmt.Println(kept)
}
