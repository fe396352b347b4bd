// truth: use-after-release line 74 callee

// Command healthprobe asks backends for their health and takes those out of
// rotation that fail several times in a row.
package main

import (
	"fmt"
	"net"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/valyala/fasthttp"
	"github.com/valyala/fasthttp/fasthttputil"
)

type backend struct {
	name   string
	client *fasthttp.HostClient
	fails  int
	down   bool
}

type exchange struct {
	req  *fasthttp.Request
	resp *fasthttp.Response
	took time.Duration
}

func newExchange(uri string) *exchange {
	x := &exchange{req: fasthttp.AcquireRequest(), resp: fasthttp.AcquireResponse()}
	x.req.SetRequestURI(uri)
	x.req.Header.SetMethod(fasthttp.MethodGet)
	return x
}

func (x *exchange) do(c *fasthttp.HostClient) error {
	start := time.Now()
	err := c.DoTimeout(x.req, x.resp, time.Second)
	x.took = time.Since(start)
	return err
}

// end is called when the exchange is over.
func (x *exchange) end() {
	fasthttp.ReleaseRequest(x.req)
	fasthttp.ReleaseResponse(x.resp)
}

type Prober struct {
	mu       sync.Mutex
	backends map[string]*backend
	limit    int
	slow     int
}

// probe returns the status of b, or 0 if it cannot be reached.
func (p *Prober) probe(b *backend) (int, error) {
	x := newExchange("http://" + b.name + "/healthz")
	if err := x.do(b.client); err != nil {
		x.end()
		return 0, err
	}
	if x.took > 500*time.Millisecond {
		p.mu.Lock()
		p.slow++
		p.mu.Unlock()
	}
	ok := string(x.resp.Body()) == "ok"
	x.end()
	if !ok {
		return x.resp.StatusCode(), fmt.Errorf("%s is not well", b.name)
	}
	return fasthttp.StatusOK, nil
}

func (p *Prober) record(b *backend, status int, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err == nil && status == fasthttp.StatusOK {
		b.fails, b.down = 0, false
		return
	}
	if b.fails++; b.fails >= p.limit {
		b.down = true
	}
}

func (p *Prober) Round() {
	var wg sync.WaitGroup
	for _, b := range p.backends {
		wg.Go(func() {
			status, err := p.probe(b)
			p.record(b, status, err)
		})
	}
	wg.Wait()
}

func (p *Prober) Summary() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var out []string
	for name, b := range p.backends {
		out = append(out, fmt.Sprintf("%s:%d,%t", name, b.fails, b.down))
	}
	sort.Strings(out)
	return strings.Join(out, " ")
}

func main() {
	p := &Prober{backends: map[string]*backend{}, limit: 2}
	var servers sync.WaitGroup
	var listeners []*fasthttputil.InmemoryListener
	for name, body := range map[string]string{"a": "ok", "b": "draining", "c": ""} {
		ln := fasthttputil.NewInmemoryListener()
		if body == "" {
			ln.Close()
		} else {
			listeners = append(listeners, ln)
			srv := &fasthttp.Server{Handler: func(ctx *fasthttp.RequestCtx) { ctx.WriteString(body) }}
			servers.Go(func() { srv.Serve(ln) })
		}
		p.backends[name] = &backend{name: name, client: &fasthttp.HostClient{
			Addr: name, Dial: func(string) (net.Conn, error) { return ln.Dial() },
		}}
	}
	p.Round()
	p.Round()
	fmt.Println(p.Summary(), p.slow)
	for _, b := range p.backends {
		b.client.CloseIdleConnections()
	}
	for _, ln := range listeners {
		ln.Close()
	}
	servers.Wait()
}
