// truth: use-after-release line 66 plain
package main

import (
	"bytes"
	"errors"
	"fmt"
	"hash/adler32"
	"strings"
	"sync"

	"google.golang.org/grpc/mem"
)

var pool = mem.NewTieredBufferPool(4<<10, 64<<10)

type backend map[string]string

var errNotFound = errors.New("blob not found")

func (b backend) open(name string) (*strings.Reader, error) {
	s, ok := b[name]
	if !ok {
		return nil, errNotFound
	}
	return strings.NewReader(s), nil
}

type response struct {
	status string
	size   int
	sum    uint32
}

type proxy struct {
	backend backend
	mu      sync.Mutex
	served  map[string]int
}

func (p *proxy) count(name string, n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.served[name] += n
}

func (p *proxy) serve(name string, w *bytes.Buffer) (response, error) {
	src, err := p.backend.open(name)
	if err != nil {
		return response{}, fmt.Errorf("serve %s: %w", name, err)
	}
	data, err := mem.ReadAll(src, pool)
	if err != nil {
		data.Free()
		return response{}, err
	}
	blob := data.MaterializeToBuffer(pool)
	data.Free()
	r := response{status: "ok", size: blob.Len()}
	if _, err := w.Write(blob.ReadOnlyData()); err != nil {
		blob.Free()
		return response{}, err
	}
	blob.Free()
	p.count(name, r.size)
	r.sum = adler32.Checksum(blob.ReadOnlyData())
	return r, nil
}

func main() {
	p := &proxy{
		backend: backend{
			"logo":  strings.Repeat("pixels ", 1000),
			"video": strings.Repeat("frame ", 20000),
		},
		served: map[string]int{},
	}
	for _, name := range []string{"none", "logo", "video"} {
		var w bytes.Buffer
		r, err := p.serve(name, &w)
		fmt.Println(name, r, err)
	}
}
