// truth: wrong-pool line 54 hard
package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

type plan int

const (
	free plan = iota
	pro
)

var bufSize = [...]int{free: 64, pro: 1024}

var bufs = [...]*sync.Pool{free: newBufs(free), pro: newBufs(pro)}

func newBufs(p plan) *sync.Pool {
	return &sync.Pool{New: func() any {
		b := make([]byte, bufSize[p])
		return &b
	}}
}

type tenant struct {
	mu   sync.Mutex
	name string
	plan plan
	used int
}

func (t *tenant) current() plan {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.plan
}

func (t *tenant) upgrade() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.plan = pro
}

var errQuota = errors.New("quota exceeded")

// store copies an upload in pieces of the size that the tenant has paid for.
func (t *tenant) store(dst io.Writer, src io.Reader, progress func(n int)) error {
	buf := bufs[t.current()].Get().(*[]byte)
	defer func() { bufs[t.current()].Put(buf) }()
	for {
		n, err := src.Read(*buf)
		if n > 0 {
			t.used += n
			if t.used > 10000 {
				return errQuota
			}
			if _, err := dst.Write((*buf)[:n]); err != nil {
				return err
			}
			progress(t.used)
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func main() {
	a, b := &tenant{name: "a"}, &tenant{name: "b", plan: pro}
	var out strings.Builder
	err := a.store(&out, strings.NewReader(strings.Repeat("x", 500)), func(n int) {
		if n > 200 {
			a.upgrade()
		}
	})
	fmt.Println(out.Len(), err)
	pieces := 0
	err = b.store(&out, strings.NewReader(strings.Repeat("y", 2048)), func(int) { pieces++ })
	fmt.Println(out.Len(), pieces, err)
}
