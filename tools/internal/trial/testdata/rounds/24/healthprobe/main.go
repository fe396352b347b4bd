// truth: double-release line 40 plain

// Command healthprobe asks services for their health and counts the results.
package main

import (
	"encoding/json"
	"fmt"
	"net"
	"sort"
	"time"

	"github.com/valyala/fasthttp"
	"github.com/valyala/fasthttp/fasthttputil"
)

type health struct {
	Status string `json:"status"`
	Checks int    `json:"checks"`
}

type prober struct {
	client  *fasthttp.Client
	timeout time.Duration
	results map[string]int
}

func (p *prober) probe(target string) (health, error) {
	req := fasthttp.AcquireRequest()
	defer fasthttp.ReleaseRequest(req)
	resp := fasthttp.AcquireResponse()
	defer fasthttp.ReleaseResponse(resp)

	req.SetRequestURI(target)
	req.Header.Set("Accept", "application/json")
	if err := p.client.DoTimeout(req, resp, p.timeout); err != nil {
		return health{}, err
	}
	if resp.StatusCode() == fasthttp.StatusNotModified {
		fasthttp.ReleaseResponse(resp)
		return health{Status: "unchanged"}, nil
	}
	if resp.StatusCode() != fasthttp.StatusOK {
		return health{}, fmt.Errorf("%s: status %d", target, resp.StatusCode())
	}
	var h health
	if err := json.Unmarshal(resp.Body(), &h); err != nil {
		return health{}, fmt.Errorf("%s: %w", target, err)
	}
	return h, nil
}

func (p *prober) round(targets []string) {
	for _, target := range targets {
		h, err := p.probe(target)
		if err != nil {
			p.results["failed"]++
			continue
		}
		p.results[h.Status]++
	}
}

func (p *prober) report() (lines []string) {
	for status, n := range p.results {
		lines = append(lines, fmt.Sprint(status, "=", n))
	}
	sort.Strings(lines)
	return lines
}

func handler(ctx *fasthttp.RequestCtx) {
	switch string(ctx.Path()) {
	case "/ok":
		ctx.SetContentType("application/json")
		ctx.WriteString(`{"status":"green","checks":4}`)
	case "/same":
		ctx.SetStatusCode(fasthttp.StatusNotModified)
	case "/text":
		ctx.WriteString("fine, thanks")
	default:
		ctx.Error("no such service", fasthttp.StatusNotFound)
	}
}

func main() {
	ln := fasthttputil.NewInmemoryListener()
	server := &fasthttp.Server{Handler: handler}
	done := make(chan error, 1)
	go func() { done <- server.Serve(ln) }()

	p := &prober{
		client:  &fasthttp.Client{Dial: func(string) (net.Conn, error) { return ln.Dial() }},
		timeout: time.Second,
		results: make(map[string]int),
	}
	for range 3 {
		p.round([]string{"http://svc/ok", "http://svc/same", "http://svc/text", "http://svc/none"})
	}
	fmt.Println(p.report())
	p.client.CloseIdleConnections()
	ln.Close()
	if err := <-done; err != nil {
		fmt.Println(err)
	}
}
