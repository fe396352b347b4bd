// truth: wrong-pool line 60 plain

// Command sizeclasses proxies bodies through buffers of two sizes.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

const (
	smallSize = 512
	largeSize = 16 << 10
)

var (
	smallBufs = sync.Pool{New: func() any { b := make([]byte, smallSize); return &b }}
	largeBufs = sync.Pool{New: func() any { b := make([]byte, largeSize); return &b }}
)

type upstream struct {
	name string
	body io.Reader
	size int64 // -1 if unknown
}

type proxy struct {
	mu     sync.Mutex
	copied map[string]int64
}

var errShort = errors.New("upstream sent less than announced")

func (p *proxy) count(name string, n int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.copied[name] += n
}

// copySmall forwards a body of known and small size.
func (p *proxy) copySmall(w io.Writer, u upstream) error {
	buf := smallBufs.Get().(*[]byte)
	defer smallBufs.Put(buf)
	n, err := io.ReadFull(u.body, (*buf)[:u.size])
	p.count(u.name, int64(n))
	if err != nil {
		return errShort
	}
	_, err = w.Write((*buf)[:n])
	return err
}

// copyLarge forwards any body.
func (p *proxy) copyLarge(w io.Writer, u upstream) error {
	buf := largeBufs.Get().(*[]byte)
	defer smallBufs.Put(buf)
	for {
		n, err := u.body.Read(*buf)
		if n > 0 {
			p.count(u.name, int64(n))
			if _, werr := w.Write((*buf)[:n]); werr != nil {
				return werr
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (p *proxy) forward(w io.Writer, u upstream) error {
	if u.size >= 0 && u.size <= smallSize {
		return p.copySmall(w, u)
	}
	return p.copyLarge(w, u)
}

func main() {
	p := &proxy{copied: make(map[string]int64)}
	var out bytes.Buffer
	ups := []upstream{
		{"a", strings.NewReader("tiny"), 4},
		{"b", strings.NewReader(strings.Repeat("b", 40000)), -1},
		{"c", strings.NewReader("lie"), 100},
		{"a", strings.NewReader(strings.Repeat("a", 5000)), 5000},
	}
	for _, u := range ups {
		if err := p.forward(&out, u); err != nil {
			fmt.Println(u.name, err)
		}
	}
	fmt.Println(out.Len(), p.copied)
}
