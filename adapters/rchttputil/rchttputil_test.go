package rchttputil_test

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"
	"unsafe"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/adapters/internal/testbed"
	"github.com/rcpool/rcpool/adapters/rchttputil"
	"github.com/rcpool/rcpool/rctest"
)

func TestMain(m *testing.M) {
	rcpool.OnReport(func(rcpool.Report) {})
	os.Exit(m.Run())
}

// pattern returns n bytes that depend on the seed.
func pattern(n, seed int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i*7 + seed)
	}
	return b
}

// patterns answers /size/seed with that pattern. With ?cut it sends half of the
// pattern and closes the connection.
func patterns(w http.ResponseWriter, r *http.Request) {
	var size, seed int
	fmt.Sscanf(r.URL.Path, "/%d/%d", &size, &seed)
	body := pattern(size, seed)
	w.Header().Set("Content-Length", strconv.Itoa(size))
	if r.URL.RawQuery == "cut" {
		w.Write(body[:size/2])
		panic(http.ErrAbortHandler)
	}
	w.Write(body)
}

// start starts a backend and a proxy to it with the pool. It stops them when the
// test ends.
func start(t testing.TB, pool httputil.BufferPool, answer http.HandlerFunc) (*http.Client, string) {
	serve := func(h http.Handler) *httptest.Server {
		s := &httptest.Server{Listener: testbed.Listen(t), Config: &http.Server{Handler: h, ErrorLog: log.New(io.Discard, "", 0)}}
		s.Start()
		t.Cleanup(s.Close)
		return s
	}
	backend := serve(answer)
	target, err := url.Parse(backend.URL)
	if err != nil {
		t.Fatal(err)
	}
	transport := new(http.Transport)
	t.Cleanup(transport.CloseIdleConnections)
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.BufferPool, proxy.Transport, proxy.ErrorLog = pool, transport, log.New(io.Discard, "", 0)
	front := serve(proxy)
	client := &http.Client{Transport: new(http.Transport)}
	t.Cleanup(client.CloseIdleConnections)
	return client, front.URL
}

func get(client *http.Client, url string) ([]byte, error) {
	response, err := client.Get(url)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	return io.ReadAll(response.Body)
}

func TestReverseProxy_UnderLoad(t *testing.T) {
	for name, oneIn := range map[string]int{"every lease checked": 1, "sampled": 20} {
		t.Run(name, func(t *testing.T) {
			testbed.NoGoroutines(t)
			rctest.NoLeaks(t)
			rcpool.SetChecking(oneIn)
			testbed.NoReports(t)
			pool := &rchttputil.BufferPool{Name: testbed.Name(t)}
			client, front := start(t, pool, patterns)

			var wg sync.WaitGroup
			for worker := range 8 {
				wg.Go(func() {
					for i, size := range []int{0, 1, 5000, 32 << 10, 32<<10 + 1, 100_000, 1_000_000} {
						body, err := get(client, fmt.Sprintf("%s/%d/%d", front, size, worker*10+i))
						if err != nil || !bytes.Equal(body, pattern(size, worker*10+i)) {
							t.Errorf("%d bytes: %v, or other content", size, err)
						}
						if _, err := get(client, fmt.Sprintf("%s/%d/%d?cut", front, size+100_000, worker)); err == nil {
							t.Error("a response that was cut off looks complete")
						}
					}
				})
			}
			wg.Wait()
			sum := testbed.Quiet(testbed.Name(t), 5*time.Second)
			if sum.Gets != 8*2*7 || sum.Gets != sum.Releases {
				t.Errorf("%+v", sum)
			}
		})
	}
}

func TestBufferPool_ZeroValue(t *testing.T) {
	rctest.NoLeaks(t)
	var pool rchttputil.BufferPool
	b := pool.Get()
	if len(b) != 32<<10 || cap(b) != 32<<10 {
		t.Errorf("%d bytes of %d", len(b), cap(b))
	}
	pool.Put(b)
	testbed.WantPool(t, "httputil.Buffer(32768)")
}

func TestBufferPool_AnySizeIsKept(t *testing.T) {
	for _, size := range []int{1, 1000, 50_000, 3 << 20} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			rctest.Deterministic(t)
			pool := &rchttputil.BufferPool{Name: testbed.Name(t), Size: size}
			b := pool.Get()
			pool.Put(b)
			if next := pool.Get(); len(next) != size || unsafe.SliceData(next) != unsafe.SliceData(b) {
				t.Errorf("%d bytes, or another buffer", len(next))
			}
		})
	}
}

func TestPut_Twice(t *testing.T) {
	pool := &rchttputil.BufferPool{Name: testbed.Name(t)}
	b := pool.Get()
	pool.Put(b)
	testbed.WantMisuse(t, rcpool.DoubleRelease, func() { pool.Put(b) })
	testbed.WantMisuse(t, rcpool.DoubleRelease, func() { pool.Put(b[:10]) })
}

// The documented limit: a slice does not say which lease it belongs to.
func TestPut_TwiceAfterItWasLeasedAgain(t *testing.T) {
	rctest.Deterministic(t)
	pool := &rchttputil.BufferPool{Name: testbed.Name(t)}
	b := pool.Get()
	pool.Put(b)
	next := pool.Get()
	pool.Put(b)
	testbed.WantMisuse(t, rcpool.DoubleRelease, func() { pool.Put(next) })
}

func TestPut_Foreign(t *testing.T) {
	rctest.NoLeaks(t)
	pool := &rchttputil.BufferPool{Name: testbed.Name(t)}
	b := pool.Get()
	for _, foreign := range [][]byte{nil, {}, make([]byte, 32<<10), b[1:]} {
		pool.Put(foreign)
	}
	pool.Put(b[:0])
	if sum := testbed.Stats(testbed.Name(t)); sum.Gets != 1 || sum.Releases != 1 {
		t.Errorf("%+v", sum)
	}
}

func TestPut_LateWrite(t *testing.T) {
	pool := &rchttputil.BufferPool{Name: testbed.Name(t)}
	testbed.WantLateWrite(t, testbed.Name(t)+".Buffer(32768)", func() ([]byte, func()) {
		b := pool.Get()
		return b, func() { pool.Put(b) }
	})
}

func TestGet_Forgotten(t *testing.T) {
	pool := &rchttputil.BufferPool{Name: testbed.Name(t)}
	testbed.WantLeak(t, testbed.Name(t)+".Buffer(32768)", func() { pool.Get() })
}
