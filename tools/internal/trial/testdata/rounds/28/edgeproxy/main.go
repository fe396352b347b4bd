// truth: correct

// Command edgeproxy forwards requests to a backend with fasthttp, tries idempotent
// ones again, and caches small answers by value.
package main

import (
	"errors"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"
	"github.com/valyala/fasthttp/fasthttputil"
)

type cached struct {
	status int
	ctype  string
	body   []byte
}

type Proxy struct {
	client  *fasthttp.HostClient
	retries int

	mu    sync.RWMutex
	cache map[string]cached
}

var errUpstream = errors.New("upstream failed")

// fetch sends a copy of in and returns the answer, which the caller releases.
func (p *Proxy) fetch(in *fasthttp.Request) (*fasthttp.Response, error) {
	req := fasthttp.AcquireRequest()
	defer fasthttp.ReleaseRequest(req)
	in.CopyTo(req)
	req.SetHost("backend")
	req.Header.Del("Connection")
	tries := 1
	if req.Header.IsGet() {
		tries += p.retries
	}
	var last error
	for range tries {
		resp := fasthttp.AcquireResponse()
		last = p.client.DoTimeout(req, resp, time.Second)
		if last == nil && resp.StatusCode() < 500 {
			return resp, nil
		}
		if last == nil {
			last = fmt.Errorf("%w: %d", errUpstream, resp.StatusCode())
		}
		fasthttp.ReleaseResponse(resp)
	}
	return nil, last
}

func (p *Proxy) lookup(key string) (cached, bool) {
	p.mu.RLock()
	defer p.mu.RUnlock()
	c, ok := p.cache[key]
	return c, ok
}

// remember copies what it keeps.
func (p *Proxy) remember(key string, resp *fasthttp.Response) {
	if resp.StatusCode() != fasthttp.StatusOK || len(resp.Body()) > 1024 {
		return
	}
	c := cached{
		status: resp.StatusCode(),
		ctype:  string(resp.Header.ContentType()),
		body:   append([]byte(nil), resp.Body()...),
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cache[key] = c
}

func (p *Proxy) Handle(ctx *fasthttp.RequestCtx) {
	key := string(ctx.RequestURI())
	get := ctx.IsGet()
	if c, ok := p.lookup(key); ok && get {
		ctx.SetStatusCode(c.status)
		ctx.SetContentType(c.ctype)
		ctx.SetBody(c.body)
		ctx.Response.Header.Set("X-Cache", "hit")
		return
	}
	resp, err := p.fetch(&ctx.Request)
	if err != nil {
		ctx.Error(err.Error(), fasthttp.StatusBadGateway)
		return
	}
	defer fasthttp.ReleaseResponse(resp)
	if get {
		p.remember(key, resp)
	}
	resp.CopyTo(&ctx.Response)
}

func serve(h fasthttp.RequestHandler) (*fasthttputil.InmemoryListener, func()) {
	ln := fasthttputil.NewInmemoryListener()
	srv := &fasthttp.Server{Handler: h}
	done := make(chan struct{})
	go func() {
		defer close(done)
		srv.Serve(ln)
	}()
	return ln, func() {
		ln.Close()
		<-done
	}
}

func dialer(ln *fasthttputil.InmemoryListener) fasthttp.DialFunc {
	return func(string) (net.Conn, error) { return ln.Dial() }
}

func main() {
	var hits atomic.Int32
	backend, stopBackend := serve(func(ctx *fasthttp.RequestCtx) {
		if hits.Add(1) == 2 || string(ctx.Path()) == "/broken" {
			ctx.Error("try later", fasthttp.StatusServiceUnavailable)
			return
		}
		fmt.Fprintf(ctx, "hello %s", ctx.QueryArgs().Peek("name"))
	})
	p := &Proxy{
		client:  &fasthttp.HostClient{Addr: "backend", Dial: dialer(backend)},
		retries: 1,
		cache:   make(map[string]cached),
	}
	front, stopFront := serve(p.Handle)
	client := &fasthttp.HostClient{Addr: "front", Dial: dialer(front)}
	req, resp := fasthttp.AcquireRequest(), fasthttp.AcquireResponse()
	defer fasthttp.ReleaseRequest(req)
	defer fasthttp.ReleaseResponse(resp)
	for _, uri := range []string{"/?name=ann", "/?name=ben", "/?name=ann", "/broken"} {
		req.SetRequestURI("http://front" + uri)
		resp.Reset()
		if err := client.Do(req, resp); err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%d %q %s\n", resp.StatusCode(), resp.Header.Peek("X-Cache"), resp.Body())
	}
	client.CloseIdleConnections()
	stopFront()
	p.client.CloseIdleConnections()
	stopBackend()
}
