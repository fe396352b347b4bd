package keepers

import "bytes"

// The map has the message when it is released.
func (r *registry) arrive(from string) {
	ref := messages.Get()
	defer ref.Release()
	m := ref.Value()
	m.From = from
	r.enter(m) // want "escape: "
}

// So it has if another message has left before.
func (r *registry) replace(old, from string) {
	ref := messages.Get()
	m := ref.Value()
	m.From = from
	r.leave(old)
	r.enter(m) // want "escape: "
	ref.Release()
}

// It has if a method passes the message on.
func (r *registry) arriveTwice(from string) {
	ref := messages.Get()
	defer ref.Release()
	ref.Value().From = from
	r.enterTwice(ref.Value()) // want "escape: "
}

// The map of the global registry has it, too.
func arriveShared(from string) {
	ref := messages.Get()
	ref.Value().From = from
	shared.enter(ref.Value()) // want "escape: "
	shared.note("arrived")
	ref.Release()
}

// The map has an object that is back in its pool.
func (r *registry) request(from string) {
	m := requests.Get().(*Message)
	defer requests.Put(m)
	m.From = from
	r.enter(m) // want "escape: "
}

// A struct in the list has the memory of a buffer.
func (r *registry) snippet(doc int, words [][]byte) {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	for _, w := range words {
		from := b.Len()
		b.Write(w)
		r.add(string(w), entry{id: doc, data: b.Bytes()[from:]}) // want "escape: "
	}
}

// A struct variable is passed.
func (r *registry) body(name string) {
	ref := messages.Get()
	defer ref.Release()
	e := entry{from: name}
	e.data = ref.Value().Body
	r.add(name, e) // want "escape: "
}

// The map in the map has the text.
func (r *registry) line(name string, n int) {
	ref := messages.Get()
	defer ref.Release()
	r.remember(name, n, ref.Value().Body) // want "escape: "
}

// A list in the array has a function that uses the request.
func (r *registry) expire(from string) {
	m := requests.Get().(*Message)
	defer requests.Put(m)
	m.From = from
	r.after(2, func() { r.note(m.From) }) // want "escape: "
}

// The function uses the message, by its reference.
func (r *registry) expireMessage(from string) {
	ref := messages.Get()
	defer ref.Release()
	ref.Value().From = from
	r.advance()
	r.after(2, func() { r.note(ref.Value().From) }) // want "escape: "
}

// A list in the list has the message.
func (r *registry) inRow(i int) {
	ref := messages.Get()
	r.clearRow(i)
	r.row(i, ref.Value()) // want "escape: "
	ref.Release()
}

// The ring has the message.
func (r *registry) inRing() {
	ref := messages.Get()
	defer ref.Release()
	r.push(ref.Value()) // want "escape: "
}

// The map has the message: only on some paths it leaves.
func (r *registry) sometimes(from string, leaves bool) {
	ref := messages.Get()
	defer ref.Release()
	ref.Value().From = from
	r.enter(ref.Value()) // want "escape: "
	if leaves {
		r.leave(from)
	}
}
