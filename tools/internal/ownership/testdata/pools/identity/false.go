package identity

import (
	"bytes"
	"io"
	"sync"
)

// sendLarge puts into the pool it got from.
func sendLarge(w io.Writer, p []byte) error {
	bp := large.Get().(*[]byte)
	*bp = append((*bp)[:0], p...)
	_, err := w.Write(*bp)
	large.Put(bp)
	return err
}

// byClass computes the class once for the Get and once for the Put.
func byClass(w io.Writer, p []byte) error {
	bp, ok := classes[classOf(len(p))].Get().(*[]byte)
	if !ok {
		bp = new([]byte)
	}
	*bp = append((*bp)[:0], p...)
	_, err := w.Write(*bp)
	classes[classOf(cap(*bp))].Put(bp)
	return err
}

// chosen uses one pool or the other, through a pointer.
func chosen(w io.Writer, p []byte) error {
	pool := &small
	if len(p) > 512 {
		pool = &large
	}
	bp := pool.Get().(*[]byte)
	*bp = append((*bp)[:0], p...)
	_, err := w.Write(*bp)
	pool.Put(bp)
	return err
}

// outgrown puts a slice into the class it has grown into.
func outgrown(w io.Writer, p []byte) error {
	bp := small.Get().(*[]byte)
	*bp = append((*bp)[:0], p...)
	_, err := w.Write(*bp)
	if cap(*bp) <= 512 {
		small.Put(bp)
	}
	return err
}

// move takes from one codec and gives to another, which may be the same.
func move(from, to *codec, lines []string, w io.Writer) error {
	buf := from.getEncoder()
	err := write(w, lines, buf)
	to.encoders.Put(buf)
	return err
}

// replaced puts an object that was not got from any pool.
func replaced(w io.Writer, lines []string) error {
	buf := getRequest()
	if err := write(w, lines, buf); err != nil {
		return err
	}
	if buf.Cap() > 1<<20 {
		buf = new(bytes.Buffer)
	}
	putRequest(buf)
	return nil
}

// home lets the object go back to the pool that it remembers.
func home(p *sync.Pool, w io.Writer, lines []string) error {
	s, ok := p.Get().(*shard)
	if !ok {
		s = &shard{home: p}
	}
	defer s.free()
	return write(w, lines, &s.buf)
}

// tally puts a map, which is a pointer already.
func tally(words []string) int {
	m := tables.Get().(map[string]int)
	clear(m)
	for _, w := range words {
		m[w]++
	}
	n := len(m)
	tables.Put(m)
	return n
}

// wait puts a channel, which is a pointer already.
func wait(start func(done chan<- struct{})) {
	c := signals.Get().(chan struct{})
	start(c)
	<-c
	signals.Put(c)
}

// putAny puts what its caller gives, of whatever type.
func putAny(p *sync.Pool, v any) {
	if v != nil {
		p.Put(v)
	}
}

// apply leaves it to the batch which pool it belongs to.
func apply(keys ...string) int {
	b := indexed.Get().(*batch)
	defer b.release()
	b.keys = append(b.keys, keys...)
	return len(b.keys)
}
