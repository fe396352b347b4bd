package fasthttp

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/valyala/fasthttp"
)

// get returns the body of a response that is released by defer.
func get(c *fasthttp.Client, uri string) ([]byte, error) {
	req := newRequest(uri)
	defer fasthttp.ReleaseRequest(req)
	resp := fasthttp.AcquireResponse()
	defer fasthttp.ReleaseResponse(resp)
	if err := c.Do(req, resp); err != nil {
		return nil, fmt.Errorf("get %s: %w", uri, err)
	}
	return resp.Body(), nil // want "^escape: "
}

// decode decodes the body of a response that is released already.
func decode(uri string, v any) error {
	req, resp := newRequest(uri), fasthttp.AcquireResponse()
	err := fasthttp.Do(req, resp)
	body := resp.Body()
	fasthttp.ReleaseRequest(req)
	fasthttp.ReleaseResponse(resp)
	if err != nil {
		return err
	}
	return json.Unmarshal(body, v) // want "^use-after-release: "
}

// post releases the request on the error path and by defer.
func post(c *fasthttp.Client, uri string, body []byte) error {
	req := newRequest(uri)
	resp := fasthttp.AcquireResponse()
	defer fasthttp.ReleaseRequest(req)
	defer fasthttp.ReleaseResponse(resp)
	req.Header.SetMethod("POST")
	req.SetBody(body)
	if err := c.Do(req, resp); err != nil {
		fasthttp.ReleaseRequest(req) // want "^double-release: "
		return err
	}
	return check(resp)
}

// ping never releases the response.
func ping(c *fasthttp.Client, uri string) (int, error) {
	req := newRequest(uri)
	defer fasthttp.ReleaseRequest(req)
	resp := fasthttp.AcquireResponse() // want "^leak: "
	if err := c.Do(req, resp); err != nil {
		return 0, err
	}
	return resp.StatusCode(), nil
}

// etag reads a header of a response that is released.
func etag(req *fasthttp.Request) (string, error) {
	resp := fasthttp.AcquireResponse()
	err := fasthttp.Do(req, resp)
	tag := resp.Header.Peek("ETag")
	fasthttp.ReleaseResponse(resp)
	if err != nil {
		return "", err
	}
	return string(tag), nil // want "^use-after-release: "
}

// fire starts a request that its own function releases.
func fire(c *fasthttp.Client, uri string) {
	req := newRequest(uri)
	resp := fasthttp.AcquireResponse()
	defer fasthttp.ReleaseResponse(resp)
	go func() { // want "^escape: "
		defer fasthttp.ReleaseRequest(req)
		if err := c.Do(req, resp); err != nil {
			fmt.Println(err)
		}
	}()
}

// query returns the memory of the arguments.
func query(values map[string]string) []byte {
	args := fasthttp.AcquireArgs()
	defer fasthttp.ReleaseArgs(args)
	for k, v := range values {
		args.Set(k, v)
	}
	return args.QueryString() // want "^escape: "
}

// method asks the request for its method when it is released.
func method(c *fasthttp.Client, req *fasthttp.Request, timeout time.Duration) error {
	r := fasthttp.AcquireRequest()
	req.CopyTo(r)
	err := c.DoTimeout(r, nil, timeout)
	fasthttp.ReleaseRequest(r)
	if err != nil {
		return fmt.Errorf("%s: %w", r.Header.Method(), err) // want "^use-after-release: "
	}
	return nil
}

// store caches the memory of a response.
func (c *cache) store(key string, req *fasthttp.Request) error {
	resp := fasthttp.AcquireResponse()
	defer fasthttp.ReleaseResponse(resp)
	if err := fasthttp.Do(req, resp); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.items[key] = resp.Body() // want "^escape: "
	return nil
}

// ask returns a struct that holds the memory of a response.
func ask(req *fasthttp.Request) (a answer, err error) {
	resp := fasthttp.AcquireResponse()
	defer fasthttp.ReleaseResponse(resp)
	if err := fasthttp.Do(req, resp); err != nil {
		return answer{}, err
	}
	return answer{status: resp.StatusCode(), body: resp.Body()}, nil // want "^escape: "
}

// hosts keeps the hosts of an address that is released in each turn.
func hosts(addresses []string, out chan<- []byte) error {
	for _, a := range addresses {
		u := fasthttp.AcquireURI()
		if err := u.Parse(nil, []byte(a)); err != nil {
			fasthttp.ReleaseURI(u)
			return err
		}
		out <- u.Host() // want "^escape: "
		fasthttp.ReleaseURI(u)
	}
	return nil
}
