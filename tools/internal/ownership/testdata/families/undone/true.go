// Package undone has functions that put a reference into a map, and return what takes it out
// of there again.
package undone

import (
	"sync"

	"github.com/rcpool/rcpool"
)

type Request struct{ Name string }

var requests = rcpool.Pool[Request]{Reset: func(r *Request) { r.Name = "" }}

type tracker struct {
	mu   sync.Mutex
	refs map[int]rcpool.Ref[Request]
}

func (t *tracker) enter(id int, request rcpool.Ref[Request]) (leave func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.refs[id] = request
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		delete(t.refs, id)
	}
}

type visitors struct {
	all map[string]rcpool.Ref[Request]
}

func (v *visitors) add(request rcpool.Ref[Request]) (remove func()) {
	name := request.Value().Name
	v.all[name] = request
	return func() { v.remove(name) }
}

func (v *visitors) remove(name string) { delete(v.all, name) }

type owner struct {
	t     *tracker
	queue map[int]rcpool.Ref[Request]
}

func (o *owner) put(id int, request rcpool.Ref[Request]) (size func() int) {
	o.queue[id] = request
	return func() int { return len(o.queue) }
}

func (o *owner) close() {
	for _, request := range o.queue {
		request.Release()
	}
	clear(o.queue)
}

// The owner of the queue releases what is in there.
func (o *owner) pushTwice(id int) int {
	request := requests.Get()
	defer request.Release()
	return o.put(id, request)() // want "double-release: "
}

// The request is used after its release.
func (o *owner) serveLate(id int) string {
	request := requests.Get()
	leave := o.t.enter(id, request)
	leave()
	request.Release()
	return request.Value().Name // missed "use-after-release: "
}

// The request is released twice, before the tracker forgets it.
func (o *owner) serveTwice(id int) {
	request := requests.Get()
	defer o.t.enter(id, request)()
	request.Release()
	request.Release() // missed "double-release: "
}

// The tracker does not know the request yet.
func (o *owner) serveEarly(id int) {
	request := requests.Get()
	request.Release()
	defer o.t.enter(id, request)() // missed "(use-after|double)-release: "
}
