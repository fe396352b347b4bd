package keepers

import (
	"bytes"
	"slices"
)

// The message leaves the map before its release.
func (r *registry) arriveAndLeave(from string) {
	ref := messages.Get()
	m := ref.Value()
	m.From = from
	r.enter(m)
	r.leave(from)
	ref.Release()
}

// It leaves by another method, which calls the first one.
func (r *registry) arriveAndAllLeave(from string) {
	ref := messages.Get()
	defer ref.Release()
	ref.Value().From = from
	r.enterTwice(ref.Value())
	r.leaveAll()
}

// A deferred call takes the message out, and then it is released.
func (r *registry) arriveFor(from string, n int) int {
	ref := messages.Get()
	defer ref.Release()
	ref.Value().From = from
	r.enter(ref.Value())
	defer r.leave(from)
	return n + len(r.byName)
}

// So does a method that keeps it for a while.
func (r *registry) visited(from string) int {
	ref := messages.Get()
	defer ref.Release()
	ref.Value().From = from
	return r.visit(ref.Value())
}

// A goroutine has taken it out, and tells so.
func (r *registry) served(from string) {
	ref := messages.Get()
	defer ref.Release()
	ref.Value().From = from
	r.enter(ref.Value())
	r.waiting <- struct{}{}
	<-r.waiting
}

// The map keeps a message that has a reference of its own.
func (r *registry) arriveRetained(from string) {
	ref := messages.Get()
	ref.Value().From = from
	own := ref.Retain()
	r.enter(own.Value())
	ref.Release()
	r.leave(from)
	own.Release()
}

// A struct has a copy.
func (r *registry) snippetCopy(doc int, words [][]byte) {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	for _, w := range words {
		from := b.Len()
		b.Write(w)
		r.add(string(w), entry{id: doc, from: string(w), data: slices.Clone(b.Bytes()[from:])})
	}
}

// The method copies the data.
func (r *registry) bodyCopy(name string) {
	ref := messages.Get()
	defer ref.Release()
	e := entry{from: name}
	e.data = ref.Value().Body
	r.addCopy(name, e)
}

// The struct has a string of the message, which nobody changes.
func (r *registry) sender(name string) {
	ref := messages.Get()
	defer ref.Release()
	r.add(name, entry{id: len(ref.Value().Body), from: ref.Value().From})
}

// The map in the map is forgotten.
func (r *registry) lineForgotten(name string, n int) {
	ref := messages.Get()
	defer ref.Release()
	r.remember(name, n, ref.Value().Body)
	defer r.forget(name)
	r.note(name)
}

// The functions are called before the request is back in its pool.
func (r *registry) expireInTime(from string) {
	m := requests.Get().(*Message)
	defer requests.Put(m)
	m.From = from
	r.after(2, func() { r.note(m.From) })
	r.runAll()
}

// The function is called at once.
func (r *registry) expireNow(from string) {
	m := requests.Get().(*Message)
	defer requests.Put(m)
	m.From = from
	r.now(func() { r.note(m.From) })
}

// The ring has it for a while.
func (r *registry) inRingForAWhile() int {
	ref := messages.Get()
	defer ref.Release()
	r.push(ref.Value())
	return len(r.pop().Body)
}
