// truth: escape line 48 plain

// Queryplan prints statements with placeholders, for logs and for caches.
package main

import (
	"fmt"
	"strconv"
	"sync"
)

var scratch = sync.Pool{New: func() any {
	b := make([]byte, 0, 128)
	return &b
}}

type Plan struct {
	Table string
	Where []string
	Limit int
}

func (p *Plan) appendTo(b []byte) []byte {
	b = append(b, "SELECT * FROM "...)
	b = append(b, p.Table...)
	for i, col := range p.Where {
		if i == 0 {
			b = append(b, " WHERE "...)
		} else {
			b = append(b, " AND "...)
		}
		b = append(b, col...)
		b = append(b, " = $"...)
		b = strconv.AppendInt(b, int64(i+1), 10)
	}
	if p.Limit > 0 {
		b = append(b, " LIMIT "...)
		b = strconv.AppendInt(b, int64(p.Limit), 10)
	}
	return b
}

// Text returns the statement.
func (p *Plan) Text() []byte {
	b := scratch.Get().(*[]byte)
	defer scratch.Put(b)
	*b = p.appendTo((*b)[:0])
	return *b
}

// Key returns the statement as a key.
func (p *Plan) Key() string {
	b := scratch.Get().(*[]byte)
	defer scratch.Put(b)
	*b = p.appendTo((*b)[:0])
	return string(*b)
}

func main() {
	plans := []*Plan{
		{Table: "users", Where: []string{"id"}},
		{Table: "orders", Where: []string{"user_id", "state"}, Limit: 20},
		{Table: "items"},
	}
	keys := make([]string, 0, len(plans))
	for _, p := range plans {
		keys = append(keys, p.Key())
	}
	texts := make(map[string][]byte)
	for i, p := range plans {
		texts[keys[i]] = p.Text()
	}
	for key, text := range texts {
		fmt.Println(string(text) == key, string(text))
	}
}
