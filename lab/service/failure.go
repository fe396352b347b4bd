package service

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync/atomic"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// cause is why a request, or something that it set off, failed: the key of
// Snapshot.Errors.
type cause string

const (
	badMethod    cause = "bad_method"
	badRequest   cause = "bad_request"
	tooLarge     cause = "too_large"
	tooSlow      cause = "too_slow"
	tooMany      cause = "too_many"
	clientGone   cause = "client_gone"
	cacheDown    cause = "cache"
	locationDown cause = "location"
	pricingDown  cause = "pricing"
	internal     cause = "internal"
	panicked     cause = "panic"
	eventLost    cause = "event"     // asynchronous: the request succeeded
	lineLost     cause = "accesslog" // likewise
)

// replies says what a client is told. The reason is short on purpose: the way
// down to the cause is in the log, not for substitutes.
var replies = map[cause]struct {
	status int
	reason string
}{
	badMethod:    {http.StatusMethodNotAllowed, "use POST"},
	badRequest:   {http.StatusBadRequest, "the body is not a valid quote"},
	tooLarge:     {http.StatusRequestEntityTooLarge, "the body is too large"},
	tooSlow:      {http.StatusRequestTimeout, "the body came too slowly"},
	tooMany:      {http.StatusServiceUnavailable, "too many requests at a time"},
	cacheDown:    {http.StatusBadGateway, "the cache is unavailable"},
	locationDown: {http.StatusBadGateway, "the location service is unavailable"},
	pricingDown:  {http.StatusBadGateway, "the pricing service is unavailable"},
	internal:     {http.StatusInternalServerError, "internal error"},
	panicked:     {http.StatusInternalServerError, "internal error"},
}

// fault is an error that knows its cause. It is made where the cause is known and
// wrapped on the way up; only the edge unpacks it.
type fault struct {
	cause cause
	err   error
}

func (f *fault) Error() string { return f.err.Error() }
func (f *fault) Unwrap() error { return f.err }

func because(c cause, err error) error { return &fault{c, err} }

// causeOf returns the cause of err: that the client left, if it did, since this
// is what then made the calls fail. The server cancels ctx too when the client is
// too slow; that one still waits for an answer. A panic is never the client's doing.
func causeOf(ctx context.Context, err error) cause {
	f, ok := errors.AsType[*fault](err)
	switch {
	case ok && (f.cause == tooSlow || f.cause == panicked):
		return f.cause
	case errors.Is(ctx.Err(), context.Canceled):
		return clientGone
	case ok:
		return f.cause
	}
	return internal
}

// panicking is a panic that became an error.
type panicking struct {
	value any
	stack []byte
}

func (p *panicking) Error() string { return fmt.Sprintf("panic: %v", p.value) }

// Unwrap returns what was panicked with, if that is an error, such as an
// *rcpool.Misuse.
func (p *panicking) Unwrap() error { err, _ := p.value.(error); return err }

func timedOut(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || status.Code(err) == codes.DeadlineExceeded
}

// tally counts failures by cause. All causes are there from the start, so that
// counting takes no lock.
type tally map[cause]*failures

// failures are those of one cause.
type failures struct {
	count  atomic.Uint64
	latest atomic.Pointer[string]
}

func newTally() tally {
	t := tally{clientGone: {}, eventLost: {}, lineLost: {}}
	for c := range replies {
		t[c] = new(failures)
	}
	return t
}

// add counts one failure.
func (t tally) add(c cause, err error) {
	text := err.Error()
	t[c].latest.Store(&text)
	t[c].count.Add(1)
}

// seen returns the causes that occurred, with their numbers and their latest
// errors.
func (t tally) seen() (counts map[string]uint64, latest map[string]string) {
	counts, latest = map[string]uint64{}, map[string]string{}
	for c, f := range t {
		if n := f.count.Load(); n > 0 {
			counts[string(c)], latest[string(c)] = n, *f.latest.Load()
		}
	}
	return counts, latest
}

// fail counts one failure and logs it. It is called at the edges only (the end of
// a handler, the end of the access log's goroutine), once per failure. Lost events
// have lines of their own (losses.go).
func (s *service) fail(c cause, message string, err error, attributes ...slog.Attr) {
	s.failures.add(c, err)
	level := slog.LevelError
	switch c {
	case badMethod, badRequest, tooLarge, tooSlow, clientGone:
		level = slog.LevelWarn // the client's doing
	}
	attributes = append(attributes, slog.String("cause", string(c)), slog.Any("err", err))
	if p, ok := errors.AsType[*panicking](err); ok {
		attributes = append(attributes, slog.String("stack", string(p.stack)))
	}
	s.log.LogAttrs(context.Background(), level, message, attributes...)
}
