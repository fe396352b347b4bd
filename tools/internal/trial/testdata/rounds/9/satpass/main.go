// truth: correct
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

// Telemetry is one downlink of a satellite pass.
type Telemetry struct {
	Station string
	Samples []float64
}

func (t *Telemetry) Reset() { t.Station, t.Samples = "", t.Samples[:0] }

var downlinks = rcpool.Pool[Telemetry]{Name: "downlink"}

type operator struct {
	name  string
	inbox chan rcpool.Ref[Telemetry]
	seen  int
}

func (o *operator) loop(wg *sync.WaitGroup) {
	defer wg.Done()
	for ref := range o.inbox {
		o.seen += len(ref.Value().Samples)
		ref.Release()
	}
}

type room struct {
	mu        sync.Mutex
	operators map[string]*operator
	dropped   int
}

func (r *room) join(name string, depth int) *operator {
	o := &operator{name: name, inbox: make(chan rcpool.Ref[Telemetry], depth)}
	r.mu.Lock()
	r.operators[name] = o
	r.mu.Unlock()
	return o
}

// broadcast takes the reference over.
func (r *room) broadcast(ref rcpool.Ref[Telemetry]) {
	defer ref.Release()
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, o := range r.operators {
		mine := ref.Retain()
		select {
		case o.inbox <- mine:
		default:
			mine.Release()
			r.dropped++
		}
	}
}

func (r *room) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for name, o := range r.operators {
		close(o.inbox)
		delete(r.operators, name)
	}
}

func main() {
	r := &room{operators: map[string]*operator{}}
	var wg sync.WaitGroup
	var all []*operator
	for i, name := range []string{"kiruna", "svalbard", "perth"} {
		o := r.join(name, 1+i*8)
		all = append(all, o)
		wg.Add(1)
		go o.loop(&wg)
	}
	for pass := 0; pass < 40; pass++ {
		ref := downlinks.Get()
		t := ref.Value()
		t.Station = fmt.Sprintf("pass-%d", pass)
		for s := 0; s < 16; s++ {
			t.Samples = append(t.Samples, float64(s*pass))
		}
		r.broadcast(ref)
	}
	r.close()
	wg.Wait()
	total := 0
	for _, o := range all {
		total += o.seen
	}
	fmt.Println("samples", total > 0, "dropped or seen", r.dropped*16+total == 40*3*16)
}
