// truth: correct

// Command partitioncache keeps Arrow partitions by day; readers hold their own references.
package main

import (
	"fmt"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type partitions struct {
	mu    sync.Mutex
	days  map[int]arrow.Record
	order []int
	max   int
}

// put keeps a reference of its own.
func (p *partitions) put(day int, rec arrow.Record) {
	rec.Retain()
	p.mu.Lock()
	defer p.mu.Unlock()
	if old, ok := p.days[day]; ok {
		old.Release()
		p.days[day] = rec
		return
	}
	p.days[day] = rec
	p.order = append(p.order, day)
	if len(p.order) > p.max {
		oldest := p.order[0]
		p.order = p.order[1:]
		p.days[oldest].Release()
		delete(p.days, oldest)
	}
}

// view calls f with the partition, which f must not keep.
func (p *partitions) view(day int, f func(arrow.Record)) bool {
	p.mu.Lock()
	rec, ok := p.days[day]
	if ok {
		rec.Retain()
	}
	p.mu.Unlock()
	if !ok {
		return false
	}
	defer rec.Release()
	f(rec)
	return true
}

func (p *partitions) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for day, rec := range p.days {
		rec.Release()
		delete(p.days, day)
	}
	p.order = nil
}

var schema = arrow.NewSchema([]arrow.Field{{Name: "n", Type: arrow.PrimitiveTypes.Int64}}, nil)

func ingest(p *partitions, b *array.RecordBuilder, day int, values ...int64) {
	b.Field(0).(*array.Int64Builder).AppendValues(values, nil)
	rec := b.NewRecord()
	defer rec.Release()
	if rec.NumRows() == 0 {
		return
	}
	p.put(day, rec)
}

func total(rec arrow.Record) (sum int64) {
	for _, v := range rec.Column(0).(*array.Int64).Int64Values() {
		sum += v
	}
	return sum
}

func main() {
	pool := memory.NewCheckedAllocator(memory.NewGoAllocator())
	p := &partitions{days: map[int]arrow.Record{}, max: 2}
	b := array.NewRecordBuilder(pool, schema)
	ingest(p, b, 1, 1, 2, 3)
	ingest(p, b, 2, 10)
	var kept arrow.Record
	p.view(1, func(rec arrow.Record) { kept = rec.NewSlice(1, 3) })
	ingest(p, b, 2, 20, 30)
	ingest(p, b, 3)
	ingest(p, b, 4, 7)
	b.Release()
	var wg sync.WaitGroup
	for day := range 5 {
		wg.Go(func() {
			p.view(day, func(rec arrow.Record) {
				if total(rec) == 0 {
					fmt.Println("nothing on", day)
				}
			})
		})
	}
	wg.Wait()
	fmt.Println(total(kept), p.order)
	kept.Release()
	p.clear()
	fmt.Println(pool.CurrentAlloc())
}
