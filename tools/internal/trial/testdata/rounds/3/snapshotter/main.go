// truth: detach line 67 callee

package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/rcpool/rcpool"
)

type Snapshot struct {
	Epoch int
	Keys  map[string]int
}

func (s *Snapshot) Reset() {
	s.Epoch = 0
	clear(s.Keys)
}

var snapshots = rcpool.Pool[Snapshot]{
	Name: "snapshots",
	New:  func() *Snapshot { return &Snapshot{Keys: make(map[string]int)} },
}

var errStale = errors.New("snapshot is stale")

type progress struct{ reports int }

// follow reports on the snapshot until the result is called.
func (p *progress) follow(snapshot *rcpool.Ref[Snapshot]) (done func(took time.Duration)) {
	mine := snapshot.Retain()
	p.reports++
	return func(took time.Duration) {
		defer mine.Release()
		if took > time.Hour {
			fmt.Println("snapshot", mine.Value().Epoch, "took", took)
		}
		p.reports++
	}
}

type database struct {
	epoch   int
	data    map[string]int
	archive []*Snapshot
	shown   progress
}

// snapshot keeps the state of an epoch for good, if it is still the current one.
func (d *database) snapshot(epoch int) error {
	began := time.Now()
	snapshot := snapshots.Get()
	done := d.shown.follow(&snapshot)
	v := snapshot.Value()
	v.Epoch = epoch
	for key, value := range d.data {
		v.Keys[key] = value
	}
	if d.epoch != epoch {
		done(time.Since(began))
		snapshot.Release()
		return errStale
	}
	d.archive = append(d.archive, snapshot.Detach())
	done(time.Since(began))
	return nil
}

func main() {
	d := &database{epoch: 2, data: map[string]int{"a": 1, "b": 2}}
	fmt.Println(d.snapshot(1))
	fmt.Println(d.snapshot(2))
	fmt.Println(len(d.archive))
}
