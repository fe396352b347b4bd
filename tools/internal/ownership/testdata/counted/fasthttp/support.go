// Package fasthttp holds the cases for the pooled objects of fasthttp.
package fasthttp

import (
	"errors"
	"fmt"
	"sync"

	"github.com/valyala/fasthttp"
)

var errStatus = errors.New("unexpected status")

type answer struct {
	status int
	body   []byte
}

type cache struct {
	mu    sync.Mutex
	items map[string][]byte
}

// check reads the response; it keeps nothing.
func check(resp *fasthttp.Response) error {
	if code := resp.StatusCode(); code != 200 {
		return fmt.Errorf("%w: %d", errStatus, code)
	}
	return nil
}

// newRequest returns a request that the caller must release.
func newRequest(uri string) *fasthttp.Request {
	req := fasthttp.AcquireRequest()
	req.SetRequestURI(uri)
	return req
}
