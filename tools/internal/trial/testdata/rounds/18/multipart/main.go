// truth: correct
package main

import (
	"bytes"
	"crypto/md5"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/rcpool/rcpool"
)

type Part struct {
	Sum  [md5.Size]byte
	Data []byte
}

func (p *Part) Reset() { p.Sum, p.Data = [md5.Size]byte{}, p.Data[:0] }

var parts = rcpool.Pool[Part]{
	Name: "parts",
	New:  func() *Part { return &Part{Data: make([]byte, 0, 1024)} },
	Keep: func(p *Part) bool { return cap(p.Data) <= 1<<20 },
}

var (
	errNoUpload = errors.New("NoSuchUpload")
	errPart     = errors.New("InvalidPart")
)

type upload struct {
	mu    sync.Mutex
	ended bool
	parts map[int]rcpool.Ref[Part]
}

// put stores a part. A part that is sent again replaces the earlier one.
func (u *upload) put(n int, r io.Reader) error {
	ref := parts.Get()
	defer rcpool.Drop(&ref)
	p := ref.Value()
	buf := bytes.NewBuffer(p.Data)
	_, err := buf.ReadFrom(io.LimitReader(r, 4096))
	p.Data = buf.Bytes()
	if err != nil {
		return fmt.Errorf("part %d: %w", n, err)
	}
	p.Sum = md5.Sum(p.Data)
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.ended {
		return errNoUpload
	}
	old := u.parts[n]
	u.parts[n] = rcpool.Move(&ref)
	rcpool.Drop(&old)
	return nil
}

func (u *upload) end() (map[int]rcpool.Ref[Part], error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.ended {
		return nil, errNoUpload
	}
	u.ended = true
	got := u.parts
	u.parts = nil
	return got, nil
}

func (u *upload) abort() {
	got, err := u.end()
	if err != nil {
		return
	}
	for _, ref := range got {
		ref.Release()
	}
}

// complete writes the listed parts in order; the others are dropped.
func (u *upload) complete(w io.Writer, list []int) (int64, error) {
	got, err := u.end()
	if err != nil {
		return 0, err
	}
	defer func() {
		for _, ref := range got {
			ref.Release()
		}
	}()
	if !slices.IsSorted(list) {
		return 0, fmt.Errorf("%w: not in order", errPart)
	}
	var total int64
	for _, n := range list {
		ref, ok := got[n]
		if !ok {
			return total, fmt.Errorf("%w: %d", errPart, n)
		}
		delete(got, n)
		k, err := w.Write(ref.Value().Data)
		ref.Release()
		total += int64(k)
		if err != nil {
			return total, err
		}
	}
	return total, nil
}

func main() {
	begin := func() *upload { return &upload{parts: map[int]rcpool.Ref[Part]{}} }
	fill := func(u *upload) {
		for _, n := range []int{2, 1, 3, 2} {
			if err := u.put(n, bytes.NewReader(make([]byte, n*100))); err != nil {
				fmt.Println(err)
			}
		}
	}
	u := begin()
	fill(u)
	fmt.Println(u.complete(io.Discard, []int{1, 2}))
	fmt.Println(u.put(4, bytes.NewReader(nil)))
	u.abort()
	v := begin()
	fill(v)
	fmt.Println(v.complete(io.Discard, []int{1, 2, 9}))
	x := begin()
	fill(x)
	x.abort()
	fmt.Println(x.complete(io.Discard, nil))
}
