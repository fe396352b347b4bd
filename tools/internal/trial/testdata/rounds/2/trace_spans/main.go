// truth: reset line 29 plain
package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/rcpool/rcpool"
)

type Span struct {
	Name   string
	Parent string
	Start  time.Time
	Tags   []string
	Err    error
}

type tracer struct {
	spans *rcpool.Pool[Span]
	out   []string
}

func newTracer() *tracer {
	return &tracer{spans: &rcpool.Pool[Span]{
		Name: "spans",
		New:  func() *Span { return &Span{Tags: make([]string, 0, 8)} },
		Reset: func(s *Span) {
			s.Name = ""
			s.Parent = ""
			s.Start = time.Time{}
			clear(s.Tags)
			s.Tags = s.Tags[:0]
		},
	}}
}

func (t *tracer) trace(name, parent string, f func(*Span) error) error {
	return t.spans.With(func(s *Span) error {
		s.Name, s.Parent, s.Start = name, parent, time.Now()
		if err := f(s); err != nil {
			s.Err = err
		}
		t.out = append(t.out, format(s))
		return s.Err
	})
}

func format(s *Span) string {
	var b strings.Builder
	b.WriteString(s.Name)
	if s.Parent != "" {
		b.WriteString(" <- " + s.Parent)
	}
	for _, tag := range s.Tags {
		b.WriteString(" #" + tag)
	}
	if s.Err != nil {
		b.WriteString(" failed: " + s.Err.Error())
	}
	return b.String()
}

func main() {
	t := newTracer()
	_ = t.trace("query", "", func(s *Span) error {
		s.Tags = append(s.Tags, "db")
		return fmt.Errorf("connection refused")
	})
	_ = t.trace("render", "query", func(s *Span) error {
		s.Tags = append(s.Tags, "html", "cached")
		return nil
	})
	for _, line := range t.out {
		fmt.Println(line)
	}
}
