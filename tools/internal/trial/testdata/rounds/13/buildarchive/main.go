// truth: correct
package main

import (
	"fmt"
	"slices"
	"sync"

	"github.com/rcpool/rcpool"
)

type report struct {
	Build    int
	Failures []string
}

func (r *report) Reset() {
	clear(r.Failures)
	*r = report{Failures: r.Failures[:0]}
}

func (r *report) clone() *report {
	return &report{Build: r.Build, Failures: slices.Clone(r.Failures)}
}

var reports = rcpool.Pool[report]{Name: "ci.reports"}

type archive struct {
	byBuild map[int]*report
}

// save keeps the report for good. If others use it too, it keeps a copy.
func (a *archive) save(ref rcpool.Ref[report], shared bool) {
	if shared {
		c := ref.Value().clone()
		ref.Release()
		a.byBuild[c.Build] = c
		return
	}
	r := ref.Detach()
	a.byBuild[r.Build] = r
}

type notifier struct {
	wg   sync.WaitGroup
	mu   sync.Mutex
	sent []string
}

func (n *notifier) notify(ref rcpool.Ref[report]) {
	n.wg.Add(1)
	ref.Go(func(r *report) {
		defer n.wg.Done()
		n.mu.Lock()
		defer n.mu.Unlock()
		for _, f := range r.Failures {
			n.sent = append(n.sent, fmt.Sprintf("%d:%s", r.Build, f))
		}
	})
}

func finish(build int, failed []string, a *archive, n *notifier) {
	ref := reports.Get()
	defer rcpool.Drop(&ref)
	ref.Value().Build = build
	ref.Value().Failures = append(ref.Value().Failures, failed...)
	switch len(failed) {
	case 0:
	case 1:
		a.save(rcpool.Move(&ref), false)
	default:
		n.notify(ref)
		a.save(rcpool.Move(&ref), true)
	}
}

func main() {
	a := &archive{byBuild: map[int]*report{}}
	n := &notifier{}
	finish(1, nil, a, n)
	finish(2, []string{"TestA"}, a, n)
	finish(3, []string{"TestB", "TestC"}, a, n)
	n.wg.Wait()
	fmt.Println(len(a.byBuild), a.byBuild[2].Failures, a.byBuild[3].Failures, len(n.sent))
}
