// truth: correct

// Command arrowsegments keeps the columns of recent segments in a cache, and
// builds tables of them for queries.
package main

import (
	"fmt"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var latency = arrow.Field{Name: "latency", Type: arrow.PrimitiveTypes.Int32}

type segments struct {
	alloc memory.Allocator
	limit int

	mu     sync.Mutex
	order  []int
	column map[int]arrow.Array
}

func newColumn(alloc memory.Allocator, values []int32) arrow.Array {
	b := array.NewInt32Builder(alloc)
	defer b.Release()
	b.AppendValues(values, nil)
	return b.NewArray()
}

// add takes a new segment in, and the oldest one out.
func (s *segments) add(id int, values []int32) {
	col := newColumn(s.alloc, values)
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.column[id]; ok {
		col.Release()
		return
	}
	if len(s.order) == s.limit {
		oldest := s.order[0]
		s.order = s.order[1:]
		s.column[oldest].Release()
		delete(s.column, oldest)
	}
	s.order = append(s.order, id)
	s.column[id] = col
}

// lookup returns the columns that are there, each with a reference.
func (s *segments) lookup(ids ...int) []arrow.Array {
	s.mu.Lock()
	defer s.mu.Unlock()
	var found []arrow.Array
	for _, id := range ids {
		if col, ok := s.column[id]; ok {
			col.Retain()
			found = append(found, col)
		}
	}
	return found
}

func releaseAll(cols []arrow.Array) {
	for _, c := range cols {
		c.Release()
	}
}

// table joins the segments; the caller must release it.
func (s *segments) table(ids ...int) (arrow.Table, bool) {
	chunks := s.lookup(ids...)
	defer releaseAll(chunks)
	if len(chunks) == 0 {
		return nil, false
	}
	data := arrow.NewChunked(latency.Type, chunks)
	defer data.Release()
	col := arrow.NewColumn(latency, data)
	defer col.Release()
	schema := arrow.NewSchema([]arrow.Field{latency}, nil)
	return array.NewTable(schema, []arrow.Column{*col}, -1), true
}

func worst(t arrow.Table) (top int32) {
	r := array.NewTableReader(t, 3)
	defer r.Release()
	for r.Next() {
		col := r.RecordBatch().Column(0).(*array.Int32)
		for _, v := range col.Int32Values() {
			top = max(top, v)
		}
	}
	return top
}

func (s *segments) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, col := range s.column {
		col.Release()
		delete(s.column, id)
	}
	s.order = nil
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.DefaultAllocator)
	s := &segments{alloc: alloc, limit: 3, column: make(map[int]arrow.Array)}
	for id := range 5 {
		s.add(id, []int32{int32(id), int32(id * 10), 4})
		s.add(id, []int32{1})
	}
	t, ok := s.table(1, 2, 3)
	if ok {
		s.add(9, []int32{77}) // takes segment 2 out, which t keeps
		fmt.Println(t.NumRows(), worst(t))
		t.Release()
	}
	_, ok = s.table(0, 1)
	fmt.Println(ok)
	s.close()
	fmt.Println("bytes left", alloc.CurrentAlloc())
}
