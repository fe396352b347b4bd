package watch

import (
	"runtime"
	"sync"
	"time"
)

// cleanTimers has the runtime remove stopped timers from its lists, as far as the
// goroutines that it starts get hold of the processors.
//
// A timer that was stopped keeps what its function refers to, until the runtime
// takes it from its list of timers. There is a list for each processor, which is
// cleaned when a quarter of it are stopped ones. cleanTimers adds that quarter,
// for a list of some timers for each goroutine.
func cleanTimers() {
	n := 1024 + 2*runtime.NumGoroutine()
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range n {
				time.AfterFunc(time.Hour, func() {}).Stop()
			}
			runtime.Gosched() // the scheduler cleans the list
		}()
	}
	wg.Wait()
}
