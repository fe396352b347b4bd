// Package fasthttp stands for valyala's package of this name: the same names
// and signatures.
package fasthttp

import (
	"bufio"
	"errors"
	"io"
	"sync"
	"time"
)

// ErrTimeout is returned by DoTimeout.
var ErrTimeout = errors.New("timeout")

type headers struct{ keys, values [][]byte }

func (h *headers) peek(key string) []byte {
	for i, k := range h.keys {
		if string(k) == key {
			return h.values[i]
		}
	}
	return nil
}

func (h *headers) set(key, value string) {
	h.keys = append(h.keys, []byte(key))
	h.values = append(h.values, []byte(value))
}

func (h *headers) del(key string) {
	for i, k := range h.keys {
		if string(k) == key {
			h.values[i] = nil
		}
	}
}

func (h *headers) reset() { h.keys, h.values = h.keys[:0], h.values[:0] }

// RequestHeader is the header of a request.
type RequestHeader struct {
	h      headers
	method []byte
}

// Peek returns the request's own memory.
func (h *RequestHeader) Peek(key string) []byte { return h.h.peek(key) }

// Set sets a header.
func (h *RequestHeader) Set(key, value string) { h.h.set(key, value) }

// Del removes a header.
func (h *RequestHeader) Del(key string) { h.h.del(key) }

// Method returns the request's own memory.
func (h *RequestHeader) Method() []byte { return h.method }

// IsGet reports whether the method is GET.
func (h *RequestHeader) IsGet() bool { return len(h.method) == 0 || string(h.method) == MethodGet }

// SetMethod sets the method.
func (h *RequestHeader) SetMethod(method string) { h.method = append(h.method[:0], method...) }

// ResponseHeader is the header of a response.
type ResponseHeader struct {
	h           headers
	contentType []byte
}

// Peek returns the response's own memory.
func (h *ResponseHeader) Peek(key string) []byte { return h.h.peek(key) }

// Set sets a header.
func (h *ResponseHeader) Set(key, value string) { h.h.set(key, value) }

// ContentType returns the response's own memory.
func (h *ResponseHeader) ContentType() []byte { return h.contentType }

// SetContentType sets the type.
func (h *ResponseHeader) SetContentType(contentType string) {
	h.contentType = append(h.contentType[:0], contentType...)
}

// Request is a request.
type Request struct {
	stream io.Reader // that the body is read from
	Header RequestHeader
	uri    URI
	body   []byte
}

// SetHost sets the host of the address.
func (req *Request) SetHost(host string) { req.uri.host = append(req.uri.host[:0], host...) }

// SetRequestURI sets the address.
func (req *Request) SetRequestURI(requestURI string) { req.uri.SetPath(requestURI) }

// URI returns the address, which the request owns.
func (req *Request) URI() *URI { return &req.uri }

// Read reads the request from r.
func (req *Request) Read(r *bufio.Reader) error {
	body, err := io.ReadAll(r)
	req.SetBody(body)
	return err
}

// Body returns the request's own memory.
func (req *Request) Body() []byte { return req.body }

// SetBody makes the body a copy of body.
func (req *Request) SetBody(body []byte) { req.body = append(req.body[:0], body...) }

// SetBodyString makes the body a copy of body.
func (req *Request) SetBodyString(body string) { req.body = append(req.body[:0], body...) }

// CopyTo copies the request.
func (req *Request) CopyTo(dst *Request) {
	dst.SetBody(req.body)
	dst.uri.SetPath(string(req.uri.path))
}

// CloseBodyStream closes the stream that the body is read from, if there is one.
func (req *Request) CloseBodyStream() error {
	closer, ok := req.stream.(io.Closer)
	req.stream = nil
	if ok {
		return closer.Close()
	}
	return nil
}

// Reset clears the request.
func (req *Request) Reset() {
	req.Header.h.reset()
	req.Header.method = req.Header.method[:0]
	req.uri.Reset()
	req.body = req.body[:0]
}

// Response is a response.
type Response struct {
	Header ResponseHeader
	status int
	body   []byte
}

// StatusCode returns the status.
func (resp *Response) StatusCode() int { return resp.status }

// SetStatusCode sets the status.
func (resp *Response) SetStatusCode(statusCode int) { resp.status = statusCode }

// Body returns the response's own memory.
func (resp *Response) Body() []byte { return resp.body }

// SetBody makes the body a copy of body.
func (resp *Response) SetBody(body []byte) { resp.body = append(resp.body[:0], body...) }

// SetBodyString makes the body a copy of body.
func (resp *Response) SetBodyString(body string) { resp.body = append(resp.body[:0], body...) }

// AppendBody appends a copy of p.
func (resp *Response) AppendBody(p []byte) { resp.body = append(resp.body, p...) }

// SwapBody replaces the body and returns the one before, which is the
// caller's from then on.
func (resp *Response) SwapBody(body []byte) []byte {
	old := resp.body
	resp.body = body
	return old
}

// CopyTo copies the response.
func (resp *Response) CopyTo(dst *Response) {
	dst.status = resp.status
	dst.SetBody(resp.body)
}

// Reset clears the response.
func (resp *Response) Reset() {
	resp.Header.h.reset()
	resp.Header.contentType = resp.Header.contentType[:0]
	resp.status = 0
	resp.body = resp.body[:0]
}

var (
	requestPool  sync.Pool
	responsePool sync.Pool
	argsPool     = &sync.Pool{New: func() any { return &Args{} }}
	uriPool      = &sync.Pool{New: func() any { return &URI{} }}
)

// AcquireRequest returns an empty request.
func AcquireRequest() *Request {
	v := requestPool.Get()
	if v == nil {
		return &Request{}
	}
	return v.(*Request)
}

// ReleaseRequest takes the request back.
func ReleaseRequest(req *Request) {
	req.Reset()
	requestPool.Put(req)
}

// AcquireResponse returns an empty response.
func AcquireResponse() *Response {
	v := responsePool.Get()
	if v == nil {
		return &Response{}
	}
	return v.(*Response)
}

// ReleaseResponse takes the response back.
func ReleaseResponse(resp *Response) {
	resp.Reset()
	responsePool.Put(resp)
}

// Args holds query arguments.
type Args struct {
	args headers
	buf  []byte
}

// AcquireArgs returns empty arguments.
func AcquireArgs() *Args { return argsPool.Get().(*Args) }

// ReleaseArgs takes the arguments back.
func ReleaseArgs(a *Args) {
	a.Reset()
	argsPool.Put(a)
}

// Reset clears the arguments.
func (a *Args) Reset() { a.args.reset() }

// Set sets an argument.
func (a *Args) Set(key, value string) { a.args.set(key, value) }

// Peek returns the arguments' own memory.
func (a *Args) Peek(key string) []byte { return a.args.peek(key) }

// QueryString returns the arguments' own memory.
func (a *Args) QueryString() []byte {
	a.buf = a.AppendBytes(a.buf[:0])
	return a.buf
}

// AppendBytes appends the arguments to dst.
func (a *Args) AppendBytes(dst []byte) []byte {
	for i, k := range a.args.keys {
		dst = append(append(append(dst, k...), '='), a.args.values[i]...)
	}
	return dst
}

// String returns a copy of the arguments.
func (a *Args) String() string { return string(a.QueryString()) }

// URI is an address.
type URI struct {
	host []byte
	path []byte
	args Args
}

// AcquireURI returns an empty address.
func AcquireURI() *URI { return uriPool.Get().(*URI) }

// ReleaseURI takes the address back.
func ReleaseURI(u *URI) {
	u.Reset()
	uriPool.Put(u)
}

// Reset clears the address.
func (u *URI) Reset() {
	u.host = u.host[:0]
	u.path = u.path[:0]
	u.args.Reset()
}

// Parse parses uri.
func (u *URI) Parse(host, uri []byte) error {
	u.host = append(u.host[:0], host...)
	u.path = append(u.path[:0], uri...)
	return nil
}

// Host returns the address's own memory.
func (u *URI) Host() []byte { return u.host }

// SetHost sets the host.
func (u *URI) SetHost(host string) { u.host = append(u.host[:0], host...) }

// Path returns the address's own memory.
func (u *URI) Path() []byte { return u.path }

// SetPath sets the path.
func (u *URI) SetPath(path string) { u.path = append(u.path[:0], path...) }

// QueryArgs returns the arguments, which the address owns.
func (u *URI) QueryArgs() *Args { return &u.args }

// String returns a copy of the address.
func (u *URI) String() string { return string(u.host) + string(u.path) }

// Client sends requests.
type Client struct {
	Name string
	Dial DialFunc
}

// Do sends the request and fills the response.
func (c *Client) Do(req *Request, resp *Response) error {
	if c.Dial != nil {
		return c.exchange(req, resp)
	}
	resp.SetBody(req.Body())
	return nil
}

// DoTimeout is Do with a limit.
func (c *Client) DoTimeout(req *Request, resp *Response, timeout time.Duration) error {
	if timeout <= 0 {
		return ErrTimeout
	}
	return c.Do(req, resp)
}

var defaultClient Client

// Do sends the request with the default client.
func Do(req *Request, resp *Response) error { return defaultClient.Do(req, resp) }
