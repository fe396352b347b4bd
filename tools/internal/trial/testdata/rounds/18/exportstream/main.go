// truth: leak line 31,69 hard
package main

import (
	"context"
	"fmt"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type page struct {
	shard int
	rows  arrow.Record
}

type source struct {
	mem    memory.Allocator
	schema *arrow.Schema
	pages  int
}

func (s *source) read(shard int) arrow.Record {
	b := array.NewRecordBuilder(s.mem, s.schema)
	defer b.Release()
	for i := range 8 {
		b.Field(0).(*array.Int64Builder).Append(int64(shard*100 + i))
	}
	return b.NewRecord()
}

// stream reads ahead; it closes the channel when it is done.
func (s *source) stream(ctx context.Context) <-chan page {
	out := make(chan page, s.pages)
	go func() {
		defer close(out)
		for shard := range s.pages {
			p := page{shard: shard, rows: s.read(shard)}
			select {
			case out <- p:
			case <-ctx.Done():
				p.rows.Release()
				return
			}
		}
	}()
	return out
}

// export writes up to limit rows.
func export(ctx context.Context, s *source, limit int64) (int64, error) {
	ctx, cancel := context.WithCancel(ctx)
	var n int64
	in := s.stream(ctx)
	for p := range in {
		col := p.rows.Column(0).(*array.Int64)
		n += p.rows.NumRows()
		fmt.Println("shard", p.shard, "first", col.Value(0))
		p.rows.Release()
		time.Sleep(2 * time.Millisecond) // the disk
		if n >= limit {
			break
		}
	}
	cancel()
	for p := range in {
		fmt.Println("skipped shard", p.shard)
	}
	if n == 0 {
		return 0, fmt.Errorf("nothing to export")
	}
	return n, nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	schema := arrow.NewSchema([]arrow.Field{{Name: "id", Type: arrow.PrimitiveTypes.Int64}}, nil)
	fmt.Println(export(context.Background(), &source{mem, schema, 3}, 1000))
	fmt.Println("allocated:", mem.CurrentAlloc())
	fmt.Println(export(context.Background(), &source{mem, schema, 6}, 10))
	fmt.Println("allocated:", mem.CurrentAlloc())
}
