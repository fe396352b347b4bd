// truth: unclosed line 46,52 plain
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/gob"
	"fmt"
	"io"
	"sync"
)

var zips = sync.Pool{New: func() any { return gzip.NewWriter(io.Discard) }}

type state struct {
	Epoch int
	Keys  map[string]string
}

type replica struct {
	mu    sync.Mutex
	state state
}

func (r *replica) restore(data []byte) error {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return err
	}
	raw, err := io.ReadAll(z)
	if err != nil {
		return fmt.Errorf("after %d bytes: %w", len(raw), err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return gob.NewDecoder(bytes.NewReader(raw)).Decode(&r.state)
}

type primary struct {
	state    state
	replicas []*replica
}

func (p *primary) snapshot(w io.Writer) error {
	z := zips.Get().(*gzip.Writer)
	defer zips.Put(z)
	z.Reset(w)
	z.Name = fmt.Sprintf("epoch-%d", p.state.Epoch)
	if err := gob.NewEncoder(z).Encode(p.state); err != nil {
		return fmt.Errorf("snapshot: %w", err)
	}
	return z.Flush()
}

func (p *primary) ship() []error {
	var buf bytes.Buffer
	if err := p.snapshot(&buf); err != nil {
		return []error{err}
	}
	errs := make([]error, len(p.replicas))
	var wg sync.WaitGroup
	for i, r := range p.replicas {
		wg.Go(func() { errs[i] = r.restore(buf.Bytes()) })
	}
	wg.Wait()
	return errs
}

func (p *primary) set(key, value string) {
	p.state.Epoch++
	p.state.Keys[key] = value
}

func main() {
	p := &primary{state: state{Keys: map[string]string{}}, replicas: []*replica{{}, {}}}
	for i := range 20 {
		p.set(fmt.Sprint("key", i), fmt.Sprint("value", i*i))
	}
	fmt.Println(p.ship())
	for _, r := range p.replicas {
		fmt.Println(r.state.Epoch, len(r.state.Keys))
	}
}
