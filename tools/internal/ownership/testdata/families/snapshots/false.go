package snapshots

import "sync"

// The table is replaced while the goroutine reads.
func serve() int {
	r := newRouter()
	defer r.close()
	var wg sync.WaitGroup
	wg.Go(func() { r.version() })
	for range 10 {
		r.update()
	}
	wg.Wait()
	return r.version()
}

// The goroutine has ended before the table is released.
func serveOnce() {
	r := newRouter()
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		r.version()
	}()
	wg.Wait()
	r.close()
}
