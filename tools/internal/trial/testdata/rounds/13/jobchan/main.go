// truth: leak line 39 hard
package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type workspace struct {
	files []string
	bytes int
}

func (w *workspace) Reset() {
	clear(w.files)
	w.files = w.files[:0]
	w.bytes = 0
}

var workspaces = rcpool.Pool[workspace]{Name: "ci.workspaces"}

type job struct {
	id int
	ws rcpool.Ref[workspace]
}

type runner struct {
	jobs chan job
	wg   sync.WaitGroup
	mu   sync.Mutex
	done map[int]int
}

func (r *runner) submit(id int, files ...string) {
	ws := workspaces.Get()
	for _, f := range files {
		ws.Value().files = append(ws.Value().files, f)
		ws.Value().bytes += len(f)
	}
	r.jobs <- job{id: id, ws: ws}
}

func (r *runner) work(ctx context.Context) {
	defer r.wg.Done()
	for j := range r.jobs {
		if ctx.Err() != nil {
			continue
		}
		r.mu.Lock()
		r.done[j.id] = j.ws.Value().bytes
		r.mu.Unlock()
		j.ws.Release()
	}
}

func (r *runner) stop() {
	close(r.jobs)
	r.wg.Wait()
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	r := &runner{jobs: make(chan job, 8), done: map[int]int{}}
	r.wg.Add(1)
	go r.work(ctx)
	for i := range 5 {
		r.submit(i, "main.go", fmt.Sprintf("f%d.go", i))
	}
	time.Sleep(20 * time.Millisecond)
	cancel()
	r.submit(5, "late.go")
	r.submit(6, "later.go")
	r.stop()
	fmt.Println(len(r.done), "jobs done")
}
