// truth: reset line 32,40,48,49,50 callee
package main

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"
)

var queries = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type filter struct {
	column string
	values []string
}

var errColumn = errors.New("column is not indexed")

type planner struct {
	indexed map[string]bool
	args    int
}

func (p *planner) where(b *bytes.Buffer, fs []filter) error {
	for i, f := range fs {
		if !p.indexed[f.column] {
			return fmt.Errorf("%s: %w", f.column, errColumn)
		}
		if i > 0 {
			b.WriteString(" AND ")
		}
		p.in(b, f)
	}
	return nil
}

func (p *planner) in(b *bytes.Buffer, f filter) {
	b.WriteString(f.column)
	b.WriteString(" IN (")
	b.WriteString(strings.TrimSuffix(strings.Repeat("?,", len(f.values)), ","))
	b.WriteByte(')')
	p.args += len(f.values)
}

func (p *planner) plan(fs ...filter) (string, error) {
	b := queries.Get().(*bytes.Buffer)
	defer queries.Put(b)
	if err := p.where(b, fs); err != nil {
		return "", err
	}
	return b.String(), nil
}

func main() {
	p := &planner{indexed: map[string]bool{"user": true, "day": true}}
	first, err := p.plan(filter{"user", []string{"a", "b"}}, filter{"day", []string{"mon"}})
	fmt.Println(first, err)
	_, err = p.plan(filter{"color", nil})
	fmt.Println(err)
	for range 5 {
		q, err := p.plan(filter{"day", []string{"tue"}})
		if q != "day IN (?)" {
			panic(fmt.Sprint(q, " ", err))
		}
	}
}
