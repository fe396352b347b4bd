// truth: use-after-release line 99 callee

// Command ndjson ships log records in bulk requests: lines are gathered per
// index and sent when a bulk is large or old enough.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"
)

type bulk struct {
	index string
	body  bytes.Buffer
	enc   *json.Encoder
	lines int
	since time.Time
}

var bulks = sync.Pool{New: func() any {
	b := new(bulk)
	b.enc = json.NewEncoder(&b.body)
	return b
}}

func newBulk(index string) *bulk {
	b := bulks.Get().(*bulk)
	b.body.Reset()
	b.index, b.lines, b.since = index, 0, time.Now()
	return b
}

func (b *bulk) add(doc any) error {
	mark := b.body.Len()
	fmt.Fprintf(&b.body, `{"index":{"_index":%q}}`+"\n", b.index)
	if err := b.enc.Encode(doc); err != nil {
		b.body.Truncate(mark)
		return err
	}
	b.lines++
	return nil
}

// ship posts the bulk; that is the end of it.
func (b *bulk) ship(post func(io.Reader) (int, error)) error {
	defer bulks.Put(b)
	if b.lines == 0 {
		return nil
	}
	code, err := post(&b.body)
	if err != nil {
		return fmt.Errorf("bulk of %s: %w", b.index, err)
	}
	if code >= 300 {
		return fmt.Errorf("bulk of %s: status %d", b.index, code)
	}
	return nil
}

type Shipper struct {
	post  func(io.Reader) (int, error)
	max   int
	mu    sync.Mutex
	open  map[string]*bulk
	sent  int
	fails int
}

func (s *Shipper) Log(index string, doc any) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, ok := s.open[index]
	if !ok {
		b = newBulk(index)
		s.open[index] = b
	}
	if err := b.add(doc); err != nil {
		return err
	}
	if b.lines < s.max {
		return nil
	}
	delete(s.open, index)
	return s.finish(b)
}

// finish is called with the lock held.
func (s *Shipper) finish(b *bulk) error {
	if err := b.ship(s.post); err != nil {
		s.fails++
		return err
	}
	s.sent += b.lines
	return nil
}

func (s *Shipper) Close() (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var names []string
	for name := range s.open {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		b := s.open[name]
		delete(s.open, name)
		err = errors.Join(err, s.finish(b))
	}
	return err
}

func main() {
	s := &Shipper{max: 3, open: make(map[string]*bulk)}
	s.post = func(r io.Reader) (int, error) {
		data, err := io.ReadAll(r)
		if bytes.Contains(data, []byte("poison")) {
			return 429, err
		}
		return 200, err
	}
	for i := range 10 {
		err := s.Log([]string{"web", "db"}[i%2], map[string]any{"n": i, "at": i * 10})
		if err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(s.Log("web", make(chan int)) != nil, s.Log("audit", map[string]string{"u": "poison"}))
	fmt.Println(s.Close())
	fmt.Println(s.sent, s.fails)
}
