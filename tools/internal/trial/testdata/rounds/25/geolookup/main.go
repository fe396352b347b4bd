// truth: escape line 42 plain

// Command geolookup asks a geo service for the country of an address.
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

var errNoAnswer = errors.New("geo service has no answer")

type resolver struct {
	client *fasthttp.HostClient
	mu     sync.Mutex
	known  map[string]string
	misses int
}

func (r *resolver) query(path string, args map[string]string) ([]byte, error) {
	req := fasthttp.AcquireRequest()
	defer fasthttp.ReleaseRequest(req)
	resp := fasthttp.AcquireResponse()
	defer fasthttp.ReleaseResponse(resp)
	req.SetRequestURI("http://geo" + path)
	for k, v := range args {
		req.URI().QueryArgs().Set(k, v)
	}
	req.Header.Set("Accept", "text/plain")
	if err := r.client.DoTimeout(req, resp, time.Second); err != nil {
		return nil, fmt.Errorf("query %s: %w", path, err)
	}
	switch resp.StatusCode() {
	case fasthttp.StatusOK:
		return bytes.TrimSpace(resp.Body()), nil
	case fasthttp.StatusNotFound:
		return nil, errNoAnswer
	default:
		return nil, fmt.Errorf("query %s: status %d", path, resp.StatusCode())
	}
}

func (r *resolver) country(ip string) (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if c, ok := r.known[ip]; ok {
		return c, nil
	}
	r.misses++
	body, err := r.query("/v1/country", map[string]string{"ip": ip})
	if errors.Is(err, errNoAnswer) {
		r.known[ip] = "ZZ"
		return "ZZ", nil
	}
	if err != nil {
		return "", err
	}
	c := string(body)
	r.known[ip] = c
	return c, nil
}

func geoHandler(ctx *fasthttp.RequestCtx) {
	ip := net.ParseIP(string(ctx.QueryArgs().Peek("ip")))
	switch {
	case ip == nil:
		ctx.SetStatusCode(fasthttp.StatusBadRequest)
	case ip.IsPrivate():
		ctx.SetStatusCode(fasthttp.StatusNotFound)
	default:
		ctx.SetBodyString("BR\n")
	}
}

func main() {
	ln := fasthttputil.NewInmemoryListener()
	defer ln.Close()
	go fasthttp.Serve(ln, geoHandler)
	r := &resolver{known: map[string]string{}, client: &fasthttp.HostClient{
		Addr: "geo",
		Dial: func(string) (net.Conn, error) { return ln.Dial() },
	}}
	for _, ip := range []string{"200.1.2.3", "10.0.0.1", "200.1.2.3", "nonsense"} {
		c, err := r.country(ip)
		fmt.Println(ip, c, err)
	}
	fmt.Println(r.misses)
}
