package rcpool_test

import (
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/internal/watch"
)

// A service that hands the *T of a lease to something that outlives it, as it
// runs in production: with the default sampling, under load.

const productionRate = 10_000 // requests a second

// An overdueEvent is what such a service leases.
type overdueEvent struct {
	id   int
	user string
	tags []string
}

// requests holds what the handlers of the service need.
type requests struct {
	events rcpool.Pool[overdueEvent]
	hold   time.Duration // how long publishing takes
	users  sync.Map      // a cache
	latest [1 << 16]atomic.Pointer[overdueEvent]
	sent   atomic.Int64
	body   atomic.Pointer[[4096]byte] // what else a request allocates
}

func (s *requests) handle(id int, use func(s *requests, e *overdueEvent)) {
	s.body.Store(new([4096]byte))
	event := s.events.Get()
	defer event.Release()
	e := event.Value()
	e.id, e.user = id, "somebody"
	use(s, e)
}

// publishing is the bug of the article: the goroutine has no reference.
func publishing(s *requests, e *overdueEvent) { go s.publish(e) }

//go:noinline
func (s *requests) publish(e *overdueEvent) {
	time.Sleep(s.hold)
	s.sent.Add(int64(e.id))
}

func caching(s *requests, e *overdueEvent) { s.users.Store(e.id%10_000, e) }

func listing(s *requests, e *overdueEvent) { s.latest[e.id%len(s.latest)].Store(e) }

// TestKeptPointers_InProduction wants the report within a minute. So that it
// takes seconds on a machine that is busy, publishing takes 20 ms, and with
// RCPOOL_SELFTEST=full 5 ms.
func TestKeptPointers_InProduction(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector slows the service down, and reports the read itself")
	}
	if testing.Short() {
		t.Skip("takes seconds")
	}
	hold := 20 * time.Millisecond
	if os.Getenv("RCPOOL_SELFTEST") == "full" {
		hold = 5 * time.Millisecond
	}
	for _, test := range []struct {
		name    string
		use     func(*requests, *overdueEvent)
		suspect string // the function it is in
	}{
		{"a goroutine", publishing, "rcpool_test.(*requests).publish "},
		{"a cache", caching, ""},
		{"a global list", listing, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			rcpool.PutBack(t)
			rcpool.SetChecking(1024)
			t.Cleanup(watch.Begin().Settle) // so that no other test gets reports of this one
			s := &requests{hold: hold}
			s.events.Name = "events of production"
			began := time.Now()
			report, ok := s.serve(test.use)
			t.Logf("after %.1f s", time.Since(began).Seconds())
			if !ok {
				t.Fatal("no report within a minute")
			}
			if at := report.GotAt.Site(); !strings.Contains(at, "(*requests).handle ") {
				t.Errorf("got at %s", at)
			}
			if test.suspect != "" && (len(report.Suspects) == 0 || !strings.Contains(report.Suspects[0].Site(), test.suspect)) {
				t.Errorf("suspects %+v", report.Suspects)
			}
			for _, r := range s.events.Reports() {
				if r.Kind != rcpool.KeptPointer {
					t.Errorf("another report: %v", r)
				}
			}
		})
	}
}

// serve serves requests until a kept pointer is reported, for a minute at most.
func (s *requests) serve(use func(*requests, *overdueEvent)) (report rcpool.Report, ok bool) {
	const tick = time.Millisecond
	id := 0
	for start := time.Now(); time.Since(start) < time.Minute; time.Sleep(tick) {
		for due := int(time.Since(start).Seconds() * productionRate); id < due; id++ {
			s.handle(id, use)
		}
		for _, r := range s.events.Reports() {
			if r.Kind == rcpool.KeptPointer {
				return r, true
			}
		}
	}
	return rcpool.Report{}, false
}
