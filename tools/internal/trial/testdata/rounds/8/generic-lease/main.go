// truth: correct
package main

import (
	"errors"
	"fmt"
	"hash/crc32"
	"sync"
)

// A Recycler is a typed sync.Pool with a reset.
type Recycler[T any] struct {
	p     sync.Pool
	reset func(*T)
}

func NewRecycler[T any](make func() *T, reset func(*T)) *Recycler[T] {
	return &Recycler[T]{p: sync.Pool{New: func() any { return make() }}, reset: reset}
}

func (r *Recycler[T]) Get() *T { return r.p.Get().(*T) }

func (r *Recycler[T]) Put(v *T) {
	r.reset(v)
	r.p.Put(v)
}

// Use lends an object to f.
func Use[T, R any](r *Recycler[T], f func(*T) (R, error)) (R, error) {
	v := r.Get()
	defer r.Put(v)
	return f(v)
}

type decoder struct {
	fields map[string]string
	raw    []byte
}

var decoders = NewRecycler(
	func() *decoder { return &decoder{fields: make(map[string]string)} },
	func(d *decoder) {
		clear(d.fields)
		d.raw = d.raw[:0]
	},
)

var errPair = errors.New("no '='")

func (d *decoder) parse(line string) error {
	d.raw = append(d.raw, line...)
	start, eq := 0, -1
	for i, c := range append(d.raw, ';') {
		switch {
		case c == '=':
			eq = i
		case c == ';' && eq < start:
			return fmt.Errorf("at %d: %w", i, errPair)
		case c == ';':
			d.fields[string(d.raw[start:eq])] = string(d.raw[eq+1 : i])
			start = i + 1
		}
	}
	return nil
}

type summary struct {
	n   int
	crc uint32
	id  string
}

func summarize(line string) (summary, error) {
	return Use(decoders, func(d *decoder) (summary, error) {
		if err := d.parse(line); err != nil {
			return summary{}, err
		}
		return summary{len(d.fields), crc32.ChecksumIEEE(d.raw), d.fields["id"]}, nil
	})
}

func main() {
	lines := []string{"id=1;t=20", "id=2", "broken", "id=3;t=5;h=60"}
	out := make([]string, len(lines))
	var wg sync.WaitGroup
	for i, l := range lines {
		wg.Go(func() {
			s, err := summarize(l)
			out[i] = fmt.Sprint(s.n, " ", s.id, " ", err)
		})
	}
	wg.Wait()
	for _, l := range out {
		fmt.Println(l)
	}
}
