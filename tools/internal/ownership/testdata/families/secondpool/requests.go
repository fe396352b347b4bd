// Package secondpool has pooled objects that hold other pooled objects, and let
// go of them when they are put back.
package secondpool

import (
	"bytes"
	"io"
	"sync"
)

// A request has a buffer for its body while it is in use.
type request struct {
	path string
	body *bytes.Buffer
	line []byte
}

var (
	requests = sync.Pool{New: func() any { return new(request) }}
	bodies   = sync.Pool{New: func() any { return new(bytes.Buffer) }}
)

// getRequest returns a request with a body.
func getRequest(path string) *request {
	r := requests.Get().(*request)
	r.path = path
	r.body = bodies.Get().(*bytes.Buffer)
	r.body.Reset()
	return r
}

// putRequest puts the body back, and then the request, which lets go of it.
func putRequest(r *request) {
	bodies.Put(r.body)
	*r = request{}
	requests.Put(r)
}

func send(w io.Writer, r *request) error {
	_, err := w.Write(r.body.Bytes())
	return err
}
