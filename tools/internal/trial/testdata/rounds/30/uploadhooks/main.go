// truth: escape line 62 hard

// Command uploadhooks stores uploads and runs hooks when a batch is complete:
// checksums are logged, thumbnails are requested.
package main

import (
	"errors"
	"fmt"
	"hash/fnv"

	"github.com/rcpool/rcpool"
)

type part struct {
	name  string
	image bool
	data  []byte
}

func (p *part) Reset() { p.name, p.image, p.data = "", false, p.data[:0] }

var parts = rcpool.Pool[part]{Name: "upload.parts"}

func (p *part) checksum() uint32 {
	h := fnv.New32a()
	h.Write(p.data)
	return h.Sum32()
}

// A batch runs its hooks when it is committed, the latest first.
type batch struct {
	hooks []func() error
	names map[string]int
}

func (b *batch) onCommit(hook func() error) { b.hooks = append(b.hooks, hook) }

func (b *batch) commit() (errs error) {
	for n := len(b.hooks); n > 0; n-- {
		errs = errors.Join(errs, b.hooks[n-1]())
	}
	b.hooks = nil
	return errs
}

type service struct {
	sums   map[string]uint32
	thumbs []string
}

func (s *service) upload(b *batch, name, data string, image bool) error {
	ref := parts.Get()
	defer ref.Release()
	p := ref.Value()
	p.name, p.image = name, image
	p.data = append(p.data, data...)
	if len(p.data) == 0 {
		return fmt.Errorf("%s: empty upload", name)
	}
	b.names[name] = len(p.data)
	b.onCommit(func() error {
		s.sums[name] = p.checksum()
		return nil
	})
	if p.image {
		b.onCommit(func() error {
			if len(s.thumbs) == 2 {
				return fmt.Errorf("%s: thumbnail queue is full", name)
			}
			s.thumbs = append(s.thumbs, name)
			return nil
		})
	}
	return nil
}

func main() {
	s := &service{sums: map[string]uint32{}}
	b := &batch{names: map[string]int{}}
	for i, name := range []string{"a.txt", "b.png", "c.png", "d.txt", "e.png"} {
		data := "content of " + name
		if i == 3 {
			data = ""
		}
		if err := s.upload(b, name, data, name[2:] == "png"); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(b.commit())
	fmt.Println(len(b.names), len(s.sums), s.thumbs)
}
