package outsidecalls

import (
	"context"
	"fmt"
	"io"
	"net/http"
)

// The answer does not call the literal.
func (c *collector) accept(w http.ResponseWriter) {
	report := views.Get().(*Report)
	defer views.Put(report)
	report.Agent = "agent"
	c.later(func(w io.Writer) error { // want "escape: "
		_, err := fmt.Fprintln(w, report.Agent, report.Body)
		return err
	})
	w.WriteHeader(http.StatusAccepted)
}

// Nor does it through a helper.
func (c *collector) acceptThere(w http.ResponseWriter) {
	report := reports.Get()
	defer report.Release()
	c.later(func(w io.Writer) error { // want "escape: "
		_, err := w.Write(report.Value().Body)
		return err
	})
	accepted(w)
}

// The writer does not empty the field.
func (c *collector) keepLast(h http.Header, w http.ResponseWriter) error {
	report := reports.Get()
	defer report.Release()
	c.last = report.Value() // want "escape: "
	if _, err := w.Write(report.Value().Body); err != nil {
		return err
	}
	return nil
}

// The text of an error changes nothing.
func (c *collector) keepError(err error) string {
	report := views.Get().(*Report)
	c.last = report // want "escape: "
	text := err.Error()
	views.Put(report)
	return text
}

// Neither does the context.
func (c *collector) keepUntilDone(ctx context.Context) error {
	report := views.Get().(*Report)
	defer views.Put(report)
	c.last = report // want "escape: "
	if err := ctx.Err(); err != nil {
		return err
	}
	return nil
}

// The reference is in the field when the method releases it again.
func (c *collector) finish(w http.ResponseWriter) {
	c.current.Release()
	w.WriteHeader(http.StatusOK)
	c.current.Release() // want "double-release: "
}
