// Package outsidecalls has methods of other packages' interfaces that are called between
// the place that keeps an object and the one that releases it. They do not call back.
package outsidecalls

import (
	"io"
	"net/http"
	"sync"

	"github.com/rcpool/rcpool"
)

// A Report is an example.
type Report struct {
	Agent string
	Body  []byte
}

// Reset empties the report.
func (r *Report) Reset() { *r = Report{Body: r.Body[:0]} }

var (
	reports = rcpool.Pool[Report]{Name: "reports"}
	views   = sync.Pool{New: func() any { return new(Report) }}
)

// A collector writes later what it is given.
type collector struct {
	mu      sync.Mutex
	writers []func(io.Writer) error
	last    *Report
	current rcpool.Ref[Report]
	byAgent map[string]*Report
	sink    sink
	drain   io.ReaderFrom
}

// A sink is this package's own: what implements it may know the collector.
type sink interface{ Push() error }

func (c *collector) later(f func(io.Writer) error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.writers = append(c.writers, f)
}

func (c *collector) flush(w io.Writer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, write := range c.writers {
		write(w)
	}
	c.writers = nil
}

// Push makes the collector a sink.
func (c *collector) Push() error {
	c.flush(io.Discard)
	c.last = nil
	return nil
}

// ReadFrom makes it an io.ReaderFrom.
func (c *collector) ReadFrom(io.Reader) (int64, error) { return 0, c.Push() }

func accepted(w http.ResponseWriter) { w.WriteHeader(http.StatusAccepted) }
