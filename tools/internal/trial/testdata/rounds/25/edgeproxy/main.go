// truth: correct

// Command edgeproxy caches upstream answers behind a fasthttp server.
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

type proxy struct {
	client *fasthttp.HostClient
	mu     sync.RWMutex
	cache  map[string]cached
}

var errUpstream = errors.New("upstream failed")

// fetch returns a copy of the answer.
func (p *proxy) fetch(path string) (cached, error) {
	req, resp := fasthttp.AcquireRequest(), fasthttp.AcquireResponse()
	defer fasthttp.ReleaseRequest(req)
	defer fasthttp.ReleaseResponse(resp)
	req.SetRequestURI("http://upstream" + path)
	req.Header.SetMethod(fasthttp.MethodGet)
	if err := p.client.Do(req, resp); err != nil {
		return cached{}, err
	}
	if resp.StatusCode() >= 500 {
		return cached{}, fmt.Errorf("%w: %d", errUpstream, resp.StatusCode())
	}
	return cached{
		status: resp.StatusCode(),
		ctype:  string(resp.Header.ContentType()),
		body:   append([]byte(nil), resp.Body()...),
	}, nil
}

func (p *proxy) handle(ctx *fasthttp.RequestCtx) {
	path := string(ctx.Path())
	p.mu.RLock()
	c, ok := p.cache[path]
	p.mu.RUnlock()
	if !ok {
		var err error
		if c, err = p.fetch(path); err != nil {
			ctx.Error(err.Error(), fasthttp.StatusBadGateway)
			return
		}
		p.mu.Lock()
		p.cache[path] = c
		p.mu.Unlock()
	}
	ctx.SetStatusCode(c.status)
	ctx.SetContentType(c.ctype)
	ctx.SetBody(c.body)
}

type inmem struct {
	*fasthttputil.InmemoryListener
	srv *fasthttp.Server
}

func serve(h fasthttp.RequestHandler) inmem {
	l := inmem{fasthttputil.NewInmemoryListener(), &fasthttp.Server{Handler: h}}
	go l.srv.Serve(l)
	return l
}

func (l inmem) client() *fasthttp.HostClient {
	return &fasthttp.HostClient{
		Addr:                      "inmem",
		Dial:                      func(string) (net.Conn, error) { return l.InmemoryListener.Dial() },
		ReadTimeout:               time.Second,
		MaxIdemponentCallAttempts: 1,
	}
}

func get(c *fasthttp.HostClient, path string) (int, string) {
	req, resp := fasthttp.AcquireRequest(), fasthttp.AcquireResponse()
	defer func() {
		fasthttp.ReleaseRequest(req)
		fasthttp.ReleaseResponse(resp)
	}()
	req.SetRequestURI("http://edge" + path)
	if err := c.Do(req, resp); err != nil {
		return 0, err.Error()
	}
	return resp.StatusCode(), string(resp.Body())
}

func main() {
	var hits atomic.Int64
	origin := serve(func(ctx *fasthttp.RequestCtx) {
		hits.Add(1)
		if string(ctx.Path()) == "/boom" {
			ctx.SetStatusCode(fasthttp.StatusInternalServerError)
			return
		}
		fmt.Fprintf(ctx, "asset %s", ctx.Path())
	})
	p := &proxy{client: origin.client(), cache: map[string]cached{}}
	edge := serve(p.handle)
	c := edge.client()
	for _, path := range []string{"/a.js", "/b.css", "/a.js", "/boom"} {
		fmt.Println(get(c, path))
	}
	fmt.Println(hits.Load())
	c.CloseIdleConnections()
	edge.Close()
	p.client.CloseIdleConnections()
	origin.Close()
}
