package watch

import (
	"runtime"
	"sync"
	"time"
)

// A timer that was stopped keeps what its function refers to, until the runtime
// takes it from its list of timers. There is a list for each processor, and it is
// cleaned when a quarter of it are stopped ones. timersToStop is that quarter for
// some thousand timers.
const timersToStop = 1024

// cleanTimers has the runtime take stopped timers from its lists, as far as the
// goroutines that it starts get hold of the processors.
func cleanTimers() {
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range timersToStop {
				time.AfterFunc(time.Hour, func() {}).Stop()
			}
			runtime.Gosched() // the scheduler cleans the list
		}()
	}
	wg.Wait()
}
