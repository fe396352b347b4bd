package wrappers

import (
	"bytes"
	"io"
	"net/http"

	"github.com/valyala/bytebufferpool"
)

// A copy of what the handler wrote is returned.
func copied(next http.Handler, w http.ResponseWriter, r *http.Request) []byte {
	body := bytebufferpool.Get()
	defer bytebufferpool.Put(body)
	next.ServeHTTP(&capture{ResponseWriter: w, body: body}, r)
	return bytes.Clone(body.B)
}

// It is written before it is put back.
func written(next http.Handler, w http.ResponseWriter, r *http.Request) {
	body := bytebufferpool.Get()
	defer bytebufferpool.Put(body)
	c := &capture{ResponseWriter: w, body: body, code: 200}
	next.ServeHTTP(c, r)
	w.WriteHeader(c.code)
	w.Write(body.B)
}

// Each object goes back into its pool.
func both(next http.Handler, w http.ResponseWriter, r *http.Request) {
	in, out := requests.Get().(*scratch), responses.Get().(*scratch)
	in.reset()
	out.reset()
	defer requests.Put(in)
	defer responses.Put(out)
	next.ServeHTTP(status{&recorder{w, out}, in}, r)
}

// The status is kept.
func kept(next http.Handler, w http.ResponseWriter, r *http.Request) int {
	s := take()
	next.ServeHTTP(status{w, s}, r)
	code := s.status
	give(s)
	return code
}

// Whoever has the wrapper closes it.
func closed(to sink, w io.Writer) error {
	return to.Consume(&closing{w, take()})
}

// It is given back where it was not closed.
func closedHere(to sink, w io.Writer) error {
	c := &closing{w, take()}
	defer c.Close()
	return to.Consume(c)
}

// The wrapper may have another object by then.
func replaced(next http.Handler, w http.ResponseWriter, r *http.Request) int {
	f := &fresh{w, take()}
	next.ServeHTTP(f, r)
	n := len(f.body.buf)
	give(f.body)
	return n
}

// Others have the object.
func lent(to sink, w io.Writer, back chan *scratch) error {
	return to.Consume(&lender{w, take(), back})
}

// A handler of this package gives it back.
func finished(next http.Handler, w http.ResponseWriter, r *http.Request) {
	s := take()
	next.ServeHTTP(&opened{w, s}, r)
}

// The other package may give it back.
func exported(to interface{ Do(o *Open) }, w io.Writer) {
	to.Do(&Open{w, take()})
}

// It is put back by the wrapper.
func flushed(to sink, w io.Writer, pool putter) {
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	to.Consume(&owning{w, pool, b})
}

// The code that has it releases it.
func released(to sink, w io.Writer) {
	to.Consume(&handed{w, blocks.Get().(*block)})
}

// The reference is released at the end.
func tracedWell(next http.Handler, w http.ResponseWriter, r *http.Request) int {
	e := events.Get()
	defer e.Release()
	next.ServeHTTP(&trace{w, e}, r)
	return len(e.Value().Body)
}

// The reference is released by the one who closes it.
func tracedClosed(to sink, w io.Writer) {
	to.Consume(&ending{w, events.Get()})
}

// A closer may have replaced it, and has the pool of the new one.
func replacedByCloser(next http.Handler, w http.ResponseWriter, r *http.Request) {
	f := &fresh{w, responses.Get().(*scratch)}
	next.ServeHTTP(f, r)
	f.body.reset()
	responses.Put(f.body)
}
