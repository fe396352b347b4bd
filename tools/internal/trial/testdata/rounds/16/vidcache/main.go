// truth: escape line 34,73 hard

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"google.golang.org/grpc/mem"
)

var pool = mem.NewTieredBufferPool(4096, 32768)

var errGone = errors.New("segment gone")

type segment struct {
	number int
	data   mem.BufferSlice
}

// playlist has the latest segments of a live stream.
type playlist struct {
	ring [3]segment
	next int
}

func (p *playlist) add(s segment) {
	slot := &p.ring[p.next%len(p.ring)]
	if slot.data != nil {
		slot.data.Free()
	}
	*slot = s
	p.next++
}

func (p *playlist) serve(number int, w io.Writer) error {
	for _, s := range p.ring {
		if s.data != nil && s.number == number {
			r := s.data.Reader()
			defer r.Close()
			_, err := io.Copy(w, r)
			return err
		}
	}
	return fmt.Errorf("%d: %w", number, errGone)
}

func (p *playlist) close() {
	for i := range p.ring {
		p.ring[i].data.Free()
		p.ring[i] = segment{}
	}
}

type packager struct {
	list  *playlist
	store func(number int, data mem.BufferSlice) error
}

func (p *packager) segment(number int, payload []byte) error {
	var data mem.BufferSlice
	defer func() { data.Free() }()
	for chunk := payload; len(chunk) > 0; {
		n := min(len(chunk), 3000)
		data = append(data, mem.Copy(chunk[:n], pool))
		chunk = chunk[n:]
	}
	if err := p.store(number, data); err != nil {
		return fmt.Errorf("store %d: %w", number, err)
	}
	p.list.add(segment{number, data})
	return nil
}

func main() {
	stored := 0
	p := &packager{list: &playlist{}}
	p.store = func(number int, data mem.BufferSlice) error {
		if number == 2 {
			return io.ErrShortWrite
		}
		stored += data.Len()
		return nil
	}
	for i := range 3 {
		if err := p.segment(i, bytes.Repeat([]byte{byte(i)}, 5000)); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(stored)
	for _, n := range []int{7, 1, 0} {
		var out bytes.Buffer
		if err := p.list.serve(n, &out); err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(n, out.Len())
	}
	p.list.close()
}
