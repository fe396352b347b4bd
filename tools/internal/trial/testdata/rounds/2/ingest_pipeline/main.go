// truth: correct
package main

import (
	"bytes"
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Record struct {
	Seq  int
	Line bytes.Buffer
}

func (r *Record) Reset() {
	r.Seq = 0
	r.Line.Reset()
}

type stage chan rcpool.Ref[Record]

// push hands the record over, or gives it up when the pipeline stops.
func (s stage) push(ctx context.Context, rec rcpool.Ref[Record]) bool {
	select {
	case s <- rec:
		return true
	case <-ctx.Done():
		rec.Release()
		return false
	}
}

func (s stage) drain() (n int) {
	for rec := range s {
		rec.Release()
		n++
	}
	return n
}

func source(ctx context.Context, pool *rcpool.Pool[Record], out stage) {
	defer close(out)
	for seq := 0; ; seq++ {
		rec := pool.Get()
		rec.Value().Seq = seq
		fmt.Fprintf(&rec.Value().Line, "record %d", seq)
		if !out.push(ctx, rec) {
			return
		}
	}
}

func filter(ctx context.Context, in, out stage) {
	defer close(out)
	for rec := range in {
		if rec.Value().Seq%2 == 1 {
			rec.Release()
			continue
		}
		rec.Value().Line.WriteString(" even")
		if !out.push(ctx, rec) {
			break
		}
	}
	in.drain()
}

func sinkAll(in stage, limit int, stop context.CancelFunc) (size int) {
	n := 0
	for rec := range in {
		size += rec.Value().Line.Len()
		rec.Release()
		if n++; n == limit {
			stop()
			break
		}
	}
	in.drain()
	return size
}

func main() {
	ctx, stop := context.WithTimeout(context.Background(), time.Second)
	defer stop()
	pool := &rcpool.Pool[Record]{Name: "records"}
	parsed, even := make(stage, 4), make(stage, 4)
	var wg sync.WaitGroup
	wg.Go(func() { source(ctx, pool, parsed) })
	wg.Go(func() { filter(ctx, parsed, even) })
	size := sinkAll(even, 100, stop)
	wg.Wait()
	fmt.Println(size > 0, pool.Stats().InUse)
}
