// truth: use-after-release line 56 callee

// Command oembed resolves links into previews through a shared HTTP client.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/valyala/fasthttp"
)

type doer interface {
	Do(req *fasthttp.Request, resp *fasthttp.Response) error
}

type preview struct {
	Title string `json:"title"`
	Type  string `json:"type"`
}

type resolver struct {
	client doer
	fails  map[int]int
}

var errStatus = errors.New("unexpected status")

// done records how the exchange went and ends it.
func (r *resolver) done(req *fasthttp.Request, resp *fasthttp.Response) error {
	defer fasthttp.ReleaseRequest(req)
	defer fasthttp.ReleaseResponse(resp)
	code := resp.StatusCode()
	if code != fasthttp.StatusOK {
		r.fails[code]++
		return fmt.Errorf("%s: %w %d", req.URI().Path(), errStatus, code)
	}
	return nil
}

func (r *resolver) resolve(link string) (p preview, err error) {
	req, resp := fasthttp.AcquireRequest(), fasthttp.AcquireResponse()
	req.SetRequestURI(link)
	req.Header.SetMethod(fasthttp.MethodGet)
	if err := r.client.Do(req, resp); err != nil {
		fasthttp.ReleaseRequest(req)
		fasthttp.ReleaseResponse(resp)
		return p, err
	}
	body := resp.Body()
	if err := r.done(req, resp); err != nil {
		return p, err
	}
	if err := json.Unmarshal(body, &p); err != nil {
		return p, fmt.Errorf("preview: %w", err)
	}
	return p, nil
}

type fake struct{}

func (fake) Do(req *fasthttp.Request, resp *fasthttp.Response) error {
	switch {
	case bytes.HasSuffix(req.URI().Path(), []byte("timeout")):
		return fasthttp.ErrTimeout
	case bytes.HasSuffix(req.URI().Path(), []byte("gone")):
		resp.SetStatusCode(fasthttp.StatusGone)
	case bytes.HasSuffix(req.URI().Path(), []byte("html")):
		resp.SetBodyString("<html>")
	default:
		resp.SetBodyString(`{"title":"` + string(req.URI().Path()) + `","type":"video"}`)
	}
	return nil
}

func main() {
	r := &resolver{client: fake{}, fails: map[int]int{}}
	for _, link := range []string{"http://v/1", "http://v/timeout", "http://v/gone", "http://v/html"} {
		fmt.Println(r.resolve(link))
	}
	fmt.Println(r.fails)
}
