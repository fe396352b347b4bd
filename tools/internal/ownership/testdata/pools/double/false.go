package double

import (
	"bytes"
	"fmt"
	"io"
	"sync"
)

// eachBranch puts once in either branch.
func eachBranch(w io.Writer, r io.Reader) error {
	buf := getBuf()
	if _, err := buf.ReadFrom(r); err != nil {
		bufs.Put(buf)
		return err
	}
	_, err := buf.WriteTo(w)
	bufs.Put(buf)
	return err
}

// unlessHandedOn puts only what was not handed on.
func unlessHandedOn(out chan<- *bytes.Buffer, r io.Reader) error {
	buf := getBuf()
	defer func() {
		if buf != nil {
			bufs.Put(buf)
		}
	}()
	if _, err := buf.ReadFrom(r); err != nil {
		return err
	}
	out <- buf
	buf = nil
	return nil
}

// withFlag remembers in a flag whether the deferred Put is still due.
func withFlag(w io.Writer, r io.Reader) error {
	buf := getBuf()
	put := true
	defer func() {
		if put {
			putBuf(buf)
		}
	}()
	if _, err := buf.ReadFrom(r); err != nil {
		return err
	}
	_, err := buf.WriteTo(w)
	if err != nil {
		put = false
		putBuf(buf)
		return fmt.Errorf("write: %w", err)
	}
	return nil
}

// onePerTurn puts the buffer of each turn once.
func onePerTurn(w io.Writer, vs []fmt.Stringer) (err error) {
	for _, v := range vs {
		buf := getBuf()
		if v == nil {
			putBuf(buf)
			continue
		}
		buf.WriteString(v.String())
		if _, err = buf.WriteTo(w); err != nil {
			putBuf(buf)
			break
		}
		putBuf(buf)
	}
	return err
}

// two puts two buffers of one pool.
func two(w io.Writer, a, b fmt.Stringer) error {
	first, second := getBuf(), getBuf()
	defer putBuf(first)
	defer putBuf(second)
	first.WriteString(a.String())
	second.WriteString(b.String())
	if _, err := first.WriteTo(w); err != nil {
		return err
	}
	_, err := second.WriteTo(w)
	return err
}

// swapped exchanges two buffers before it puts both.
func swapped(rounds []fmt.Stringer) int {
	front, back := getBuf(), getBuf()
	for _, v := range rounds {
		back.Reset()
		back.WriteString(v.String())
		front, back = back, front
	}
	n := front.Len()
	putBuf(front)
	putBuf(back)
	return n
}

// closeTwice closes a session whose Close may be called again.
func closeTwice(p []byte) error {
	s := newSession()
	defer s.Close()
	if _, err := s.Write(p); err != nil {
		return err
	}
	return s.Close()
}

// onError puts in the deferred closure only if the buffer is not returned.
func onError(r io.Reader) (_ *bytes.Buffer, err error) {
	buf := getBuf()
	defer func() {
		if err != nil {
			bufs.Put(buf)
		}
	}()
	if _, err = buf.ReadFrom(r); err != nil {
		return nil, err
	}
	return buf, nil
}

// once puts in a function that runs once, whoever comes first.
func once(w io.Writer, v fmt.Stringer) error {
	buf := getBuf()
	var done sync.Once
	release := func() { done.Do(func() { putBuf(buf) }) }
	defer release()
	buf.WriteString(v.String())
	_, err := buf.WriteTo(w)
	release()
	return err
}

// rotate replaces the buffer that the deferred closure puts.
func rotate(w io.Writer, vs []fmt.Stringer) error {
	buf := getBuf()
	defer func() { putBuf(buf) }()
	for _, v := range vs {
		buf.WriteString(v.String())
		if buf.Len() > 1<<10 {
			if _, err := buf.WriteTo(w); err != nil {
				return err
			}
			putBuf(buf)
			buf = getBuf()
		}
	}
	_, err := buf.WriteTo(w)
	return err
}

// orPut puts the event only if the queue did not take it.
func orPut(q chan *event, code int) {
	e := events.Get().(*event)
	e.reset()
	e.code = code
	if !offer(q, e) {
		events.Put(e)
	}
}

func offer(q chan *event, e *event) bool {
	select {
	case q <- e:
		return true
	default:
		return false
	}
}

// lent lends the buffer to a function that does not put it.
func lent(w io.Writer, v fmt.Stringer) error {
	buf := getBuf()
	buf.WriteString(v.String())
	err := write(w, buf)
	putBuf(buf)
	return err
}

func write(w io.Writer, buf *bytes.Buffer) error {
	_, err := buf.WriteTo(w)
	return err
}

// eachCase puts in every case, and no case falls through.
func eachCase(code int) string {
	e := events.Get().(*event)
	e.reset()
	e.code = code
	switch {
	case code >= 500:
		events.Put(e)
		return "server"
	case code >= 400:
		events.Put(e)
		return "client"
	}
	events.Put(e)
	return "ok"
}
