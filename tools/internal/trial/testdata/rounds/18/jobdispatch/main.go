// truth: zero-ref line 48 plain
package main

import (
	"context"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Job struct {
	ID     string
	Image  string
	Script []string
}

var jobs = rcpool.Pool[Job]{Name: "jobs", Reset: func(j *Job) { *j = Job{} }}

type dispatcher struct {
	queue chan rcpool.Ref[Job]
	wg    sync.WaitGroup
	done  []string
}

func (d *dispatcher) work() {
	defer d.wg.Done()
	for job := range d.queue {
		v := job.Value()
		d.done = append(d.done, fmt.Sprintf("%s on %s: %d commands", v.ID, v.Image, len(v.Script)))
		job.Release()
	}
}

func (d *dispatcher) submit(ctx context.Context, id, image string, script ...string) error {
	job := jobs.Get()
	defer rcpool.Drop(&job)
	job.Value().ID = id
	job.Value().Image = image
	job.Value().Script = append(job.Value().Script, script...)
	if image == "" {
		return fmt.Errorf("job %s has no image", id)
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("job %s: %w", id, err)
	}
	d.queue <- rcpool.Move(&job)
	fmt.Println("queued", job.Value().ID)
	return nil
}

func main() {
	d := &dispatcher{queue: make(chan rcpool.Ref[Job], 4)}
	d.wg.Add(1)
	go d.work()
	ctx := context.Background()
	fmt.Println(d.submit(ctx, "j0", ""))
	fmt.Println(d.submit(ctx, "j1", "golang:1.25", "go build ./...", "go test ./..."))
	close(d.queue)
	d.wg.Wait()
	fmt.Println(d.done)
}
