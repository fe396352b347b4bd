// truth: leak line 54 callee

// Command tablestats computes statistics columns for a query planner.
package main

import (
	"fmt"
	"slices"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type column struct {
	name   string
	values []int64
}

type planner struct {
	alloc memory.Allocator
	stats map[string]arrow.RecordBatch
}

var statsSchema = arrow.NewSchema([]arrow.Field{
	{Name: "bucket", Type: arrow.PrimitiveTypes.Int64},
	{Name: "count", Type: arrow.PrimitiveTypes.Int64},
}, nil)

func (p *planner) ints(vs []int64) arrow.Array {
	b := array.NewInt64Builder(p.alloc)
	defer b.Release()
	b.AppendValues(vs, nil)
	return b.NewArray()
}

// pack makes a batch of two columns; it does not take them over.
func (p *planner) pack(bounds, counts arrow.Array) (arrow.RecordBatch, error) {
	if bounds.Len() != counts.Len() {
		return nil, fmt.Errorf("%d bounds, %d counts", bounds.Len(), counts.Len())
	}
	return array.NewRecordBatch(statsSchema, []arrow.Array{bounds, counts}, int64(bounds.Len())), nil
}

func (p *planner) histogram(c column, buckets int) error {
	sorted := slices.Sorted(slices.Values(c.values))
	var bounds, counts []int64
	for chunk := range slices.Chunk(sorted, max(1, len(sorted)/buckets)) {
		bounds = append(bounds, chunk[len(chunk)-1])
		counts = append(counts, int64(len(chunk)))
	}
	boundCol := p.ints(bounds)
	defer boundCol.Release()
	countCol := p.ints(counts)
	rec, err := p.pack(boundCol, countCol)
	if err != nil {
		return fmt.Errorf("histogram of %s: %w", c.name, err)
	}
	if old, ok := p.stats[c.name]; ok {
		old.Release()
	}
	p.stats[c.name] = rec
	return nil
}

func (p *planner) selectivity(name string, below int64) float64 {
	rec, ok := p.stats[name]
	if !ok {
		return 1
	}
	bounds := rec.Column(0).(*array.Int64).Int64Values()
	counts := rec.Column(1).(*array.Int64).Int64Values()
	var in, all int64
	for i, b := range bounds {
		all += counts[i]
		if b < below {
			in += counts[i]
		}
	}
	return float64(in) / float64(all)
}

func (p *planner) Close() {
	for name, rec := range p.stats {
		rec.Release()
		delete(p.stats, name)
	}
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.DefaultAllocator)
	p := &planner{alloc: alloc, stats: map[string]arrow.RecordBatch{}}
	c := column{name: "price"}
	for i := range int64(100) {
		c.values = append(c.values, i*i%101)
	}
	fmt.Println(p.histogram(c, 8), p.histogram(c, 4))
	fmt.Printf("%.2f %.2f\n", p.selectivity("price", 50), p.selectivity("none", 1))
	p.Close()
	fmt.Println(alloc.CurrentAlloc(), "bytes held")
}
