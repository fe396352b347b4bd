package mayexchange

import (
	"fmt"
	"io"

	"github.com/rcpool/rcpool/stdpool"
)

// The batch that is left at the end is never released.
func neverClosed(points []int) int {
	s := newShipper(4) // want "leak: "
	for _, n := range points {
		s.add(n)
	}
	return s.shipped
}

// It is not released if one point cannot be added.
func lostOnError(points []int) (int, error) {
	s := shipper{cur: batches.Get(), limit: 4} // want "leak: "
	for _, n := range points {
		if err := s.addOrFail(n); err != nil {
			return 0, err
		}
	}
	left := len(s.cur.Value().points)
	s.cur.Release()
	return s.shipped + left, nil
}

// The batch is released here, and by the deferred call.
func closedAgain(n int) int {
	s := newShipper(4)
	s.add(n)
	defer s.cur.Release()
	left := len(s.cur.Value().points)
	s.cur.Release() // want "double-release: "
	return left
}

// The batch is read after it was released.
func readLate(n int) int {
	s := newShipper(2)
	s.add(n)
	s.cur.Release()
	return len(s.cur.Value().points) // want "use-after-release: "
}

// The buffer that line returns is not released.
func printed(w io.Writer, words ...string) {
	b := line(words...) // want "leak: "
	fmt.Fprintln(w, len(b.Value()))
}

// The buffer is released only if all was written.
func written(w io.Writer, text string) error {
	b := stdpool.Bytes(0) // want "leak: "
	b.WriteString(text)
	b.Append('\n')
	if _, err := w.Write(b.Value()); err != nil {
		return err
	}
	b.Release()
	return nil
}

// The text is read after its buffer was released.
func textLate(words ...string) byte {
	b := line(words...)
	b.WriteString("end")
	text := b.Value()
	b.Release()
	return text[0] // want "use-after-release: "
}

// The last batch of the relay is lost.
func relayed(points []int) {
	r := &relay{cur: batches.Get(), full: make(chan ref, 4)} // want "leak: "
	for _, n := range points {
		r.add(n)
	}
	close(r.full)
	drain(r.full)
}

// The slot is emptied twice.
func emptiedTwice(again bool) int {
	s := slot[batch]{&batches, batches.Get()}
	n := len(s.renew(again).points)
	s.ref.Release()
	n += s.limit()
	s.ref.Release() // want "double-release: "
	return n
}

// The best bid is never released.
func neverSold(bids []int) int {
	a := auction{best: batches.Get()} // want "leak: "
	for _, n := range bids {
		a.bid(n)
	}
	return a.most
}

// Who receives the line owns it.
func sentAndReleased(ch chan stdpool.ByteRef, words ...string) {
	b := stdpool.Bytes(0)
	for _, w := range words {
		b.WriteString(w)
	}
	ch <- b
	b.Release() // want "double-release: "
}

// The encoded bytes are never released.
func encoded(p []byte) int {
	e := &encoder{}
	b := e.encode(p) // want "leak: "
	return b.Len()
}

// They are released twice.
func encodedTwice(p []byte) int {
	e := &encoder{}
	b := e.encode(p)
	defer b.Release()
	n := b.Len()
	b.Release() // want "double-release: "
	return n
}
