package mayexchange

import (
	"fmt"
	"io"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type ref = rcpool.Ref[batch]

func (s *slot[T]) limit() int { return 1 }

// The batch that is left at the end is released.
func closed(points []int) int {
	s := newShipper(4)
	defer s.cur.Release()
	for _, n := range points {
		s.add(n)
	}
	return s.shipped
}

// The deferred literal releases whatever is there by then.
func closedOnError(points []int) (int, error) {
	s := shipper{cur: batches.Get(), limit: 4}
	defer func() { s.cur.Release() }()
	for _, n := range points {
		if err := s.addOrFail(n); err != nil {
			return 0, err
		}
	}
	return s.shipped + len(s.cur.Value().points), nil
}

// The batch goes to the caller.
func last(points []int) ref {
	s := newShipper(4)
	for _, n := range points {
		s.add(n)
	}
	return s.cur
}

// The batch is looked at again after each point.
func lookedAt(points []int) (n int) {
	s := newShipper(2)
	for _, p := range points {
		s.add(p)
		n += len(s.cur.Value().points)
	}
	s.cur.Release()
	return n
}

// There is no bid, or one that is released.
func bidden(bids []int) int {
	var a auction
	for _, n := range bids {
		a.bid(n)
	}
	rcpool.Drop(&a.best)
	return a.most
}

// The first bid is certain, and the last one is released.
func biddenOnce(n int) int {
	a := auction{best: batches.Get()}
	a.bid(n)
	a.bid(2 * n)
	n = len(a.best.Value().points)
	a.best.Release()
	return n
}

// The buffer is released however the write went.
func writtenAndReleased(w io.Writer, text string) error {
	b := stdpool.Bytes(0)
	defer b.Release()
	b.WriteString(text)
	b.Append('\n')
	_, err := w.Write(b.Value())
	return err
}

// The line is read before it is released.
func printedAndReleased(w io.Writer, words ...string) {
	b := line(words...)
	fmt.Fprintln(w, len(b.Value()))
	b.Release()
}

// The buffer has another reference, which the channel gets.
func shared(ch chan stdpool.ByteRef, words ...string) int {
	b := line(words...)
	ch <- b.Retain()
	b.WriteString("end") // the other one keeps the old block
	n := b.Len()
	b.Release()
	return n
}

// The relay's last batch is sent after the others.
func relayedAll(points []int) {
	r := &relay{cur: batches.Get(), full: make(chan ref, 4)}
	for _, n := range points {
		r.add(n)
	}
	r.full <- r.cur
	close(r.full)
	drain(r.full)
}

// The slot has another one by now, and what was renewed is of that.
func renewed(again bool) int {
	s := slot[batch]{&batches, batches.Get()}
	n := len(s.renew(again).points)
	n += len(s.renew(!again).points)
	s.ref.Release()
	return n
}

// The encoded bytes are released once, and none are left.
func encodedOnce(p []byte) int {
	e := &encoder{}
	defer e.scratch.Drop()
	b := e.encode(p)
	defer b.Release()
	return b.Len()
}

// The rest is cut off, and the reference to all of it is released in each turn.
func (s *splitter) lines(src io.Reader, yield func(stdpool.ByteRef)) error {
	chunk := stdpool.Bytes(16)
	defer chunk.Release()
	for {
		n, err := src.Read(chunk.Value())
		s.rest.Append(chunk.Value()[:n]...)
		if n > 1 {
			yield(s.rest.Slice(0, 1))
			tail := s.rest.Slice(1, s.rest.Len())
			s.rest.Release()
			s.rest = tail
		}
		if err != nil {
			return err
		}
	}
}
