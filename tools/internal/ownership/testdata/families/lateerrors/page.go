// Package lateerrors has functions whose deferred calls change the error that they return
// beside a reference. Whether it is nil then depends on what the deferred calls know.
package lateerrors

import (
	"errors"
	"io"

	"github.com/rcpool/rcpool"
)

type page struct{ body []byte }

var pages rcpool.Pool[page]

var errLarge = errors.New("too large")

// closer is closed already when closeLate closes it.
type closer struct{ closed bool }

func (c *closer) Write(p []byte) (int, error) { return len(p), nil }

func (c *closer) Close() error {
	if c.closed {
		return nil
	}
	c.closed = true
	return nil
}

func closeLate(c io.Closer, err *error) {
	*err = errors.Join(*err, c.Close())
}
