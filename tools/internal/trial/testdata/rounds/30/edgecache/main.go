// truth: escape line 58 hard

// Command edgecache is an HTTP cache in front of a slow origin: answers are
// kept with their tags, and may be purged by tag.
package main

import (
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"

	"github.com/valyala/fasthttp"
	"github.com/valyala/fasthttp/fasthttputil"
)

type object struct {
	body []byte
	code int
	tags []string
}

type edge struct {
	origin  *fasthttp.HostClient
	mu      sync.RWMutex
	objects map[string]object
	hits    int
}

func (e *edge) lookup(path string) (object, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	o, ok := e.objects[path]
	if ok {
		e.hits++
	}
	return o, ok
}

// fill asks the origin and keeps the answer if it may be kept.
func (e *edge) fill(ctx *fasthttp.RequestCtx, path string) error {
	req, resp := fasthttp.AcquireRequest(), fasthttp.AcquireResponse()
	defer fasthttp.ReleaseRequest(req)
	defer fasthttp.ReleaseResponse(resp)
	req.SetRequestURI("http://origin" + path)
	if err := e.origin.Do(req, resp); err != nil {
		return fmt.Errorf("origin: %w", err)
	}
	ctx.SetStatusCode(resp.StatusCode())
	ctx.SetBody(resp.Body())
	if resp.StatusCode() != fasthttp.StatusOK {
		return nil
	}
	tags := strings.Fields(string(resp.Header.Peek("X-Tags")))
	e.mu.Lock()
	defer e.mu.Unlock()
	e.objects[path] = object{body: resp.Body(), code: fasthttp.StatusOK, tags: tags}
	return nil
}

func (e *edge) handle(ctx *fasthttp.RequestCtx) {
	path := string(ctx.Path())
	if o, ok := e.lookup(path); ok {
		ctx.SetStatusCode(o.code)
		ctx.SetBody(o.body)
		return
	}
	if err := e.fill(ctx, path); err != nil {
		ctx.Error(err.Error(), fasthttp.StatusBadGateway)
	}
}

func (e *edge) purge(tag string) (n int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for path, o := range e.objects {
		if slices.Contains(o.tags, tag) {
			delete(e.objects, path)
			n++
		}
	}
	return n
}

func serve(h fasthttp.RequestHandler) (*fasthttp.HostClient, func()) {
	ln := fasthttputil.NewInmemoryListener()
	go fasthttp.Serve(ln, h)
	c := &fasthttp.HostClient{Addr: "local", Dial: func(string) (net.Conn, error) { return ln.Dial() }}
	return c, func() { c.CloseIdleConnections(); ln.Close() }
}

func main() {
	origin, stop := serve(func(ctx *fasthttp.RequestCtx) {
		ctx.Response.Header.Set("X-Tags", "all page"+string(ctx.Path()))
		if len(ctx.Path()) > 3 {
			ctx.SetStatusCode(fasthttp.StatusNotFound)
		}
		fmt.Fprintf(ctx, "page %s", ctx.Path())
	})
	defer stop()
	e := &edge{origin: origin, objects: map[string]object{}}
	client, stopEdge := serve(e.handle)
	defer stopEdge()
	for _, path := range []string{"/a", "/b", "/a", "/long", "/long"} {
		code, body, err := client.Get(nil, "http://edge"+path)
		fmt.Println(code, len(body), err)
	}
	fmt.Println(e.hits, e.purge("page/a"), e.purge("all"))
}
