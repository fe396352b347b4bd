// truth: correct

// Command schema-builder builds schemas in pooled drafts. A draft that turns out
// well leaves its pool for good.
package main

import (
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type column struct {
	name string
	kind string
}

type schema struct {
	columns []column
	byName  map[string]int
}

func (s *schema) Reset() {
	clear(s.columns)
	s.columns = s.columns[:0]
	clear(s.byName)
}

var drafts = rcpool.Pool[schema]{
	Name: "drafts",
	New:  func() *schema { return &schema{byName: map[string]int{}} },
}

func (s *schema) add(spec string) error {
	name, kind, ok := strings.Cut(spec, " ")
	if !ok {
		return fmt.Errorf("column %q has no type", spec)
	}
	if _, twice := s.byName[name]; twice {
		return fmt.Errorf("column %s exists", name)
	}
	s.byName[name] = len(s.columns)
	s.columns = append(s.columns, column{name, kind})
	return nil
}

func build(text string) (*schema, error) {
	draft := drafts.Get()
	for spec := range strings.SplitSeq(text, ",") {
		if err := draft.Value().add(strings.TrimSpace(spec)); err != nil {
			draft.Release()
			return nil, err
		}
	}
	return draft.Detach(), nil
}

type registry struct{ tables map[string]*schema }

func (r *registry) define(table, text string) error {
	s, err := build(text)
	if err != nil {
		return fmt.Errorf("table %s: %w", table, err)
	}
	r.tables[table] = s
	return nil
}

func main() {
	r := registry{tables: map[string]*schema{}}
	for table, text := range map[string]string{
		"users":  "id int, name text",
		"orders": "id int, user int, id text",
		"broken": "id",
		"events": "at time, what text, user int",
	} {
		if err := r.define(table, text); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(len(r.tables), "tables,", drafts.Stats().Detached, "detached")
}
