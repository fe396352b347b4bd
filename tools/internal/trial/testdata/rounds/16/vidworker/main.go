// truth: correct

package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type tile struct {
	Job    int
	Pixels [64]uint16
	Sum    atomic.Int64
}

// Reset clears the fields one by one, as atomics cannot be copied.
func (t *tile) Reset() {
	t.Job = 0
	t.Pixels = [64]uint16{}
	t.Sum.Store(0)
}

var tiles = rcpool.Pool[tile]{Name: "tiles"}

type pool struct {
	tasks chan func()
	wg    sync.WaitGroup
}

func newPool(workers int) *pool {
	p := &pool{tasks: make(chan func(), workers)}
	for range workers {
		p.wg.Go(func() {
			for task := range p.tasks {
				task()
			}
		})
	}
	return p
}

// submit runs the task now or later, but once.
func (p *pool) submit(task func()) {
	select {
	case p.tasks <- task:
	default:
		task()
	}
}

func (p *pool) close() {
	close(p.tasks)
	p.wg.Wait()
}

var errCorrupt = errors.New("corrupt tile")

type transcoder struct {
	pool   *pool
	total  atomic.Int64
	failed atomic.Int64
}

func (t *transcoder) tile(ctx context.Context, job int) error {
	ref := tiles.Get()
	defer ref.Release()
	v := ref.Value()
	v.Job = job
	for i := range v.Pixels {
		v.Pixels[i] = uint16(job * i)
	}
	if job%9 == 8 {
		return fmt.Errorf("tile %d: %w", job, errCorrupt)
	}
	var parts sync.WaitGroup
	for part := range 4 {
		parts.Add(1)
		t.pool.submit(ref.Hold(func(v *tile) {
			defer parts.Done()
			var sum int64
			for _, p := range v.Pixels[part*16 : part*16+16] {
				sum += int64(p)
			}
			v.Sum.Add(sum)
		}))
	}
	stop := context.AfterFunc(ctx, func() { t.failed.Add(1) })
	defer stop()
	joined := ref.Hold(func(v *tile) {
		parts.Wait()
		t.total.Add(v.Sum.Load())
	})
	if job%2 == 0 {
		joined()
		return nil
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		joined()
	}()
	<-done
	return nil
}

func main() {
	t := &transcoder{pool: newPool(2)}
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	for g := range 3 {
		wg.Go(func() {
			for job := g; job < 30; job += 3 {
				if err := t.tile(ctx, job); err != nil && !errors.Is(err, errCorrupt) {
					panic(err)
				}
			}
		})
	}
	wg.Wait()
	cancel()
	t.pool.close()
	fmt.Println(t.total.Load(), t.failed.Load(), tiles.Stats().InUse)
}
