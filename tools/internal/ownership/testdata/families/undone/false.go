package undone

import (
	"fmt"
	"sync"
)

type worker struct {
	t    *tracker
	id   int
	seen *visitors
}

// The tracker knows the request as long as it is served, and does not own it.
func (w worker) serve(name string) {
	request := requests.Get()
	defer request.Release()
	request.Value().Name = name
	defer w.t.enter(w.id, request)()
	fmt.Println(request.Value().Name)
}

// The request is taken out before it is released.
func (w worker) serveNow(name string) {
	request := requests.Get()
	leave := w.t.enter(w.id, request)
	request.Value().Name = name
	leave()
	request.Release()
}

// Goroutines enter and leave on their own.
func serveAll(t *tracker, names []string) {
	var wg sync.WaitGroup
	for id, name := range names {
		wg.Go(func() {
			request := requests.Get()
			defer func() { request.Release() }()
			request.Value().Name = name
			defer t.enter(id, request)()
			fmt.Println(request.Value().Name)
		})
	}
	wg.Wait()
}

// The literal that is returned asks another method to take the request out.
func (w worker) visit(name string) string {
	request := requests.Get()
	defer request.Release()
	request.Value().Name = name
	leave := w.seen.add(request)
	defer leave()
	return request.Value().Name + "!"
}
