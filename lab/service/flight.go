package service

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"time"
)

// flight counts what is under way: requests, and the asynchronous work that
// outlives them. It has counters that can be read and waited for with a deadline,
// which a sync.WaitGroup cannot.
type flight struct{ requests, lines, events counter }

// counter counts one kind of work under way.
type counter struct{ n atomic.Int64 }

func (c *counter) begin()       { c.n.Add(1) }
func (c *counter) end()         { c.n.Add(-1) }
func (c *counter) count() int64 { return c.n.Load() }

// launch runs work in a goroutine of its own, counted until it returns.
func (c *counter) launch(work func()) {
	c.begin()
	go func() {
		defer c.end()
		work()
	}()
}

// count returns how much is under way. It reads the requests first: what they set
// off begins before they end, so a 0 means that there was nothing.
func (f *flight) count() int64 {
	n := f.requests.count()
	return n + f.lines.count() + f.events.count()
}

// land waits until nothing is under way, or ctx ends; then the error says what is
// still to come to its end, and where.
func (s *service) land(ctx context.Context) error {
	if idle(ctx, s.flight.count) {
		return nil
	}
	return fmt.Errorf("%s still under way: %w", s.underWay(), ctx.Err())
}

// idle waits until count returns 0, and reports whether it did before ctx ended.
// It looks now and then rather than being told: it is called at the end of a
// service's life, and to be told would cost something on every request.
func idle(ctx context.Context, count func() int64) bool {
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for count() != 0 {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return false
		}
	}
	return true
}

// underWay says what is in flight and for whom.
func (s *service) underWay() string {
	var parts []string
	for _, each := range []struct {
		count int64
		what  string
	}{
		{s.flight.requests.count(), "requests"},
		{s.flight.events.count(), "events for " + s.topicName()},
		{s.flight.lines.count(), "lines for the access log at " + s.cfg.AccessLog},
	} {
		if each.count > 0 {
			parts = append(parts, fmt.Sprint(each.count, " ", each.what))
		}
	}
	if parts == nil {
		return "what ended just now was" // between the last look and this one
	}
	return strings.Join(parts, ", ")
}

// topicName names the topic and its Kafka.
func (s *service) topicName() string {
	return fmt.Sprintf("topic %s of Kafka at %s", s.cfg.Topic, strings.Join(s.cfg.Kafka, ","))
}
