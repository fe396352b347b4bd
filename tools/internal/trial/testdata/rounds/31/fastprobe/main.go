// truth: use-after-release line 61 plain

// Command fastprobe checks the health of services over HTTP.
package main

import (
	"bytes"
	"fmt"
	"net"
	"time"

	"github.com/valyala/fasthttp"
	"github.com/valyala/fasthttp/fasthttputil"
)

type verdict struct {
	name   string
	up     bool
	reason string
}

type prober struct {
	client  *fasthttp.HostClient
	timeout time.Duration
}

func (p *prober) head(path string) (int, error) {
	req := fasthttp.AcquireRequest()
	resp := fasthttp.AcquireResponse()
	defer func() {
		fasthttp.ReleaseRequest(req)
		fasthttp.ReleaseResponse(resp)
	}()
	req.SetRequestURI("http://svc" + path)
	req.Header.SetMethod(fasthttp.MethodHead)
	if err := p.client.DoTimeout(req, resp, p.timeout); err != nil {
		return 0, err
	}
	return resp.StatusCode(), nil
}

// probe asks for the health of one service.
func (p *prober) probe(name string) verdict {
	v := verdict{name: name}
	req := fasthttp.AcquireRequest()
	defer fasthttp.ReleaseRequest(req)
	req.SetRequestURI("http://svc/" + name)
	req.Header.Set("Accept", "text/plain")

	resp := fasthttp.AcquireResponse()
	if err := p.client.DoTimeout(req, resp, p.timeout); err != nil {
		fasthttp.ReleaseResponse(resp)
		v.reason = err.Error()
		return v
	}
	status, body := resp.StatusCode(), resp.Body()
	fasthttp.ReleaseResponse(resp)
	switch {
	case status != fasthttp.StatusOK:
		v.reason = fmt.Sprintf("status %d", status)
	case !bytes.HasPrefix(body, []byte("ok")):
		v.reason = "not ok"
	default:
		v.up = true
	}
	return v
}

func service(ctx *fasthttp.RequestCtx) {
	switch string(ctx.Path()) {
	case "/db":
		ctx.SetBodyString("ok 3 connections")
	case "/mq":
		ctx.SetBodyString("degraded")
	default:
		ctx.SetStatusCode(fasthttp.StatusNotFound)
	}
}

func main() {
	ln := fasthttputil.NewInmemoryListener()
	done := make(chan error, 1)
	go func() { done <- fasthttp.Serve(ln, service) }()
	p := &prober{
		client:  &fasthttp.HostClient{Addr: "svc", Dial: func(string) (net.Conn, error) { return ln.Dial() }},
		timeout: time.Second,
	}
	fmt.Println(p.head("/db"))
	for _, name := range []string{"db", "mq", "cache"} {
		v := p.probe(name)
		fmt.Println(v.name, v.up, v.reason)
	}
	p.client.CloseIdleConnections()
	ln.Close()
	<-done
}
