package rchttputil_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httputil"
	"sync"
	"testing"

	"github.com/rcpool/rcpool/adapters/rchttputil"
)

// bare is a sync.Pool written by hand.
type bare struct{ pool sync.Pool }

func (p *bare) Get() []byte {
	if b, ok := p.pool.Get().(*[]byte); ok {
		return *b
	}
	return make([]byte, 32<<10)
}

func (p *bare) Put(b []byte) { p.pool.Put(&b) }

// BenchmarkReverseProxy sends a request through a proxy with its backend and client
// in the same process.
func BenchmarkReverseProxy(b *testing.B) {
	for _, size := range []int{1 << 10, 32 << 10, 256 << 10} {
		for _, p := range []struct {
			name string
			pool httputil.BufferPool
		}{{"default", nil}, {"sync", new(bare)}, {"rcpool", &rchttputil.BufferPool{Name: "bench"}}} {
			b.Run(fmt.Sprintf("size=%d/pool=%s", size, p.name), func(b *testing.B) {
				body := pattern(size, 1)
				client, url := start(b, p.pool, func(w http.ResponseWriter, _ *http.Request) { w.Write(body) })
				b.ReportAllocs()
				for b.Loop() {
					response, err := client.Get(url)
					if err != nil {
						b.Fatal(err)
					}
					if n, err := io.Copy(io.Discard, response.Body); n != int64(size) || err != nil {
						b.Fatal(n, err)
					}
					response.Body.Close()
				}
			})
		}
	}
}
