package fasthttp

import (
	"encoding/json"
	"io"
	"net"
	"strings"
)

// MethodGet is a method of requests.
const MethodGet = "GET"

// Some of the statuses of a response.
const (
	StatusOK                 = 200
	StatusNotModified        = 304
	StatusNotFound           = 404
	StatusBadGateway         = 502
	StatusServiceUnavailable = 503
)

// DialFunc connects to addr.
type DialFunc func(addr string) (net.Conn, error)

// RequestHandler answers a request.
type RequestHandler func(ctx *RequestCtx)

// RequestCtx is a request and its response, until the handler returns.
type RequestCtx struct {
	Request  Request
	Response Response
}

// SetStatusCode sets the status of the response.
func (ctx *RequestCtx) SetStatusCode(statusCode int) { ctx.Response.SetStatusCode(statusCode) }

// SetContentType sets the type of the response.
func (ctx *RequestCtx) SetContentType(contentType string) {
	ctx.Response.Header.SetContentType(contentType)
}

// URI returns the address, which the request owns.
func (ctx *RequestCtx) URI() *URI { return ctx.Request.URI() }

// Path returns the request's own memory.
func (ctx *RequestCtx) Path() []byte { return ctx.URI().Path() }

// PostBody returns the request's own memory.
func (ctx *RequestCtx) PostBody() []byte { return ctx.Request.Body() }

// Error makes msg the response.
func (ctx *RequestCtx) Error(msg string, statusCode int) {
	ctx.Response.Reset()
	ctx.SetStatusCode(statusCode)
	ctx.SetContentType("text/plain; charset=utf-8")
	ctx.SetBodyString(msg)
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

// SetContentType sets the type.
func (h *ResponseHeader) SetContentType(contentType string) {
	h.contentType = append(h.contentType[:0], contentType...)
}

// SetStatusCode sets the status.
func (resp *Response) SetStatusCode(statusCode int) { resp.status = statusCode }

// SetBodyString makes the body a copy of body.
func (resp *Response) SetBodyString(body string) { resp.body = append(resp.body[:0], body...) }

// AppendBody appends p to the body.
func (resp *Response) AppendBody(p []byte) { resp.body = append(resp.body, p...) }

// AppendBodyString appends s to the body.
func (resp *Response) AppendBodyString(s string) { resp.body = append(resp.body, s...) }

type message struct {
	Text string
	Code int
	Body []byte
}

// Server answers requests.
type Server struct {
	Handler RequestHandler
	Name    string
}

// Serve answers the requests of ln until it is closed.
func (s *Server) Serve(ln net.Listener) error {
	for {
		c, err := ln.Accept()
		if err != nil {
			if err == io.EOF || strings.Contains(err.Error(), "use of closed network connection") {
				return nil
			}
			return err
		}
		go s.serveConn(c)
	}
}

func (s *Server) serveConn(c net.Conn) {
	defer c.Close()
	var in message
	if err := json.NewDecoder(c).Decode(&in); err != nil {
		return
	}
	ctx := &RequestCtx{}
	ctx.Request.SetRequestURI(in.Text)
	ctx.Request.SetBody(in.Body)
	ctx.Response.status = StatusOK
	s.Handler(ctx)
	json.NewEncoder(c).Encode(message{
		Text: string(ctx.Response.Header.contentType),
		Code: ctx.Response.status,
		Body: ctx.Response.body,
	})
}

// CloseIdleConnections closes what is kept for the next requests: nothing.
func (c *Client) CloseIdleConnections() {}

func (c *Client) exchange(req *Request, resp *Response) error {
	conn, err := c.Dial(string(req.uri.host))
	if err != nil {
		return err
	}
	defer conn.Close()
	path := string(req.uri.path)
	if _, rest, ok := strings.Cut(path, "://"); ok {
		_, path, _ = strings.Cut(rest, "/")
		path = "/" + path
	}
	if err := json.NewEncoder(conn).Encode(message{Text: path, Body: req.body}); err != nil {
		return err
	}
	var out message
	if err := json.NewDecoder(conn).Decode(&out); err != nil {
		return err
	}
	resp.Header.SetContentType(out.Text)
	resp.SetStatusCode(out.Code)
	resp.SetBody(out.Body)
	return nil
}
