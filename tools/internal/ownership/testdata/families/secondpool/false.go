package secondpool

import (
	"bytes"
	"io"
)

// The request lets go of the body when it is put back.
func post(w io.Writer, path, text string) error {
	r := getRequest(path)
	defer putRequest(r)
	r.body.WriteString(text)
	return send(w, r)
}

// The memory of one object is in a field of the other, which is cleared.
func postLine(w io.Writer, path, text string) error {
	body := bodies.Get().(*bytes.Buffer)
	body.Reset()
	body.WriteString(text)
	r := requests.Get().(*request)
	r.path, r.body, r.line = path, body, body.Bytes()
	err := send(w, r)
	*r = request{}
	requests.Put(r)
	bodies.Put(body)
	return err
}

// The request goes back first, without the body.
func postReversed(w io.Writer, path, text string) error {
	r := requests.Get().(*request)
	body := bodies.Get().(*bytes.Buffer)
	body.Reset()
	r.path, r.body = path, body
	body.WriteString(text)
	err := send(w, r)
	r.path, r.body = "", nil
	requests.Put(r)
	bodies.Put(body)
	return err
}

// The fields are cleared one by one, and both go back by defers.
func postDeferred(w io.Writer, path, text string) error {
	body := bodies.Get().(*bytes.Buffer)
	body.Reset()
	defer bodies.Put(body)
	r := requests.Get().(*request)
	defer func() {
		r.path, r.body, r.line = "", nil, nil
		requests.Put(r)
	}()
	r.path, r.body = path, body
	body.WriteString(text)
	r.line = body.Bytes()
	return send(w, r)
}
