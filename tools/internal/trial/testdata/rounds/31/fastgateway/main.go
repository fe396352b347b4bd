// truth: correct

// Command fastgateway forwards requests to an upstream and caches answers.
package main

import (
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/valyala/fasthttp"
	"github.com/valyala/fasthttp/fasthttputil"
)

type cached struct {
	status int
	body   []byte
	until  time.Time
}

type gateway struct {
	client *fasthttp.HostClient
	ttl    time.Duration

	mu    sync.Mutex
	cache map[string]cached
}

var errUpstream = errors.New("upstream failed")

func (g *gateway) lookup(path string) (cached, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	c, ok := g.cache[path]
	if !ok || time.Now().After(c.until) {
		delete(g.cache, path)
		return cached{}, false
	}
	return c, true
}

// fetch copies what it keeps of the answer.
func (g *gateway) fetch(path string) (cached, error) {
	if c, ok := g.lookup(path); ok {
		return c, nil
	}
	req := fasthttp.AcquireRequest()
	defer fasthttp.ReleaseRequest(req)
	resp := fasthttp.AcquireResponse()
	defer fasthttp.ReleaseResponse(resp)

	req.SetRequestURI("http://upstream" + path)
	req.Header.SetMethod(fasthttp.MethodGet)
	if err := g.client.DoTimeout(req, resp, time.Second); err != nil {
		return cached{}, fmt.Errorf("%s: %w", path, err)
	}
	if resp.StatusCode() >= 500 {
		return cached{}, errUpstream
	}
	c := cached{
		status: resp.StatusCode(),
		body:   append([]byte(nil), resp.Body()...),
		until:  time.Now().Add(g.ttl),
	}
	if string(resp.Header.Peek("Cache-Control")) != "no-store" {
		g.mu.Lock()
		g.cache[path] = c
		g.mu.Unlock()
	}
	return c, nil
}

func (g *gateway) handle(ctx *fasthttp.RequestCtx) {
	c, err := g.fetch(string(ctx.Path()))
	if err != nil {
		ctx.Error("bad gateway", fasthttp.StatusBadGateway)
		return
	}
	ctx.SetStatusCode(c.status)
	ctx.SetBody(c.body)
}

func upstream(hits *int) fasthttp.RequestHandler {
	return func(ctx *fasthttp.RequestCtx) {
		*hits++
		switch string(ctx.Path()) {
		case "/down":
			ctx.SetStatusCode(fasthttp.StatusServiceUnavailable)
		case "/secret":
			ctx.Response.Header.Set("Cache-Control", "no-store")
			fallthrough
		default:
			fmt.Fprintf(ctx, "hello from %s", ctx.Path())
		}
	}
}

func listen(h fasthttp.RequestHandler) (*fasthttputil.InmemoryListener, *fasthttp.HostClient, func()) {
	ln := fasthttputil.NewInmemoryListener()
	done := make(chan error, 1)
	go func() { done <- fasthttp.Serve(ln, h) }()
	client := &fasthttp.HostClient{
		Addr: "upstream",
		Dial: func(string) (net.Conn, error) { return ln.Dial() },
	}
	return ln, client, func() {
		client.CloseIdleConnections()
		ln.Close()
		<-done
	}
}

func main() {
	hits := 0
	_, up, stopUp := listen(upstream(&hits))
	defer stopUp()
	g := &gateway{client: up, ttl: time.Minute, cache: make(map[string]cached)}
	_, front, stopFront := listen(g.handle)
	defer stopFront()
	for _, path := range []string{"/a", "/a", "/secret", "/secret", "/down"} {
		status, body, err := front.Get(nil, "http://gateway"+path)
		fmt.Println(status, string(body), err)
	}
	fmt.Println("upstream hits", hits)
}
