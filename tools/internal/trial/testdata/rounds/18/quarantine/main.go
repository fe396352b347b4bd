// truth: detach line 51 plain
package main

import (
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type Workspace struct {
	Job   string
	Files map[string]int
	Log   []string
}

func (w *Workspace) Reset() {
	w.Job = ""
	clear(w.Files)
	clear(w.Log)
	w.Log = w.Log[:0]
}

var workspaces = rcpool.Pool[Workspace]{
	Name: "workspaces",
	New:  func() *Workspace { return &Workspace{Files: map[string]int{}} },
}

type runner struct {
	wg   sync.WaitGroup
	mu   sync.Mutex
	held map[string]*Workspace // failed jobs, kept for inspection
	size int
}

func (r *runner) run(job string, steps []string) error {
	ws := workspaces.Get()
	ws.Value().Job = job
	var failed error
	for _, s := range steps {
		ws.Value().Log = append(ws.Value().Log, "+ "+s)
		ws.Value().Files[s] = len(s)
		if strings.HasPrefix(s, "false") {
			failed = fmt.Errorf("%s: step %q failed", job, s)
			break
		}
	}
	meter := ws.Retain()
	if failed != nil {
		kept := ws.Detach()
		meter.Release()
		r.mu.Lock()
		r.held[job] = kept
		r.mu.Unlock()
		return failed
	}
	r.wg.Add(1)
	go func() {
		defer r.wg.Done()
		defer meter.Release()
		r.mu.Lock()
		defer r.mu.Unlock()
		for _, n := range meter.Value().Files {
			r.size += n
		}
	}()
	ws.Release()
	return nil
}

func main() {
	r := &runner{held: map[string]*Workspace{}}
	fmt.Println(r.run("lint", []string{"vet", "fmt"}))
	r.wg.Wait()
	fmt.Println(r.size)
	fmt.Println(r.run("unit", []string{"build", "false positive test"}))
	fmt.Println(len(r.held))
}
