package experiment

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/lab/backend"
	"github.com/rcpool/rcpool/lab/request"
	"github.com/rcpool/rcpool/lab/service"
	"github.com/rcpool/rcpool/lab/traffic"
)

// made is a bench of made-up services, in the time of a synctest bubble.
type made struct {
	mu       sync.Mutex // a service is looked at while it is under load
	calls    []string   // variant and block of each attack
	use      map[Variant]service.Snapshot
	cost     map[Variant]float64 // bytes per request
	busy     int                 // snapshots after an attack that still show work in flight
	left     map[Variant]int
	fail     func(attack int) error
	spoil    func(*traffic.Result)
	rate     float64
	attacked int
	lose     string // the service loses an event of each request, for this reason
	refused  uint64 // of five objects
	started  int    // sets
	stopped  int
	topics   map[Variant]published // of the set under way
	logged   map[string]int        // lines by token, likewise
}

func (m *made) events(_ context.Context, v Variant) (published, error) { return m.topics[v], nil }
func (m *made) lines(context.Context) (map[string]int, error)          { return m.logged, nil }

// deliver puts what a block leaves behind where it must be.
func (m *made) deliver(v Variant, b traffic.Block) {
	if m.topics[v] == nil {
		m.topics[v] = make(published)
	}
	for i := range b.Count {
		token := request.Token(b.Seed, b.First+i)
		m.logged[token]++
		for _, kind := range backend.Kinds {
			m.topics[v].add(token, kind)
		}
	}
}

func newMade(rate float64) *made {
	return &made{use: make(map[Variant]service.Snapshot), cost: map[Variant]float64{Plain: 2000, Good: 1000, Pooled: 100, Twin: 1000}, left: make(map[Variant]int), rate: rate}
}

func (m *made) snapshot(_ context.Context, v Variant) (service.Snapshot, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := m.use[v]
	if m.left[v] > 0 {
		m.left[v]--
		s.InFlight = 1
	}
	return s, nil
}

func (m *made) attack(ctx context.Context, v Variant, b traffic.Block) (traffic.Result, error) {
	m.attacked++
	if m.fail != nil {
		if err := m.fail(m.attacked); err != nil {
			return traffic.Result{}, err
		}
	}
	m.calls = append(m.calls, fmt.Sprintf("%s %d+%d seed %d rate %g", v, b.First, b.Count, b.Seed, b.Rate))
	span := time.Duration(float64(b.Count) / b.Rate * float64(time.Second))
	time.Sleep(span)
	m.mu.Lock()
	defer m.mu.Unlock()
	s := m.use[v]
	s.Requests += uint64(b.Count)
	s.AllocBytes += uint64(m.cost[v] * float64(b.Count))
	s.CPUSeconds += 0.001 * float64(b.Count)
	s.PeakRSSBytes = 1 << 20
	if v == Pooled {
		s.Pools = []rcpool.Stats{{Name: "event", Gets: s.Requests * 5, News: 10, Releases: s.Requests * 5, RetiredBy: rcpool.Retirements{Keep: s.Requests * m.refused}}}
	}
	if m.lose != "" {
		s.Errors, s.Latest = map[string]uint64{"event": s.Requests}, map[string]string{"event": m.lose}
	}
	m.use[v] = s
	m.left[v] = m.busy
	r := traffic.Result{Blocks: 1, Planned: b.Count, Requests: b.Count, Span: span, Attack: span, Codes: map[string]int{"200": b.Count}}
	for range b.Count {
		r.Latency.Record(30 * time.Millisecond)
		r.Lateness.Record(0)
	}
	m.deliver(v, b)
	if m.spoil != nil {
		m.spoil(&r)
	}
	return r, nil
}

func perform(ctx context.Context, m *made, c Config) (*Result, error) {
	r := newRun(c)
	r.open = func(ctx context.Context) (context.Context, bench, func() error, error) {
		m.started++
		m.use = make(map[Variant]service.Snapshot) // of fresh processes
		m.topics, m.logged = make(map[Variant]published), make(map[string]int)
		return ctx, m, func() error { m.stopped++; return nil }, nil
	}
	err := r.everything(ctx)
	return r.result(err), err
}

// short has few blocks: two variants and the twin.
var short = Config{Variants: []Variant{Good, Pooled}, Rate: 100, Sets: 1, Rounds: 2, Block: time.Second, Warmup: 500 * time.Millisecond, Seed: 5}

func TestRun_SameRequestsForAllVariantsInPalindromicRounds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMade(100)
		result, err := perform(t.Context(), m, short)
		if err != nil {
			t.Fatal(err)
		}
		want := []string{
			"good 0+50 seed 5 rate 100", "rcpool 0+50 seed 5 rate 100", "twin 0+50 seed 5 rate 100",
			"good 50+100 seed 5 rate 100", "rcpool 50+100 seed 5 rate 100", "twin 50+100 seed 5 rate 100",
			"twin 150+100 seed 5 rate 100", "rcpool 150+100 seed 5 rate 100", "good 150+100 seed 5 rate 100",
		}
		if !slices.Equal(m.calls, want) {
			t.Errorf("got\n%s", strings.Join(m.calls, "\n"))
		}
		if result.Rounds != 2 || len(result.Blocks) != 6 || !result.Trusted || result.Interrupted {
			t.Errorf("%d rounds, %d blocks, trusted %v, warnings %v", result.Rounds, len(result.Blocks), result.Trusted, result.Warnings)
		}
	})
}

func TestRun_EachSetHasFreshProcessesAndOtherRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMade(100)
		c := short
		c.Sets, c.Rounds = 2, 1
		result, err := perform(t.Context(), m, c)
		if err != nil {
			t.Fatal(err)
		}
		want := []string{
			"good 0+50 seed 5 rate 100", "rcpool 0+50 seed 5 rate 100", "twin 0+50 seed 5 rate 100",
			"good 50+100 seed 5 rate 100", "rcpool 50+100 seed 5 rate 100", "twin 50+100 seed 5 rate 100",
			"twin 150+50 seed 5 rate 100", "rcpool 150+50 seed 5 rate 100", "good 150+50 seed 5 rate 100",
			"twin 200+100 seed 5 rate 100", "rcpool 200+100 seed 5 rate 100", "good 200+100 seed 5 rate 100",
		}
		if !slices.Equal(m.calls, want) {
			t.Errorf("got\n%s", strings.Join(m.calls, "\n"))
		}
		if m.started != 2 || m.stopped != 2 || result.Sets != 2 || result.Rounds != 2 || result.Blocks[3].Set != 2 {
			t.Errorf("%d sets started, %d stopped, %d complete, %d rounds", m.started, m.stopped, result.Sets, result.Rounds)
		}
	})
}

func TestRun_WarmupIsNotCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		result, err := perform(t.Context(), newMade(100), short)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range result.Outcomes {
			if o.Load.Requests != 200 || o.Use.Requests != 200 {
				t.Errorf("%s: %d requests sent, %v seen by the service, want 200", o.Variant, o.Load.Requests, o.Use.Requests)
			}
			if first, last := o.Samples[0].At, o.Samples[len(o.Samples)-1].At; first >= 0 || last != 2 {
				t.Errorf("%s: samples from %v to %v s, want from the warm-up to 2 s of load", o.Variant, first, last)
			}
			if len(o.Samples) < 8 {
				t.Errorf("%s: %d samples", o.Variant, len(o.Samples))
			}
		}
		pool := result.Outcomes[1].Use.Pools[0]
		if pool.Name != "event" || pool.Gets != 1000 || pool.News != 0 || pool.Reuse() != 1 {
			t.Errorf("pool %+v, want 1000 gets and no news after the warm-up", pool)
		}
	})
}

func TestRun_FiguresAreDifferencesPerRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := short
		c.Variants, c.Sets = DefaultVariants, 6
		result, err := perform(t.Context(), newMade(100), c)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range result.Comparisons {
			switch c.Key {
			case "bytes":
				pooled, plain := c.Of(Pooled), c.Of(Plain)
				if c.Base != 1000 || c.Twin != 1000 || c.Noise.Median != 1 || pooled.Value != 100 || !near(pooled.Effect.Median, 0.1) || pooled.Verdict != Lower ||
					plain.Value != 2000 || !near(plain.Effect.Median, 2) || plain.Verdict != Higher {
					t.Errorf("bytes %+v", c)
				}
			case "cpu":
				if !near(float64(c.Base), 1) || c.Of(Pooled).Verdict != Same {
					t.Errorf("CPU seconds per 1,000 requests %+v", c)
				}
			case "gc":
				if c.Base != 0 || c.Of(Pooled).Verdict != Unknown {
					t.Errorf("without a single collection: %+v", c)
				}
			}
		}
	})
}

func TestRun_WhatIsNotWhereItMustBeFailsTheRun(t *testing.T) {
	for _, test := range []struct {
		name string
		harm func(m *made, attack int)
		want string
	}{
		{"an event", func(m *made, _ int) { delete(m.topics[Pooled][request.Token(5, 60)], backend.Priced) },
			"rcpool, set 1: 1 of 1250 events are not in its topic, for example quote.priced of q-5-00000060."},
		{"an event twice", func(m *made, _ int) { m.topics[Good].add(request.Token(5, 0), backend.Requested) },
			"good, set 1: one event in its topic more than once."},
		{"an event of nobody", func(m *made, _ int) { m.topics[Good].add("q-9-1", backend.Requested) },
			"good, set 1: its topic has events of one request that was not sent."},
		{"a line", func(m *made, _ int) { delete(m.logged, request.Token(5, 7)) }, "Set 1: the access log has 747 lines of 750 requests."},
		{"another request's line", func(m *made, attack int) {
			if attack == 4 { // the warm-up is over
				m.logged[request.Token(5, 7)]--
				m.logged[request.Token(5, 8)]++
			}
		}, "Set 1: the access log has 750 lines of 750 requests, and too many of q-5-00000008."},
		{"a line of nobody", func(m *made, _ int) { m.logged["q-9-1"] = 1 }, "Set 1: the access log has 751 lines of 750 requests, and too many of q-9-1."},
		{"bytes", func(m *made, attack int) {
			m.spoil = func(r *traffic.Result) { r.BytesIn = uint64(attack) }
		}, "Set 1, round 1: good and rcpool got the same requests, and yet their answers have these numbers of bytes: "},
		{"an answer", func(m *made, attack int) {
			m.spoil = func(r *traffic.Result) { r.Digest = uint64(attack) }
		}, "Set 1, round 1: good and rcpool got the same requests, and yet their answers have these checksums: "},
		{"what an answer says", func(m *made, attack int) {
			m.spoil = func(r *traffic.Result) { r.Checked, r.Wrong = 10, map[string]int{"city is Rome, want Oslo": 2} }
		}, "good: 4 of 20 answers that were looked into are wrong: city is Rome, want Oslo."},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := newMade(100)
				m.fail = func(attack int) error { // is called before each block; the last one is after all that is harmed
					if attack > 1 {
						test.harm(m, attack)
					}
					return nil
				}
				result, err := perform(t.Context(), m, short)
				if err != nil {
					t.Fatal(err)
				}
				if result.Trusted || !slices.ContainsFunc(result.Warnings, func(w string) bool { return strings.HasPrefix(w, test.want) }) {
					t.Errorf("trusted %v, warnings\n%s", result.Trusted, strings.Join(result.Warnings, "\n"))
				}
			})
		})
	}
}

func TestRun_ServiceThatLosesEventsIsStoppedAfterTheWarmup(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMade(100)
		m.lose = "publish to topic quotes of Kafka at broker:9092: MESSAGE_TOO_LARGE"
		_, err := perform(t.Context(), m, short)
		if err == nil || !strings.Contains(err.Error(), "warm-up of good: 50 events lost: publish to topic quotes of Kafka at broker:9092: MESSAGE_TOO_LARGE") || m.attacked != 1 {
			t.Errorf("after %d blocks: %v", m.attacked, err)
		}
	})
}

func TestRun_WarnsOfAKeepThatRefusesMostObjects(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMade(100)
		m.refused = 3
		result, err := perform(t.Context(), m, short)
		if err != nil {
			t.Fatal(err)
		}
		if want := "rcpool: the Keep of pool event refused 600 of 1000 objects, so the pool is as good as off."; !slices.Contains(result.Warnings, want) || !result.Trusted {
			t.Errorf("warnings %q, want %q", result.Warnings, want)
		}
	})
}

func near(x, want float64) bool { return math.Abs(x-want) < 1e-9 }

func TestRun_WaitsUntilTheServiceIsQuiet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMade(100)
		m.busy = 10 // some of them are the samples' looks
		if _, err := perform(t.Context(), m, short); err != nil {
			t.Fatal(err)
		}
		m = newMade(100)
		m.busy = 1 << 30
		_, err := perform(t.Context(), m, short)
		if err == nil || !strings.Contains(err.Error(), "still in flight") {
			t.Errorf("a service that never gets quiet: %v", err)
		}
	})
}

func TestRun_InterruptedReportsCompleteRounds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMade(100)
		m.fail = func(attack int) error {
			if attack == 3+2*3+2 { // the second block of the third round
				return context.Canceled
			}
			return nil
		}
		c := short
		c.Rounds = 16
		result, err := perform(t.Context(), m, c)
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if !result.Interrupted || result.Failure != "" || result.Rounds != 2 || len(result.Blocks) != 6 {
			t.Errorf("interrupted %v, failure %q, %d rounds, %d blocks", result.Interrupted, result.Failure, result.Rounds, len(result.Blocks))
		}
		for _, o := range result.Outcomes {
			if o.Load.Requests != 200 {
				t.Errorf("%s: %d requests, want those of two rounds", o.Variant, o.Load.Requests)
			}
		}
		if !strings.Contains(result.Finding, "from 0 sets") || !slices.Contains(result.Warnings, "It was interrupted after 2 of 16 rounds.") {
			t.Errorf("finding %q, warnings %q", result.Finding, result.Warnings)
		}
	})
}

func TestRun_FailureKeepsWhatWasMeasured(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMade(100)
		m.fail = func(attack int) error {
			if attack > 6 {
				return errors.New("the service is gone")
			}
			return nil
		}
		result, err := perform(t.Context(), m, short)
		if err == nil || !strings.Contains(err.Error(), "set 1, round 2, twin: the service is gone") {
			t.Errorf("got %v", err)
		}
		if result.Interrupted || result.Failure != err.Error() || result.Rounds != 1 {
			t.Errorf("interrupted %v, failure %q, %d rounds", result.Interrupted, result.Failure, result.Rounds)
		}
	})
}

func TestRun_StopsAfterAWarmupThatCannotBeUsed(t *testing.T) {
	for want, spoil := range map[string]func(*traffic.Result){
		"cannot drive 100 requests/s: try a lower -rate": func(r *traffic.Result) { r.Overruns = []string{"it fell behind"} },
		"none of 50 requests was answered well": func(r *traffic.Result) {
			r.Codes, r.Errors = map[string]int{"502": 50}, map[string]int{"502 Bad Gateway": 50}
		},
	} {
		synctest.Test(t, func(t *testing.T) {
			m := newMade(100)
			m.spoil = spoil
			_, err := perform(t.Context(), m, short)
			if err == nil || !strings.Contains(err.Error(), want) || m.attacked != 1 {
				t.Errorf("after %d blocks: %v, want %q after one", m.attacked, err, want)
			}
		})
	}
}

func TestRun_TellsItsProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var seen []Progress
		c := short
		c.Progress = func(p Progress) { seen = append(seen, p) }
		if _, err := perform(t.Context(), newMade(100), c); err != nil {
			t.Fatal(err)
		}
		if len(seen) != 9 {
			t.Fatalf("%d times, want once for each block", len(seen))
		}
		if first, last := seen[0], seen[8]; first != (Progress{1, 1, 0, 2, Good, 0, 9, 7500 * time.Millisecond}) || last != (Progress{1, 1, 2, 2, Good, 8, 9, time.Second}) {
			t.Errorf("first %+v, last %+v", first, last)
		}
	})
}
