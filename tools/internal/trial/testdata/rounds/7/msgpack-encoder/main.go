// truth: use-after-release line 80 callee

// Command msgpack-encoder encodes maps in a binary format. Encoders are pooled.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"sync"
)

type encoder struct {
	out   []byte
	depth int
}

var encoders = sync.Pool{New: func() any { return &encoder{out: make([]byte, 0, 64)} }}

func newEncoder() *encoder {
	e := encoders.Get().(*encoder)
	e.out = e.out[:0]
	e.depth = 0
	return e
}

var errDepth = errors.New("too deep")

func (e *encoder) encode(v any) error {
	e.depth++
	defer func() { e.depth-- }()
	if e.depth > 4 {
		return errDepth
	}
	switch v := v.(type) {
	case int:
		e.out = append(e.out, byte(v)&0x7f)
	case string:
		e.out = append(append(e.out, 0xa0|byte(len(v))), v...)
	case []any:
		e.out = append(e.out, 0x90|byte(len(v)))
		for _, x := range v {
			if err := e.encode(x); err != nil {
				return err
			}
		}
	default:
		return fmt.Errorf("cannot encode %T", v)
	}
	return nil
}

// finish ends the message and returns the encoder to the pool.
func (e *encoder) finish(w *bytes.Buffer) int {
	n, _ := w.Write(e.out)
	encoders.Put(e)
	return n
}

type conn struct {
	mu  sync.Mutex
	out bytes.Buffer
	sum int
}

func (c *conn) send(v any) error {
	e := newEncoder()
	if err := e.encode(v); err != nil {
		encoders.Put(e)
		return err
	}
	c.mu.Lock()
	c.out.Reset()
	n := e.finish(&c.out)
	c.mu.Unlock()
	if n < 3 {
		return nil
	}
	sum := 0
	for _, b := range e.out {
		sum += int(b)
	}
	c.mu.Lock()
	c.sum += sum
	c.mu.Unlock()
	return nil
}

func main() {
	c := new(conn)
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for n := range 3000 {
				if err := c.send([]any{n, "worker", []any{w, n}}); err != nil {
					fmt.Println(err)
				}
				c.send(n)
			}
		})
	}
	wg.Wait()
	fmt.Println(c.send([]any{[]any{[]any{[]any{1}}}}), c.send(1.5), c.sum > 0)
}
