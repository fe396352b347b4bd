package escape

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"time"
)

// render returns the bytes of a buffer that the deferred Put takes away.
func render(v fmt.Stringer) []byte {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	defer bufs.Put(buf)
	buf.WriteString(v.String())
	return buf.Bytes() // want "^escape: "
}

// readPage returns a slice of the pooled page.
func readPage(r io.Reader) ([]byte, error) {
	bp := pages.Get().(*[]byte)
	defer pages.Put(bp)
	n, err := io.ReadFull(r, *bp)
	if err != nil {
		return nil, err
	}
	return (*bp)[:n], nil // want "^escape: "
}

// sendLater starts a goroutine with the buffer and puts it back at once.
func sendLater(w io.Writer, v fmt.Stringer) {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	buf.WriteString(v.String())
	go send(w, buf) // want "^escape: "
	bufs.Put(buf)
}

// writeLater captures the buffer in a goroutine that outlives the function.
func writeLater(w io.Writer, v fmt.Stringer) {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	defer bufs.Put(buf)
	buf.WriteString(v.String())
	go func() { // want "^escape: "
		_, _ = w.Write(buf.Bytes())
	}()
}

// publish sends an event and recycles it while the receiver works.
func publish(out chan<- *event, id int, name string) {
	e := newEvent(id, name)
	out <- e // want "^escape: "
	putEvent(e)
}

// publishBytes sends a view of the buffer.
func publishBytes(out chan<- []byte, v fmt.Stringer) {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	defer bufs.Put(buf)
	buf.WriteString(v.String())
	out <- buf.Bytes() // want "^escape: "
}

// remember keeps the event in a global variable.
func remember(id int, name string) {
	e := newEvent(id, name)
	lastEvent = e // want "^escape: "
	putEvent(e)
}

// begin keeps the buffer in a field that outlives the call.
func (s *server) begin(v fmt.Stringer) int {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	defer bufs.Put(buf)
	buf.WriteString(v.String())
	s.mu.Lock()
	s.current = buf // want "^escape: "
	s.mu.Unlock()
	return buf.Len()
}

// fill puts a view of the buffer into the cache.
func (s *server) fill(key string, v any) error {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	defer bufs.Put(buf)
	if err := json.NewEncoder(buf).Encode(v); err != nil {
		return err
	}
	s.cache[key] = buf.Bytes() // want "^escape: "
	return nil
}

// expire lets a timer use the event after it is back in the pool.
func expire(id int, name string, d time.Duration) {
	e := newEvent(id, name)
	time.AfterFunc(d, func() { deliver(e) }) // want "^escape: "
	putEvent(e)
}

// enqueue keeps the event in a batch and puts it back as well.
func (s *server) enqueue(id int, name string) {
	e := newEvent(id, name)
	s.batch = append(s.batch, e) // want "^escape: "
	putEvent(e)
}

// build returns the object that its own deferred clean-up puts back.
func build(id int, name string) (*event, error) {
	e := newEvent(id, name)
	defer putEvent(e)
	if e.name == "" {
		return nil, fmt.Errorf("event %d has no name", e.id)
	}
	return e, nil // want "^escape: "
}

// respond returns a struct that holds a view of the buffer.
func respond(v any) (*response, error) {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	defer bufs.Put(buf)
	if err := json.NewEncoder(buf).Encode(v); err != nil {
		return nil, err
	}
	return &response{Status: 200, Body: buf.Bytes()}, nil // want "^escape: "
}

// fillResponse leaves a view of the buffer in the caller's struct.
func fillResponse(resp *response, v fmt.Stringer) {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	buf.WriteString(v.String())
	resp.Status = 200
	resp.Body = buf.Bytes() // want "^escape: "
	bufs.Put(buf)
}

// lazy returns a closure that reads the buffer when it is gone.
func lazy(v fmt.Stringer) func() string {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	defer bufs.Put(buf)
	buf.WriteString(v.String())
	return func() string { return buf.String() } // want "^escape: "
}

// schedule queues a task that uses the buffer later.
func (s *server) schedule(w io.Writer, v fmt.Stringer) {
	buf := bufs.Get().(*bytes.Buffer)
	buf.Reset()
	buf.WriteString(v.String())
	s.tasks <- func() { send(w, buf) } // want "^escape: "
	bufs.Put(buf)
}

// offer puts the event back whether or not somebody took it.
func offer(out chan<- *event, id int, name string) (sent bool) {
	e := newEvent(id, name)
	select {
	case out <- e: // want "^escape: "
		sent = true
	default:
	}
	putEvent(e)
	return sent
}
