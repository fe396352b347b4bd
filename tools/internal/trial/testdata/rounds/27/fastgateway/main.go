// truth: correct

// Fastgateway is a reverse proxy of fasthttp with one retry, in front of an
// in-memory backend.
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

type gateway struct {
	upstream *fasthttp.HostClient
	retries  int
}

func (g *gateway) handle(ctx *fasthttp.RequestCtx) {
	req := fasthttp.AcquireRequest()
	defer fasthttp.ReleaseRequest(req)
	ctx.Request.CopyTo(req)
	req.Header.Del("Connection")
	req.Header.Set("X-Forwarded-For", ctx.RemoteIP().String())
	if err := g.forward(req, &ctx.Response); err != nil {
		ctx.Error(err.Error(), fasthttp.StatusBadGateway)
	}
}

// forward borrows both; each try gets a response of its own, so a failed one
// leaves nothing behind.
func (g *gateway) forward(req *fasthttp.Request, dst *fasthttp.Response) error {
	var failed error
	for range g.retries + 1 {
		done, err := g.try(req, dst)
		if done {
			return nil
		}
		failed = errors.Join(failed, err)
	}
	return failed
}

func (g *gateway) try(req *fasthttp.Request, dst *fasthttp.Response) (bool, error) {
	resp := fasthttp.AcquireResponse()
	defer fasthttp.ReleaseResponse(resp)
	if err := g.upstream.DoTimeout(req, resp, time.Second); err != nil {
		return false, err
	}
	if code := resp.StatusCode(); code >= 500 {
		return false, fmt.Errorf("upstream: %d %s", code, resp.Body())
	}
	resp.CopyTo(dst)
	return true, nil
}

func get(client *fasthttp.HostClient, path string) (int, string, error) {
	req, resp := fasthttp.AcquireRequest(), fasthttp.AcquireResponse()
	defer func() {
		fasthttp.ReleaseRequest(req)
		fasthttp.ReleaseResponse(resp)
	}()
	req.SetRequestURI("http://gateway" + path)
	if err := client.Do(req, resp); err != nil {
		return 0, "", err
	}
	return resp.StatusCode(), string(resp.Body()), nil
}

func listen(handler fasthttp.RequestHandler) (*fasthttp.HostClient, func() error) {
	ln := fasthttputil.NewInmemoryListener()
	server := &fasthttp.Server{Handler: handler}
	go server.Serve(ln)
	client := &fasthttp.HostClient{
		Addr: "gateway",
		Dial: func(string) (net.Conn, error) { return ln.Dial() },
	}
	return client, func() error {
		client.CloseIdleConnections()
		return server.Shutdown()
	}
}

func main() {
	var hits atomic.Int32
	backend, stopBackend := listen(func(ctx *fasthttp.RequestCtx) {
		switch string(ctx.Path()) {
		case "/flaky":
			if hits.Add(1) == 1 {
				ctx.Error("try again", fasthttp.StatusServiceUnavailable)
				return
			}
			ctx.WriteString("fine now")
		case "/down":
			ctx.Error("maintenance", fasthttp.StatusServiceUnavailable)
		default:
			fmt.Fprintf(ctx, "hello %s", ctx.Path())
		}
	})
	g := &gateway{upstream: backend, retries: 1}
	client, stop := listen(g.handle)
	for _, path := range []string{"/a", "/flaky", "/down"} {
		fmt.Println(get(client, path))
	}
	fmt.Println(stop(), stopBackend())
}
