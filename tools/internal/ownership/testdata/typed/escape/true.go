package escape

import (
	"io"
	"time"
)

// The goroutine may read the order when it is another one's.
func indexLater(id int) {
	ref := orders.Get()
	defer ref.Release()
	o := ref.Value()
	fill(o, id)
	go func() { // want "escape: "
		index(o)
	}()
}

// The argument of the goroutine is only borrowed.
func indexDirectly(id int) {
	ref := orders.Get()
	fill(ref.Value(), id)
	go index(ref.Value()) // want "escape: "
	ref.Release()
}

// The receiver gets an object that is released.
func send(queue chan<- *Order, id int) {
	ref := orders.Get()
	defer ref.Release()
	fill(ref.Value(), id)
	queue <- ref.Value() // want "escape: "
}

// The caller gets an object that was released.
func parse(id int) (*Order, error) {
	ref := orders.Get()
	defer ref.Release()
	o := ref.Value()
	fill(o, id)
	if o.ID == 0 {
		return nil, errEmpty
	}
	return o, nil // want "escape: "
}

// The bytes are those of a buffer that goes back to its pool.
func render(r io.Reader) ([]byte, error) {
	buf := buffers.Get()
	defer buf.Release()
	if _, err := io.Copy(buf.Value(), r); err != nil {
		return nil, err
	}
	return buf.Value().Bytes(), nil // want "escape: "
}

// The board shows what is released.
func (b *board) show(id int) {
	ref := orders.Get()
	defer ref.Release()
	o := ref.Value()
	fill(o, id)
	b.mu.Lock()
	b.shown = o // want "escape: "
	b.mu.Unlock()
}

// A global outlives everything.
func remember(id int) {
	ref := orders.Get()
	fill(ref.Value(), id)
	latest = ref.Value() // want "escape: "
	ref.Release()
}

// The map keeps the borrow.
func (b *board) enter(id int) {
	ref := orders.Get()
	defer ref.Release()
	fill(ref.Value(), id)
	b.byID[id] = ref.Value() // want "escape: "
}

// The slice keeps the borrow.
func (b *board) record(id int) {
	ref := orders.Get()
	defer ref.Release()
	fill(ref.Value(), id)
	b.history = append(b.history, ref.Value()) // want "escape: "
}

// The timer fires when the order is released.
func indexDelayed(id int) {
	ref := orders.Get()
	defer ref.Release()
	o := ref.Value()
	fill(o, id)
	time.AfterFunc(time.Second, func() { index(o) }) // want "escape: "
}

// The goroutine uses a reference that it does not own.
func indexUnretained(id int) {
	ref := orders.Get()
	defer ref.Release()
	fill(ref.Value(), id)
	go func() { // want "escape: "
		index(ref.Value())
	}()
}

// The reply carries bytes of the buffer.
func answer(r io.Reader) reply {
	buf := buffers.Get()
	defer buf.Release()
	if _, err := io.Copy(buf.Value(), r); err != nil {
		return reply{status: 500}
	}
	return reply{status: 200, body: buf.Value().Bytes()} // want "escape: "
}

// The error carries the order.
func check(id int) error {
	ref := orders.Get()
	defer ref.Release()
	o := ref.Value()
	fill(o, id)
	if o.Total < 0 {
		return &orderError{order: o} // want "escape: "
	}
	return nil
}

// The function that is returned reads the order later.
func totaler(id int) func() int {
	ref := orders.Get()
	defer ref.Release()
	o := ref.Value()
	fill(o, id)
	return func() int { return o.Total } // want "escape: "
}
