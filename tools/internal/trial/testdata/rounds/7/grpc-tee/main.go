// truth: correct

// Command grpc-tee is a codec that tees the messages it decodes to a recorder,
// which writes them later.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"

	"google.golang.org/grpc/mem"
)

type countingPool struct {
	mem.BufferPool
	mu   sync.Mutex
	open int
}

func (p *countingPool) Get(n int) *[]byte {
	p.mu.Lock()
	p.open++
	p.mu.Unlock()
	return p.BufferPool.Get(n)
}

func (p *countingPool) Put(b *[]byte) {
	p.mu.Lock()
	p.open--
	p.mu.Unlock()
	p.BufferPool.Put(b)
}

type recorder struct {
	in   chan mem.BufferSlice // owns what is in it
	done chan int
}

func newRecorder(w io.Writer) *recorder {
	r := &recorder{make(chan mem.BufferSlice, 4), make(chan int, 1)}
	go func() {
		n := 0
		for data := range r.in {
			from := data.Reader()
			if _, err := io.Copy(w, from); err == nil {
				n++
			}
			from.Close()
			data.Free()
		}
		r.done <- n
	}()
	return r
}

type codec struct {
	pool mem.BufferPool
	tee  *recorder
}

// Marshal returns data that the caller must free.
func (c *codec) Marshal(v any) (mem.BufferSlice, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	half := len(text) / 2
	return mem.BufferSlice{mem.Copy(text[:half], c.pool), mem.Copy(text[half:], c.pool)}, nil
}

// Unmarshal borrows data.
func (c *codec) Unmarshal(data mem.BufferSlice, v any) error {
	data.Ref()
	c.tee.in <- data
	r := data.Reader()
	defer r.Close()
	return json.NewDecoder(r).Decode(v)
}

func main() {
	pool := &countingPool{BufferPool: mem.NewTieredBufferPool(2048, 4096)}
	var log strings.Builder
	tee := newRecorder(&log)
	c := &codec{pool, tee}
	for n := range 5 {
		data, err := c.Marshal(map[string]string{"n": strings.Repeat(fmt.Sprint(n), 3000)})
		if err != nil {
			fmt.Println(err)
			continue
		}
		var v map[string]string
		if err := c.Unmarshal(data, &v); err != nil || len(v["n"]) != 3000 {
			fmt.Println("bad message:", err)
		}
		data.Free()
	}
	close(tee.in)
	fmt.Println(<-tee.done, "recorded,", log.Len(), "bytes,", pool.open, "open")
}
