package fasthttp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/valyala/fasthttp"
)

// getString returns the body as a string, which is a copy.
func getString(c *fasthttp.Client, uri string) (string, error) {
	req := newRequest(uri)
	defer fasthttp.ReleaseRequest(req)
	resp := fasthttp.AcquireResponse()
	defer fasthttp.ReleaseResponse(resp)
	if err := c.Do(req, resp); err != nil {
		return "", fmt.Errorf("get %s: %w", uri, err)
	}
	return string(resp.Body()), nil
}

// getCopy appends the body to the caller's slice.
func getCopy(dst []byte, uri string) ([]byte, error) {
	req, resp := newRequest(uri), fasthttp.AcquireResponse()
	defer func() {
		fasthttp.ReleaseRequest(req)
		fasthttp.ReleaseResponse(resp)
	}()
	if err := fasthttp.Do(req, resp); err != nil {
		return dst, err
	}
	return append(dst[:0], resp.Body()...), nil
}

// decodeFirst decodes before it releases.
func decodeFirst(uri string, v any) error {
	req, resp := newRequest(uri), fasthttp.AcquireResponse()
	err := fasthttp.Do(req, resp)
	if err == nil {
		err = json.Unmarshal(resp.Body(), v)
	}
	fasthttp.ReleaseRequest(req)
	fasthttp.ReleaseResponse(resp)
	return err
}

// abandon leaves both to the collector on a timeout: the client may still use
// them.
func abandon(c *fasthttp.Client, uri string, timeout time.Duration) (int, error) {
	req, resp := newRequest(uri), fasthttp.AcquireResponse()
	err := c.DoTimeout(req, resp, timeout)
	if errors.Is(err, fasthttp.ErrTimeout) {
		return 0, err
	}
	code := resp.StatusCode()
	fasthttp.ReleaseRequest(req)
	fasthttp.ReleaseResponse(resp)
	return code, err
}

// raw returns the response itself; the caller releases it.
func raw(c *fasthttp.Client, uri string) (*fasthttp.Response, error) {
	req := newRequest(uri)
	defer fasthttp.ReleaseRequest(req)
	resp := fasthttp.AcquireResponse()
	if err := c.Do(req, resp); err != nil {
		fasthttp.ReleaseResponse(resp)
		return nil, err
	}
	return resp, nil
}

// statusOf releases what raw has returned.
func statusOf(c *fasthttp.Client, uri string) (int, error) {
	resp, err := raw(c, uri)
	if err != nil {
		return 0, err
	}
	defer fasthttp.ReleaseResponse(resp)
	return resp.StatusCode(), check(resp)
}

// async lets the goroutine release what it uses.
func async(c *fasthttp.Client, uri string, done func(error)) {
	req, resp := newRequest(uri), fasthttp.AcquireResponse()
	go func() {
		defer fasthttp.ReleaseRequest(req)
		defer fasthttp.ReleaseResponse(resp)
		done(c.Do(req, resp))
	}()
}

// queryString returns a copy of the arguments.
func queryString(values map[string]string) string {
	args := fasthttp.AcquireArgs()
	defer fasthttp.ReleaseArgs(args)
	for k, v := range values {
		args.Set(k, v)
	}
	return args.String()
}

// swapped takes the body out of the response, which gets nothing in return.
func swapped(req *fasthttp.Request) ([]byte, error) {
	resp := fasthttp.AcquireResponse()
	defer fasthttp.ReleaseResponse(resp)
	if err := fasthttp.Do(req, resp); err != nil {
		return nil, err
	}
	return resp.SwapBody(nil), nil
}

// storeCopy caches a clone.
func (c *cache) storeCopy(key string, req *fasthttp.Request) error {
	resp := fasthttp.AcquireResponse()
	defer fasthttp.ReleaseResponse(resp)
	if err := fasthttp.Do(req, resp); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.items[key] = bytes.Clone(resp.Body())
	return nil
}

// retry takes a response for each attempt.
func retry(c *fasthttp.Client, req *fasthttp.Request, attempts int) (err error) {
	for range attempts {
		resp := fasthttp.AcquireResponse()
		err = c.Do(req, resp)
		if err != nil {
			fasthttp.ReleaseResponse(resp)
			continue
		}
		err = check(resp)
		fasthttp.ReleaseResponse(resp)
		if err == nil {
			return nil
		}
	}
	return err
}
