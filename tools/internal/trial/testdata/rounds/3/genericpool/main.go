// truth: correct

package main

import (
	"fmt"
	"strings"

	"round/genericpool/pool"
)

type Span struct {
	Name  string
	Tags  []string
	child []*Span
}

func (s *Span) Reset() {
	clear(s.Tags)
	clear(s.child)
	s.Name, s.Tags, s.child = "", s.Tags[:0], s.child[:0]
}

var spans = pool.New(func() *Span { return new(Span) })

func start(name string, tags ...string) *Span {
	s := spans.Get()
	s.Name = name
	s.Tags = append(s.Tags, tags...)
	return s
}

func (s *Span) start(name string, tags ...string) *Span {
	c := start(name, tags...)
	s.child = append(s.child, c)
	return c
}

func (s *Span) render(b *strings.Builder, depth int) {
	fmt.Fprintf(b, "%s%s %v\n", strings.Repeat("  ", depth), s.Name, s.Tags)
	for _, c := range s.child {
		c.render(b, depth+1)
	}
}

// free puts a tree back: the children first, since Put clears the list.
func free(s *Span) {
	for _, c := range s.child {
		free(c)
	}
	spans.Put(s)
}

func trace(path string) string {
	root := start("request", path)
	defer free(root)
	db := root.start("db", "users")
	db.start("lock")
	if path != "/" {
		root.start("render", "template", path)
	}
	var b strings.Builder
	root.render(&b, 0)
	return b.String()
}

func main() {
	for _, path := range []string{"/", "/a", "/b"} {
		fmt.Print(trace(path))
	}
}
