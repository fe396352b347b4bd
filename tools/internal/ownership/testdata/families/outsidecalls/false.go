package outsidecalls

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"github.com/rcpool/rcpool"
)

// The sink calls the literal, and forgets it.
func (c *collector) push() error {
	report := views.Get().(*Report)
	defer views.Put(report)
	report.Agent = "agent"
	c.later(func(w io.Writer) error {
		_, err := fmt.Fprintln(w, report.Agent, report.Body)
		return err
	})
	return c.sink.Push()
}

// So does the collector, which has the method of another package's interface.
func (c *collector) read(r io.Reader) error {
	report := reports.Get()
	defer report.Release()
	c.later(func(w io.Writer) error {
		_, err := w.Write(report.Value().Body)
		return err
	})
	_, err := c.drain.ReadFrom(r)
	return err
}

// The field is emptied before the answer.
func (c *collector) keepBriefly(w http.ResponseWriter) error {
	report := reports.Get()
	defer report.Release()
	c.last = report.Value()
	c.last = nil
	_, err := w.Write(report.Value().Body)
	return err
}

// The sink empties the field.
func (c *collector) keepForSink() string {
	report := views.Get().(*Report)
	c.last = report
	err := c.sink.Push()
	views.Put(report)
	return fmt.Sprint(err)
}

// A function of somebody else may empty the field.
func (c *collector) keepAndCall(ctx context.Context, done func()) error {
	report := views.Get().(*Report)
	defer views.Put(report)
	c.last = report
	done()
	return ctx.Err()
}

// The field has another reference by then.
func (c *collector) renew(w http.ResponseWriter) {
	c.current.Release()
	c.current = reports.Get()
	w.WriteHeader(http.StatusOK)
	rcpool.Drop(&c.current)
}
