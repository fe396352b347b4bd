package delayed

import (
	"time"

	"github.com/rcpool/rcpool"
)

// What still waits is released when there is no more.
func pump(in <-chan job, tick <-chan time.Time, out chan<- rcpool.Ref[Rec]) {
	var waiting []job
	for {
		select {
		case j, ok := <-in:
			if !ok {
				for _, j := range waiting {
					j.ref.Release()
				}
				close(out)
				return
			}
			waiting = append(waiting, j)
		case now := <-tick:
			for len(waiting) > 0 && !waiting[0].at.After(now) {
				out <- waiting[0].ref
				waiting = waiting[1:]
			}
		}
	}
}

// The jobs are collected, and released in the end.
func collect(in <-chan job) (n int) {
	var all []job
	for j := range in {
		all = append(all, j)
	}
	for i := range all {
		n += all[i].ref.Value().Size
		all[i].ref.Release()
	}
	return n
}
