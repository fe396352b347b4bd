// truth: correct

// Command spliceproxy passes gRPC payloads through and mirrors a sample of them.
package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"google.golang.org/grpc/mem"
)

var pool = mem.DefaultBufferPool()

type backend interface {
	// Send borrows the data.
	Send(data mem.BufferSlice) error
}

type mirror struct {
	in    chan mem.BufferSlice
	bytes int
	done  sync.WaitGroup
}

func newMirror(backlog int) *mirror {
	m := &mirror{in: make(chan mem.BufferSlice, backlog)}
	m.done.Go(func() {
		for data := range m.in {
			m.bytes += data.Len()
			data.Free()
		}
	})
	return m
}

// offer takes references of its own, unless the mirror is behind.
func (m *mirror) offer(data mem.BufferSlice) bool {
	data.Ref()
	select {
	case m.in <- data:
		return true
	default:
		data.Free()
		return false
	}
}

func (m *mirror) close() {
	close(m.in)
	m.done.Wait()
}

type proxy struct {
	to     backend
	shadow *mirror
	every  int
	n      int
}

func (p *proxy) forward(body io.Reader) error {
	data, err := mem.ReadAll(body, pool)
	defer data.Free()
	if err != nil {
		return fmt.Errorf("read: %w", err)
	}
	p.n++
	if p.every > 0 && p.n%p.every == 0 {
		p.shadow.offer(data)
	}
	return p.to.Send(data)
}

type upper struct{ got []string }

func (u *upper) Send(data mem.BufferSlice) error {
	r := data.Reader()
	defer r.Close()
	var b strings.Builder
	for r.Remaining() > 0 {
		c, err := r.ReadByte()
		if err != nil {
			return err
		}
		if c == 0 {
			return errors.New("NUL in payload")
		}
		b.WriteByte(c)
	}
	text := b.String()
	u.got = append(u.got, strings.ToUpper(text[:min(3, len(text))]))
	return nil
}

type failing struct{ io.Reader }

func (f failing) Read(p []byte) (int, error) {
	n, err := f.Reader.Read(p)
	if err == io.EOF {
		err = io.ErrClosedPipe
	}
	return n, err
}

func main() {
	u := &upper{}
	p := &proxy{to: u, shadow: newMirror(4), every: 2}
	for i := range 6 {
		body := strings.Repeat(string(rune('a'+i)), 100*(i+1))
		if i == 4 {
			body = "x\x00"
		}
		if err := p.forward(strings.NewReader(body)); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(p.forward(failing{strings.NewReader("partial")}))
	p.shadow.close()
	fmt.Println(u.got, p.shadow.bytes)
}
