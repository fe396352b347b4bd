package pooled

import (
	"errors"
	"fmt"
	"io"
)

// oneMessage returns after the first message.
func oneMessage(w io.Writer, user string, err error) {
	e := newLogEvent(w).str("user", user)
	if err != nil {
		e.msg(err.Error())
		return
	}
	e.msg("done")
}

// serveCopied gives the audit a copy of the context.
func (e *engine) serveCopied(path string) {
	c := e.get()
	c.reset(path)
	for _, h := range e.handlers {
		h(c)
	}
	kept := c.copy()
	go func() {
		e.audit(kept.path)
	}()
	e.contexts.Put(c)
}

// executeOnce clears the variable that the deferred closure releases.
func (r *clientRequest) executeOnce(w io.Writer, p []byte) (err error) {
	r.body = acquireBody()
	defer func() {
		releaseBody(r.body)
		r.body = nil
	}()
	r.body.Write(p)
	for range r.retries {
		if err = transmit(w, r.body); err == nil {
			return nil
		}
		if errors.Is(err, io.ErrClosedPipe) {
			releaseBody(r.body)
			r.body = nil
			return err
		}
	}
	return err
}

// showFirst writes the payload before it releases the response.
func showFirst(w io.Writer, src io.Reader) error {
	resp := acquireResponse()
	defer releaseResponse(resp)
	if err := resp.fetch(src); err != nil {
		return err
	}
	_, err := w.Write(payload(resp))
	return err
}

// namesFirst walks the series before it puts them back.
func namesFirst(labels []string) []string {
	s := getMetadata()
	for _, l := range labels {
		*s = append(*s, series{labels: normalize(l)})
	}
	out := make([]string, 0, len(labels))
	for _, one := range *s {
		if !one.drop {
			out = append(out, one.labels)
		}
	}
	putMetadata(s)
	return out
}

// totalOnce leaves the Close to the defer.
func totalOnce(values []float64) (sum float64, err error) {
	it := iterate(values)
	defer func() {
		if cerr := it.Close(); err == nil {
			err = cerr
		}
	}()
	for it.next() {
		sum += it.at()
	}
	return sum, nil
}

// boundsCopied copies both keys.
func boundsCopied(m *tableMeta, r io.Reader, n int) error {
	b := blockPool.Get().(*block)
	defer b.release()
	if err := b.read(r, n); err != nil {
		return fmt.Errorf("block: %w", err)
	}
	m.smallest = append(m.smallest[:0], b.firstKey()...)
	m.largest = append(m.largest[:0], b.lastKey()...)
	return nil
}
