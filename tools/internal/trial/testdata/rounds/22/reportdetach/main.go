// truth: correct

// Command reportdetach builds reports and hands finished ones to long-lived readers.
package main

import (
	"errors"
	"fmt"
	"sort"
	"sync"

	"github.com/rcpool/rcpool"
)

type report struct {
	name   string
	totals map[string]int
	final  bool
}

func (r *report) Reset() {
	clear(r.totals)
	r.name, r.final = "", false
}

var reports = rcpool.Pool[report]{
	Name: "reports",
	New:  func() *report { return &report{totals: map[string]int{}} },
}

type archive struct{ kept []*report }

type builder struct {
	ref   rcpool.Ref[report]
	parts sync.WaitGroup
	mu    sync.Mutex
	errs  []error
}

func newBuilder(name string) *builder {
	b := &builder{ref: reports.Get()}
	b.ref.Value().name = name
	return b
}

func (b *builder) collect(shard int, rows []string) {
	mine := b.ref.Retain()
	b.parts.Add(1)
	go func() {
		defer b.parts.Done()
		defer mine.Release()
		for _, row := range rows {
			b.mu.Lock()
			if row == "" {
				b.errs = append(b.errs, fmt.Errorf("shard %d: empty row", shard))
			} else {
				mine.Value().totals[row]++
			}
			b.mu.Unlock()
		}
	}()
}

// finish waits for all parts. On success the report belongs to the caller alone.
func (b *builder) finish() (*report, error) {
	b.parts.Wait()
	if err := errors.Join(b.errs...); err != nil {
		b.ref.Release()
		return nil, err
	}
	b.ref.Value().final = true
	return b.ref.Detach(), nil
}

func (a *archive) build(name string, shards ...[]string) error {
	b := newBuilder(name)
	for i, rows := range shards {
		b.collect(i, rows)
	}
	r, err := b.finish()
	if err != nil {
		return err
	}
	a.kept = append(a.kept, r)
	return nil
}

func main() {
	var a archive
	for name, shards := range map[string][][]string{
		"daily":  {{"x", "y", "x"}, {"z"}},
		"broken": {{"x"}, {"", "y"}},
		"empty":  {},
	} {
		if err := a.build(name, shards...); err != nil {
			fmt.Println(name, err)
		}
	}
	sort.Slice(a.kept, func(i, j int) bool { return a.kept[i].name < a.kept[j].name })
	for _, r := range a.kept {
		fmt.Println(r.name, r.totals, r.final)
	}
}
