// truth: zero-ref line 57 plain
package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool"
)

type Blob struct {
	Name string
	Data []byte `rcpool:"keep"`
}

var blobs = rcpool.Pool[Blob]{
	Reset: func(b *Blob) {
		b.Name = ""
		b.Data = b.Data[:0]
	},
}

var errTooBig = errors.New("upload too big")

// store owns what was committed.
type store struct {
	limit     int
	committed map[string]rcpool.Ref[Blob]
	log       []string
}

func (s *store) upload(name string, body io.Reader) error {
	blob := blobs.Get()
	defer rcpool.Drop(&blob)
	b := blob.Value()
	b.Name = name
	var chunk [16]byte
	for {
		n, err := body.Read(chunk[:])
		b.Data = append(b.Data, chunk[:n]...)
		if len(b.Data) > s.limit {
			return fmt.Errorf("%s: %w", name, errTooBig)
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
	}
	if old, ok := s.committed[name]; ok {
		old.Release()
	}
	s.committed[name] = rcpool.Move(&blob)
	s.log = append(s.log, fmt.Sprintf("%s: %d bytes", name, len(blob.Value().Data)))
	return nil
}

func (s *store) close() {
	for name, blob := range s.committed {
		delete(s.committed, name)
		blob.Release()
	}
}

func main() {
	s := &store{limit: 40, committed: map[string]rcpool.Ref[Blob]{}}
	defer s.close()
	fmt.Println(s.upload("big", strings.NewReader(strings.Repeat("x", 100))))
	fmt.Println(s.upload("small", strings.NewReader("hello")))
	fmt.Println(s.log)
}
