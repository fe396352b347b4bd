// truth: use-after-release line 36 hard

// Sessionsweep ends sessions that were idle for too long, and reports the rest.
package main

import (
	"fmt"
	"time"

	"github.com/rcpool/rcpool"
)

type Session struct {
	User  string
	Seen  time.Time
	Bytes int
}

var sessions = rcpool.Pool[Session]{Name: "sessions"}

type Summary struct {
	Ended, Bytes int
	Oldest       time.Duration
}

// sweep ends what has not been seen since limit, and sums up.
func sweep(all map[string]rcpool.Ref[Session], now time.Time, limit time.Duration) Summary {
	var sum Summary
	for _, ref := range all {
		if now.Sub(ref.Value().Seen) > limit {
			ref.Release()
			sum.Ended++
		}
	}
	for _, ref := range all {
		s := ref.Value()
		sum.Bytes += s.Bytes
		sum.Oldest = max(sum.Oldest, now.Sub(s.Seen))
	}
	return sum
}

func closeAll(all map[string]rcpool.Ref[Session]) {
	for id, ref := range all {
		delete(all, id)
		ref.Release()
	}
}

func main() {
	now := time.Now()
	all := make(map[string]rcpool.Ref[Session])
	for i := range 5 {
		ref := sessions.Get()
		*ref.Value() = Session{User: fmt.Sprint("u", i), Seen: now.Add(-time.Duration(i) * time.Minute), Bytes: 100 * i}
		all[fmt.Sprint("id", i)] = ref
	}
	fmt.Println(sweep(all, now, time.Hour))
	fmt.Println(sweep(all, now, 3*time.Minute))
	closeAll(all)
}
