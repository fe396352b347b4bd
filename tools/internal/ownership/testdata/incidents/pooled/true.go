package pooled

import (
	"errors"
	"fmt"
	"io"
)

// twoMessages sends two messages with one event, as in zerolog#277.
func twoMessages(w io.Writer, user string, err error) {
	e := newLogEvent(w).str("user", user)
	if err != nil {
		e.msg(err.Error())
	}
	e.msg("done") // missed "^(double-release|use-after-release): "
}

// serve lets an audit outlive the context, as in gin#1118.
func (e *engine) serve(path string) {
	c := e.get()
	c.reset(path)
	for _, h := range e.handlers {
		h(c)
	}
	go func() { // want "^escape: "
		e.audit(c.path)
	}()
	e.contexts.Put(c)
}

// execute releases the body before it gives up and by defer, as in
// CVE-2023-45286.
func (r *clientRequest) execute(w io.Writer, p []byte) (err error) {
	buf := acquireBody()
	defer releaseBody(buf)
	buf.Write(p)
	for range r.retries {
		if err = transmit(w, buf); err == nil {
			return nil
		}
		if errors.Is(err, io.ErrClosedPipe) {
			releaseBody(buf) // want "^double-release: "
			return err
		}
	}
	return err
}

// show prints the payload of a response that is released, as in fasthttp#390.
func show(w io.Writer, src io.Reader) error {
	resp := acquireResponse()
	if err := resp.fetch(src); err != nil {
		releaseResponse(resp)
		return err
	}
	p := payload(resp)
	releaseResponse(resp)
	_, err := w.Write(p) // want "^use-after-release: "
	return err
}

// names walks a slice of series that is back in its pool, as in mimir#11408.
func names(labels []string) []string {
	s := getMetadata()
	for _, l := range labels {
		*s = append(*s, series{labels: normalize(l)})
	}
	all := *s
	putMetadata(s)
	out := make([]string, 0, len(labels))
	for _, one := range all { // want "^use-after-release: "
		out = append(out, one.labels)
	}
	return out
}

// total closes the iterator by hand and by defer, as in loki#4512.
func total(values []float64) (sum float64, err error) {
	it := iterate(values)
	defer it.Close()
	for it.next() {
		sum += it.at()
	}
	if err := it.Close(); err != nil { // want "^double-release: "
		return 0, fmt.Errorf("total: %w", err)
	}
	return sum, nil
}

// bounds keeps keys that live in a pooled block, as in pebble's commit
// 69a82fe41.
func bounds(m *tableMeta, r io.Reader, n int) error {
	b := blockPool.Get().(*block)
	defer b.release()
	if err := b.read(r, n); err != nil {
		return fmt.Errorf("block: %w", err)
	}
	m.smallest = append(m.smallest[:0], b.firstKey()...)
	m.largest = b.lastKey() // want "^escape: "
	return nil
}
