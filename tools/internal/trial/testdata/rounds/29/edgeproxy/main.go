// truth: correct

// Command edgeproxy forwards requests to an origin with fasthttp, and caches
// copies of what may be cached.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/valyala/fasthttp"
	"github.com/valyala/fasthttp/fasthttputil"
)

type object struct {
	status int
	body   []byte
}

type proxy struct {
	origin *fasthttp.HostClient
	mu     sync.RWMutex
	cache  map[string]object
	hits   int
}

func (p *proxy) cached(uri string) (object, bool) {
	p.mu.RLock()
	defer p.mu.RUnlock()
	o, ok := p.cache[uri]
	return o, ok
}

var errOrigin = errors.New("origin failed")

// fetch asks the origin. What it returns shares no memory with the response.
func (p *proxy) fetch(uri string) (object, error) {
	req := fasthttp.AcquireRequest()
	defer fasthttp.ReleaseRequest(req)
	resp := fasthttp.AcquireResponse()
	defer fasthttp.ReleaseResponse(resp)
	req.SetRequestURI("http://origin" + uri)
	if err := p.origin.DoTimeout(req, resp, time.Second); err != nil {
		return object{}, fmt.Errorf("%w: %v", errOrigin, err)
	}
	o := object{status: resp.StatusCode(), body: bytes.Clone(resp.Body())}
	if o.status >= 500 {
		return object{}, fmt.Errorf("%w: status %d", errOrigin, o.status)
	}
	if string(resp.Header.Peek("Cache-Control")) != "no-store" {
		p.mu.Lock()
		p.cache[uri] = o
		p.mu.Unlock()
	}
	return o, nil
}

func (p *proxy) handle(ctx *fasthttp.RequestCtx) {
	uri := string(ctx.RequestURI())
	o, ok := p.cached(uri)
	if ok {
		p.mu.Lock()
		p.hits++
		p.mu.Unlock()
	} else {
		var err error
		if o, err = p.fetch(uri); err != nil {
			ctx.Error(err.Error(), fasthttp.StatusBadGateway)
			return
		}
	}
	ctx.SetStatusCode(o.status)
	ctx.SetBody(o.body)
}

func serve(h fasthttp.RequestHandler) (*fasthttp.HostClient, func()) {
	ln := fasthttputil.NewInmemoryListener()
	s := &fasthttp.Server{Handler: h}
	go func() { _ = s.Serve(ln) }()
	client := &fasthttp.HostClient{Addr: "memory", Dial: func(string) (net.Conn, error) { return ln.Dial() }}
	return client, func() {
		client.CloseIdleConnections()
		_ = ln.Close()
	}
}

func origin(ctx *fasthttp.RequestCtx) {
	switch string(ctx.Path()) {
	case "/down":
		ctx.SetStatusCode(fasthttp.StatusInternalServerError)
	case "/clock":
		ctx.Response.Header.Set("Cache-Control", "no-store")
		fmt.Fprint(ctx, "tick")
	default:
		fmt.Fprintf(ctx, "content of %s", ctx.Path())
	}
}

func get(c *fasthttp.HostClient, path string) string {
	req, resp := fasthttp.AcquireRequest(), fasthttp.AcquireResponse()
	defer func() {
		fasthttp.ReleaseRequest(req)
		fasthttp.ReleaseResponse(resp)
	}()
	req.SetRequestURI("http://proxy" + path)
	if err := c.Do(req, resp); err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%d %s", resp.StatusCode(), resp.Body())
}

func main() {
	up, stopOrigin := serve(origin)
	defer stopOrigin()
	p := &proxy{origin: up, cache: map[string]object{}}
	client, stop := serve(p.handle)
	defer stop()
	for _, path := range []string{"/a.css", "/a.css", "/clock", "/clock", "/down"} {
		fmt.Println(path, get(client, path))
	}
	p.mu.RLock()
	defer p.mu.RUnlock()
	fmt.Println(p.hits, len(p.cache))
}
