// truth: correct

// Command edgeproxy is a small reverse proxy with retries on fasthttp.
package main

import (
	"errors"
	"fmt"
	"net"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"
	"github.com/valyala/fasthttp/fasthttputil"
)

type upstream struct {
	name   string
	client *fasthttp.Client
	hits   atomic.Int32
}

type proxy struct {
	upstreams []*upstream
}

var errExhausted = errors.New("no upstream answered")

// try asks one upstream. On success the caller owns the response.
func (p *proxy) try(u *upstream, req *fasthttp.Request) (*fasthttp.Response, error) {
	u.hits.Add(1)
	resp := fasthttp.AcquireResponse()
	if err := u.client.DoTimeout(req, resp, time.Second); err != nil {
		fasthttp.ReleaseResponse(resp)
		return nil, err
	}
	if code := resp.StatusCode(); code >= 500 {
		fasthttp.ReleaseResponse(resp)
		return nil, fmt.Errorf("%s answered %d", u.name, code)
	}
	return resp, nil
}

func (p *proxy) forward(path string) (int, string, error) {
	req := fasthttp.AcquireRequest()
	defer fasthttp.ReleaseRequest(req)
	req.Header.SetMethod(fasthttp.MethodGet)
	req.SetRequestURI("http://upstream" + path)
	errs := []error{errExhausted}
	for _, u := range p.upstreams {
		resp, err := p.try(u, req)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		code, body := resp.StatusCode(), string(resp.Body())
		fasthttp.ReleaseResponse(resp)
		return code, body, nil
	}
	return 0, "", errors.Join(errs...)
}

func start(name string, handler fasthttp.RequestHandler) (*upstream, func()) {
	ln := fasthttputil.NewInmemoryListener()
	server := &fasthttp.Server{Handler: handler}
	done := make(chan error, 1)
	go func() { done <- server.Serve(ln) }()
	u := &upstream{name: name, client: &fasthttp.Client{
		Dial: func(string) (net.Conn, error) { return ln.Dial() },
	}}
	return u, func() {
		u.client.CloseIdleConnections()
		ln.Close()
		if err := <-done; err != nil {
			fmt.Println(name, err)
		}
	}
}

func main() {
	bad, stopBad := start("bad", func(ctx *fasthttp.RequestCtx) {
		ctx.Error("down", fasthttp.StatusBadGateway)
	})
	defer stopBad()
	good, stopGood := start("good", func(ctx *fasthttp.RequestCtx) {
		if string(ctx.Path()) == "/down" {
			ctx.Error("maintenance", fasthttp.StatusServiceUnavailable)
			return
		}
		fmt.Fprintf(ctx, "served %s", ctx.Path())
	})
	defer stopGood()
	p := &proxy{upstreams: []*upstream{bad, good}}
	for _, path := range []string{"/a", "/b", "/down"} {
		code, body, err := p.forward(path)
		fmt.Println(code, body, err)
	}
	fmt.Println(bad.hits.Load(), good.hits.Load())
}
