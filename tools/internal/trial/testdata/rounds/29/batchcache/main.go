// truth: correct

// Command batchcache caches the results of queries as Arrow record batches,
// limited by rows. A lookup has a reference of its own.
package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type cached struct {
	query string
	rec   arrow.RecordBatch
}

type resultCache struct {
	mu      sync.Mutex
	maxRows int64
	rows    int64
	entries []cached // the oldest first
}

// lookup returns the batch with a reference for the caller.
//
//rcpool:returns-owned
func (c *resultCache) lookup(query string) (arrow.RecordBatch, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, e := range c.entries {
		if e.query == query {
			e.rec.Retain()
			copy(c.entries[i:], c.entries[i+1:])
			c.entries[len(c.entries)-1] = e
			return e.rec, true
		}
	}
	return nil, false
}

// store keeps a reference of its own to rec, if rec is not too large.
func (c *resultCache) store(query string, rec arrow.RecordBatch) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if rec.NumRows() > c.maxRows {
		return
	}
	for i, e := range c.entries {
		if e.query == query {
			c.rows -= e.rec.NumRows()
			e.rec.Release()
			c.entries = append(c.entries[:i], c.entries[i+1:]...)
			break
		}
	}
	rec.Retain()
	c.entries = append(c.entries, cached{query, rec})
	c.rows += rec.NumRows()
	for c.rows > c.maxRows {
		c.dropOldest()
	}
}

func (c *resultCache) dropOldest() {
	oldest := c.entries[0]
	c.entries = c.entries[1:]
	c.rows -= oldest.rec.NumRows()
	oldest.rec.Release()
}

func (c *resultCache) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.entries) > 0 {
		c.dropOldest()
	}
}

type engine struct {
	alloc  memory.Allocator
	schema *arrow.Schema
	cache  resultCache
	mu     sync.Mutex
	scans  int
}

var errSyntax = errors.New("syntax error")

func (e *engine) scan(query string) (arrow.RecordBatch, error) {
	e.mu.Lock()
	e.scans++
	e.mu.Unlock()
	text, ok := strings.CutPrefix(query, "letters ")
	if !ok {
		return nil, errSyntax
	}
	b := array.NewRecordBuilder(e.alloc, e.schema)
	defer b.Release()
	for i, r := range text {
		b.Field(0).(*array.Int64Builder).Append(int64(i))
		b.Field(1).(*array.StringBuilder).Append(string(r))
	}
	return b.NewRecordBatch(), nil
}

// count runs a query and counts the rows with a letter.
func (e *engine) count(query, letter string) (n int, err error) {
	rec, ok := e.cache.lookup(query)
	if !ok {
		if rec, err = e.scan(query); err != nil {
			return 0, err
		}
		e.cache.store(query, rec)
	}
	defer rec.Release()
	letters := rec.Column(1).(*array.String)
	for i := range letters.Len() {
		if letters.Value(i) == letter {
			n++
		}
	}
	return n, nil
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.DefaultAllocator)
	e := &engine{alloc: alloc, cache: resultCache{maxRows: 12}, schema: arrow.NewSchema([]arrow.Field{
		{Name: "pos", Type: arrow.PrimitiveTypes.Int64}, {Name: "letter", Type: arrow.BinaryTypes.String},
	}, nil)}
	var wg sync.WaitGroup
	for i := range 12 {
		wg.Go(func() {
			q := []string{"letters banana", "letters papaya", "letters fig", "letters pomegranate etc"}[i%4]
			if _, err := e.count(q, "a"); err != nil {
				panic(err)
			}
		})
	}
	wg.Wait()
	fmt.Println(e.count("letters banana", "a"))
	fmt.Println(e.count("digits", "a"))
	e.cache.close()
	fmt.Println(e.scans >= 5, alloc.CurrentAlloc())
}
