// truth: correct

// Command edgerewrite rewrites requests at the edge before they go upstream.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/valyala/fasthttp"
)

type upstream func(req *fasthttp.Request, resp *fasthttp.Response) error

type rule struct {
	prefix, target string
	setHeader      map[string]string
}

type edge struct {
	rules []rule
	send  upstream
}

var errNoRoute = errors.New("no route")

func (e *edge) match(path []byte) (*rule, bool) {
	for i := range e.rules {
		if bytes.HasPrefix(path, []byte(e.rules[i].prefix)) {
			return &e.rules[i], true
		}
	}
	return nil, false
}

// route returns a request for upstream, which the caller releases.
func (e *edge) route(in *fasthttp.Request) (*fasthttp.Request, error) {
	out := fasthttp.AcquireRequest()
	in.CopyTo(out)
	r, ok := e.match(out.URI().Path())
	if !ok {
		fasthttp.ReleaseRequest(out)
		return nil, errNoRoute
	}
	path := r.target + strings.TrimPrefix(string(out.URI().Path()), r.prefix)
	out.URI().SetPath(path)
	for k, v := range r.setHeader {
		out.Header.Set(k, v)
	}
	return out, nil
}

func (e *edge) handle(raw string) (status int, body string, err error) {
	in := fasthttp.AcquireRequest()
	defer fasthttp.ReleaseRequest(in)
	if err := in.Read(bufio.NewReader(strings.NewReader(raw))); err != nil {
		return 400, "", err
	}
	out, err := e.route(in)
	if err != nil {
		return 404, "", err
	}
	defer fasthttp.ReleaseRequest(out)

	resp := fasthttp.AcquireResponse()
	defer fasthttp.ReleaseResponse(resp)
	for attempt := 0; ; attempt++ {
		err = e.send(out, resp)
		if err == nil && resp.StatusCode() < 500 {
			return resp.StatusCode(), string(resp.Body()), nil
		}
		if attempt == 1 {
			return 502, "", err
		}
		resp.Reset()
	}
}

func main() {
	calls := 0
	e := &edge{
		rules: []rule{
			{"/v1/", "/internal/", map[string]string{"X-Edge": "1"}},
			{"/down/", "/down/", nil},
		},
		send: func(req *fasthttp.Request, resp *fasthttp.Response) error {
			calls++
			switch {
			case bytes.HasPrefix(req.URI().Path(), []byte("/down/")):
				return errors.New("dial: refused")
			case calls == 1:
				resp.SetStatusCode(503)
			default:
				resp.SetBodyString(string(req.URI().Path()) + " " + string(req.Header.Peek("X-Edge")))
			}
			return nil
		},
	}
	for _, path := range []string{"/v1/users", "/down/x", "/v2/users"} {
		fmt.Println(e.handle("GET " + path + " HTTP/1.1\r\nHost: shop\r\n\r\n"))
	}
	fmt.Println(e.handle("nonsense"))
	fmt.Println(calls)
}
