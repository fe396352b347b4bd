// truth: use-after-release line 64 callee

// Command pricefeed polls prices from exchanges over HTTP and takes the median.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"slices"
	"time"

	"github.com/valyala/fasthttp"
	"github.com/valyala/fasthttp/fasthttputil"
)

type quote struct {
	Symbol string `json:"symbol"`
	Cents  int64  `json:"cents"`
}

var errStatus = errors.New("unexpected status")

type metrics struct {
	requests, failures int
	bytes              int
}

type feed struct {
	client  *fasthttp.HostClient
	metrics metrics
	timeout time.Duration
}

// conclude counts an exchange and gives its parts back.
func (f *feed) conclude(req *fasthttp.Request, resp *fasthttp.Response, err error) {
	f.metrics.requests++
	if err != nil || resp.StatusCode() >= 400 {
		f.metrics.failures++
	} else {
		f.metrics.bytes += len(resp.Body())
	}
	fasthttp.ReleaseRequest(req)
	fasthttp.ReleaseResponse(resp)
}

func (f *feed) poll(exchange, symbol string) (quote, error) {
	req, resp := fasthttp.AcquireRequest(), fasthttp.AcquireResponse()
	req.SetRequestURI("http://" + exchange + "/quotes/" + symbol)
	req.Header.Set("Accept", "application/json")
	err := f.client.DoTimeout(req, resp, f.timeout)
	if err != nil {
		f.conclude(req, resp, err)
		return quote{}, fmt.Errorf("%s: %w", exchange, err)
	}
	if code := resp.StatusCode(); code != fasthttp.StatusOK {
		f.conclude(req, resp, nil)
		return quote{}, fmt.Errorf("%s: %w %d", exchange, errStatus, code)
	}
	body := resp.Body()
	f.conclude(req, resp, nil)
	var q quote
	if err := json.Unmarshal(body, &q); err != nil {
		return quote{}, fmt.Errorf("%s: %w", exchange, err)
	}
	return q, nil
}

func (f *feed) median(symbol string, exchanges ...string) (int64, []error) {
	var prices []int64
	var errs []error
	for _, e := range exchanges {
		q, err := f.poll(e, symbol)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		prices = append(prices, q.Cents)
	}
	if len(prices) == 0 {
		return 0, errs
	}
	slices.Sort(prices)
	return prices[len(prices)/2], errs
}

func exchange(ctx *fasthttp.RequestCtx) {
	symbol := string(ctx.Path()[len("/quotes/"):])
	switch string(ctx.Host()) {
	case "closed":
		ctx.SetStatusCode(fasthttp.StatusServiceUnavailable)
	case "alpha":
		_ = json.NewEncoder(ctx).Encode(quote{symbol, 10_150})
	default:
		_ = json.NewEncoder(ctx).Encode(quote{symbol, 10_000 + int64(len(ctx.Host()))})
	}
}

func main() {
	ln := fasthttputil.NewInmemoryListener()
	s := &fasthttp.Server{Handler: exchange}
	go func() { _ = s.Serve(ln) }()
	defer ln.Close()
	f := &feed{timeout: time.Second, client: &fasthttp.HostClient{
		Addr: "memory", Dial: func(string) (net.Conn, error) { return ln.Dial() },
	}}
	price, errs := f.median("ACME", "alpha", "beta", "closed", "gamma")
	fmt.Println(price, errs)
	fmt.Println(f.metrics.requests, f.metrics.failures, f.metrics.bytes > 0)
}
