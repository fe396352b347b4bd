// truth: correct
package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Tensor struct {
	In, Out []float32
}

func (t *Tensor) Reset() { t.In, t.Out = t.In[:0], t.Out[:0] }

type job struct {
	tensor rcpool.Ref[Tensor]
	done   chan<- rcpool.Ref[Tensor]
}

type Batcher struct {
	max  int
	jobs chan job
}

func (b *Batcher) loop(wg *sync.WaitGroup) {
	defer wg.Done()
	batch := make([]job, 0, b.max)
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case j, ok := <-b.jobs:
			if !ok {
				flush(batch)
				return
			}
			if batch = append(batch, j); len(batch) == b.max {
				batch = flush(batch)
			}
		case <-tick.C:
			batch = flush(batch)
		}
	}
}

// flush answers every job: the tensor goes back to who asked.
func flush(batch []job) []job {
	for i, j := range batch {
		t := j.tensor.Value()
		for _, x := range t.In {
			t.Out = append(t.Out, x*x)
		}
		j.done <- j.tensor
		batch[i] = job{}
	}
	return batch[:0]
}

var tensors = rcpool.Pool[Tensor]{Name: "serving.tensors"}

func (b *Batcher) Predict(xs ...float32) float32 {
	t := tensors.Get()
	t.Value().In = append(t.Value().In, xs...)
	done := make(chan rcpool.Ref[Tensor], 1)
	b.jobs <- job{t, done}
	answer := <-done
	defer answer.Release()
	var sum float32
	for _, y := range answer.Value().Out {
		sum += y
	}
	return sum
}

func main() {
	b := &Batcher{max: 4, jobs: make(chan job)}
	var loop, clients sync.WaitGroup
	loop.Add(1)
	go b.loop(&loop)
	for i := range 10 {
		clients.Go(func() {
			if got := b.Predict(float32(i), 1); got != float32(i*i+1) {
				panic(got)
			}
		})
	}
	clients.Wait()
	close(b.jobs)
	loop.Wait()
	fmt.Println("served")
}
