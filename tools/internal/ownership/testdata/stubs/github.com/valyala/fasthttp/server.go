package fasthttp

import (
	"encoding/gob"
	"net"
	"strings"
	"sync"
	"time"
)

// The methods of a request.
const (
	MethodGet  = "GET"
	MethodHead = "HEAD"
)

// The statuses of a response.
const (
	StatusOK                  = 200
	StatusNotModified         = 304
	StatusBadRequest          = 400
	StatusNotFound            = 404
	StatusGone                = 410
	StatusInternalServerError = 500
	StatusBadGateway          = 502
	StatusServiceUnavailable  = 503
)

// RequestHandler answers a request. It must not keep ctx.
type RequestHandler func(ctx *RequestCtx)

// RequestCtx is a request and its response, which the server owns.
type RequestCtx struct {
	Request  Request
	Response Response
}

// URI returns the address, which the request owns.
func (ctx *RequestCtx) URI() *URI { return ctx.Request.URI() }

// RemoteIP returns the client's address.
func (ctx *RequestCtx) RemoteIP() net.IP { return net.IPv4(127, 0, 0, 1) }

// PostBody returns the request's own memory.
func (ctx *RequestCtx) PostBody() []byte { return ctx.Request.Body() }

// Path returns the request's own memory.
func (ctx *RequestCtx) Path() []byte { return ctx.Request.URI().Path() }

// RequestURI returns the request's own memory.
func (ctx *RequestCtx) RequestURI() []byte { return ctx.Request.URI().Path() }

// Host returns the request's own memory.
func (ctx *RequestCtx) Host() []byte { return ctx.Request.URI().Host() }

// IsGet reports whether the method of the request is GET.
func (ctx *RequestCtx) IsGet() bool { return ctx.Request.Header.IsGet() }

// QueryArgs returns the arguments, which the request owns.
func (ctx *RequestCtx) QueryArgs() *Args { return ctx.Request.URI().QueryArgs() }

// SetStatusCode sets the status of the response.
func (ctx *RequestCtx) SetStatusCode(statusCode int) { ctx.Response.SetStatusCode(statusCode) }

// SetContentType sets the type of the response.
func (ctx *RequestCtx) SetContentType(contentType string) {
	ctx.Response.Header.SetContentType(contentType)
}

// SetBody makes the response's body a copy of body.
func (ctx *RequestCtx) SetBody(body []byte) { ctx.Response.SetBody(body) }

// SetBodyString makes the response's body a copy of body.
func (ctx *RequestCtx) SetBodyString(body string) { ctx.Response.SetBodyString(body) }

// Write appends p to the response's body.
func (ctx *RequestCtx) Write(p []byte) (int, error) {
	ctx.Response.AppendBody(p)
	return len(p), nil
}

// WriteString appends s to the response's body.
func (ctx *RequestCtx) WriteString(s string) (int, error) {
	ctx.Response.AppendBodyString(s)
	return len(s), nil
}

// Error makes the response one of this status, with msg as its body.
func (ctx *RequestCtx) Error(msg string, statusCode int) {
	ctx.Response.Reset()
	ctx.SetStatusCode(statusCode)
	ctx.SetContentType("text/plain; charset=utf-8")
	ctx.SetBodyString(msg)
}

// A message is a request or a response on its way.
type message struct {
	Path, Type string
	Keys, Args [][]byte
	Status     int
	Body       []byte
}

// Server answers requests.
type Server struct {
	Handler RequestHandler
	Name    string
}

// Serve answers the requests of all connections until ln is closed.
func Serve(ln net.Listener, handler RequestHandler) error {
	s := &Server{Handler: handler}
	return s.Serve(ln)
}

// Serve answers the requests of all connections until ln is closed.
func (s *Server) Serve(ln net.Listener) error {
	for {
		c, err := ln.Accept()
		if err != nil {
			return err
		}
		go s.serveConn(c)
	}
}

// Shutdown waits for the requests that are being answered.
func (s *Server) Shutdown() error { return nil }

func (s *Server) serveConn(c net.Conn) {
	defer c.Close()
	in, out := gob.NewDecoder(c), gob.NewEncoder(c)
	var ctx RequestCtx
	for {
		var m message
		if in.Decode(&m) != nil {
			return
		}
		ctx.Request.Reset()
		ctx.Response.Reset()
		ctx.Request.uri.SetPath(m.Path)
		ctx.Request.uri.args.args = headers{keys: m.Keys, values: m.Args}
		ctx.Request.SetBody(m.Body)
		s.Handler(&ctx)
		resp := &ctx.Response
		if resp.status == 0 {
			resp.status = StatusOK
		}
		if out.Encode(message{Status: resp.status, Type: string(resp.Header.contentType), Body: resp.body}) != nil {
			return
		}
	}
}

// DialFunc returns a connection to addr.
type DialFunc func(addr string) (net.Conn, error)

// HostClient sends requests to one host.
type HostClient struct {
	Addr                      string
	Dial                      DialFunc
	MaxIdemponentCallAttempts int
	ReadTimeout               time.Duration

	mu   sync.Mutex
	conn net.Conn
	in   *gob.Decoder
	out  *gob.Encoder
}

// Do sends the request and fills the response.
func (c *HostClient) Do(req *Request, resp *Response) error {
	return c.DoTimeout(req, resp, c.ReadTimeout)
}

// DoTimeout is Do with a limit.
func (c *HostClient) DoTimeout(req *Request, resp *Response, timeout time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.conn == nil {
		conn, err := c.Dial(c.Addr)
		if err != nil {
			return err
		}
		c.conn, c.in, c.out = conn, gob.NewDecoder(conn), gob.NewEncoder(conn)
	}
	if timeout > 0 {
		c.conn.SetDeadline(time.Now().Add(timeout))
	}
	path := string(req.uri.path)
	if _, rest, ok := strings.Cut(path, "://"); ok {
		path = rest[strings.Index(rest+"/", "/"):]
	}
	args := &req.uri.args.args
	if err := c.out.Encode(message{Path: path, Keys: args.keys, Args: args.values, Body: req.body}); err != nil {
		return err
	}
	var m message
	if err := c.in.Decode(&m); err != nil {
		return err
	}
	resp.Reset()
	resp.SetStatusCode(m.Status)
	resp.Header.SetContentType(m.Type)
	resp.SetBody(m.Body)
	return nil
}

// Get requests url, and appends the body of the response to dst.
func (c *HostClient) Get(dst []byte, url string) (statusCode int, body []byte, err error) {
	req, resp := AcquireRequest(), AcquireResponse()
	defer ReleaseRequest(req)
	defer ReleaseResponse(resp)
	req.SetRequestURI(url)
	if err := c.Do(req, resp); err != nil {
		return 0, dst, err
	}
	return resp.StatusCode(), append(dst, resp.Body()...), nil
}

// CloseIdleConnections closes the connection.
func (c *HostClient) CloseIdleConnections() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.conn != nil {
		c.conn.Close()
		c.conn = nil
	}
}

// exchange sends a request on a connection of its own.
func (c *Client) exchange(req *Request, resp *Response) error {
	host := HostClient{Addr: string(req.uri.host), Dial: c.Dial}
	defer host.CloseIdleConnections()
	return host.Do(req, resp)
}

// CloseIdleConnections closes what is kept for the next requests: nothing.
func (c *Client) CloseIdleConnections() {}

// AppendBodyString appends s to the body.
func (resp *Response) AppendBodyString(s string) { resp.body = append(resp.body, s...) }
