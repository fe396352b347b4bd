package secondpool

import (
	"bytes"
	"io"
)

// The body is put back with the request, and again.
func postTwice(w io.Writer, path, text string) error {
	r := getRequest(path)
	body := r.body
	body.WriteString(text)
	err := send(w, r)
	putRequest(r)
	bodies.Put(body) // want "double-release: "
	return err
}

// The line is memory of a body that goes back, and the request keeps it.
func postLineKept(w io.Writer, path, text string) error {
	body := bodies.Get().(*bytes.Buffer)
	body.Reset()
	body.WriteString(text)
	r := requests.Get().(*request)
	r.path, r.body, r.line = path, body, body.Bytes()
	err := send(w, r)
	r.path, r.body = "", nil
	requests.Put(r) // want "(escape|reset): "
	bodies.Put(body)
	return err
}

// The body is in the request that goes back, and goes back itself.
func postReversedKept(w io.Writer, path, text string) error {
	r := requests.Get().(*request)
	body := bodies.Get().(*bytes.Buffer)
	body.Reset()
	r.path, r.body = path, body
	body.WriteString(text)
	err := send(w, r)
	requests.Put(r) // want "(escape|reset): "
	bodies.Put(body)
	return err
}

// The body goes back before the request is sent.
func postDeferredLate(w io.Writer, path, text string) error {
	body := bodies.Get().(*bytes.Buffer)
	body.Reset()
	r := requests.Get().(*request)
	defer func() {
		r.path, r.body, r.line = "", nil, nil
		requests.Put(r)
	}()
	r.path, r.body = path, body
	body.WriteString(text)
	bodies.Put(body)
	return send(w, r) // missed "use-after-release: "
}
