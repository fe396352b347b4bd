// truth: correct

// Command fastgateway calls a fasthttp backend over an in-memory listener,
// with retries, and caches copies of the bodies.
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

type gateway struct {
	client *fasthttp.HostClient
	mu     sync.Mutex
	cache  map[string]string
}

var errUpstream = errors.New("upstream failed")

// try makes one attempt. It fills resp, which the caller owns.
func (g *gateway) try(path string, resp *fasthttp.Response) error {
	req := fasthttp.AcquireRequest()
	defer fasthttp.ReleaseRequest(req)
	req.SetRequestURI("http://backend" + path)
	req.Header.SetMethod(fasthttp.MethodGet)
	if err := g.client.DoTimeout(req, resp, time.Second); err != nil {
		return err
	}
	if code := resp.StatusCode(); code >= 500 {
		return fmt.Errorf("%w: %d", errUpstream, code)
	}
	return nil
}

func (g *gateway) fetch(path string) (string, error) {
	g.mu.Lock()
	body, ok := g.cache[path]
	g.mu.Unlock()
	if ok {
		return body, nil
	}
	resp := fasthttp.AcquireResponse()
	defer fasthttp.ReleaseResponse(resp)
	var err error
	for range 3 {
		resp.Reset()
		if err = g.try(path, resp); err == nil {
			break
		}
	}
	if err != nil {
		return "", err
	}
	body = string(resp.Body())
	if resp.StatusCode() == fasthttp.StatusOK {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.cache[path] = body
	}
	return body, nil
}

func backend() fasthttp.RequestHandler {
	var mu sync.Mutex
	tries := map[string]int{}
	return func(ctx *fasthttp.RequestCtx) {
		path := string(ctx.Path())
		mu.Lock()
		tries[path]++
		n := tries[path]
		mu.Unlock()
		switch {
		case path == "/down", path == "/flaky" && n < 3:
			ctx.SetStatusCode(fasthttp.StatusServiceUnavailable)
		case path == "/none":
			ctx.SetStatusCode(fasthttp.StatusNotFound)
			ctx.SetBodyString("nothing")
		default:
			fmt.Fprintf(ctx, "try %d of %s", n, path)
		}
	}
}

func main() {
	ln := fasthttputil.NewInmemoryListener()
	server := &fasthttp.Server{Handler: backend()}
	done := make(chan error, 1)
	go func() { done <- server.Serve(ln) }()
	g := &gateway{cache: map[string]string{}, client: &fasthttp.HostClient{
		Addr: "backend",
		Dial: func(string) (net.Conn, error) { return ln.Dial() },
	}}
	for _, path := range []string{"/a", "/a", "/flaky", "/none", "/down"} {
		body, err := g.fetch(path)
		fmt.Printf("%s: %q %v\n", path, body, err)
	}
	g.client.CloseIdleConnections()
	ln.Close()
	fmt.Println(<-done, len(g.cache))
}
