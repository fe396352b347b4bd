//go:build go1.25

package rcdebug_test

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rcdebug"
)

// historyOf returns the history of the pool a in the JSON of page.
func historyOf(t *testing.T, page *rcdebug.Page) []float64 {
	t.Helper()
	s := snapshotOf(t, page)
	for _, p := range s.Pools {
		if p.Name == "a" {
			if len(p.History) != len(s.Samples)-1 {
				t.Errorf("%d rates between %d samples", len(p.History), len(s.Samples))
			}
			rates := []float64{}
			for _, rate := range p.History {
				if rate == nil {
					rates = append(rates, unknown)
				} else {
					rates = append(rates, *rate)
				}
			}
			return rates
		}
	}
	t.Fatal("no pool a")
	return nil
}

const unknown = -1 // null in JSON

// lineOf returns the path of the only chart. It is empty if there is no history.
func lineOf(t *testing.T, page *rcdebug.Page) string {
	t.Helper()
	html := htmlOf(t, page, "/")
	if strings.Count(html, "<svg") != 1 {
		t.Errorf("the page has %d charts", strings.Count(html, "<svg"))
	}
	if strings.Contains(html, "NaN") || strings.Contains(html, "Inf") {
		t.Error("the page has NaN or Inf")
	}
	match := regexp.MustCompile(`<path class="line" d="([^"]*)"/>`).FindStringSubmatch(html)
	if match == nil {
		return ""
	}
	return match[1]
}

// The chart is 180 wide and 34 high. The peak is at y = 2, and the right edge is
// now.
func TestHistory_SamplesWhenSomeoneLooks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := &rcdebug.Fake{Pools: []rcpool.Stats{{Name: "a", Gets: 1000}}}
		page := rcdebug.From(&rcdebug.Page{Interval: 10 * time.Second, Window: 100 * time.Second}, source)
		look := func(after time.Duration, gets uint64, line string, rates ...float64) {
			t.Helper()
			time.Sleep(after)
			source.Pools[0].Gets += gets
			if got := lineOf(t, page); got != line {
				t.Errorf("the line is %q, want %q", got, line)
			}
			if got := historyOf(t, page); !slices.Equal(got, rates) {
				t.Errorf("the rates are %v, want %v", got, rates)
			}
		}
		look(0, 0, "") // one sample gives no rate
		look(4*time.Second, 20, "")
		look(6*time.Second, 0, "M162.0 2.0H180.0", 2)
		look(10*time.Second, 40, "M144.0 18.0H162.0V2.0H180.0", 2, 4)
		look(10*time.Second, 40, "M126.0 18.0H144.0V2.0H180.0", 2, 4, 4)               // equal rates in a row are one step
		look(5*time.Second, 999, "M117.0 18.0H135.0V2.0H171.0", 2, 4, 4)               // no sample is due
		look(5*time.Second, 1, "M108.0 33.4H126.0V32.7H162.0V2.0H180.0", 2, 4, 4, 100) // but no lease is missed
		look(10*time.Second, 0, "M90.0 33.4H108.0V32.7H144.0V2.0H162.0V34.0H180.0", 2, 4, 4, 100, 0)
		source.Pools[0].Gets = 0 // garbage collected, and another pool took its name
		look(10*time.Second, 5, "M72.0 33.4H90.0V32.7H126.0V2.0H144.0V34.0H162.0", 2, 4, 4, 100, 0, unknown)
		look(10*time.Second, 10, "M54.0 33.4H72.0V32.7H108.0V2.0H126.0V34.0H144.0M162.0 33.7H180.0", 2, 4, 4, 100, 0, unknown, 1)
		look(time.Hour, 7200, "M0.0 2.0H180.0", 2) // no one looked: the average
	})
}

func TestHistory_OfAnIdlePoolIsFlat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		page := rcdebug.From(new(rcdebug.Page), &rcdebug.Fake{Pools: []rcpool.Stats{{Name: "a", Gets: 1}}})
		lineOf(t, page)
		time.Sleep(5 * time.Second)
		if got := lineOf(t, page); got != "M178.5 34.0H180.0" {
			t.Errorf("the line is %q", got)
		}
	})
}

// A pool is listed from its first lease on, so all its leases are new.
func TestHistory_OfALaterPool(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := &rcdebug.Fake{}
		page := rcdebug.From(&rcdebug.Page{Interval: time.Second}, source)
		htmlOf(t, page, "/")
		time.Sleep(time.Second)
		htmlOf(t, page, "/")
		time.Sleep(time.Second)
		source.Pools = []rcpool.Stats{{Name: "a", Gets: 7}}
		if got, want := historyOf(t, page), []float64{0, 7}; !slices.Equal(got, want) {
			t.Errorf("the rates are %v, want %v", got, want)
		}
	})
}

// steady is a source with a pool that has three gets per second.
type steady struct {
	rcdebug.Fake
	start time.Time
}

func (s *steady) Stats() []rcpool.Stats {
	return []rcpool.Stats{{Name: "a", Gets: 3 * uint64(time.Since(s.start)/time.Second)}}
}

func TestRun_SamplesWhileNoOneLooks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		page := rcdebug.From(new(rcdebug.Page), &steady{start: time.Now()})
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			defer close(done)
			page.Run(ctx)
		}()
		time.Sleep(time.Hour)
		stop()
		<-done

		rates := historyOf(t, page)
		if len(rates) != 120 {
			t.Errorf("the history has %d rates, want 120: one every 5 seconds for 10 minutes", len(rates))
		}
		for _, rate := range rates {
			if rate != 3 {
				t.Fatalf("the rates are %v, want 3", rates)
			}
		}
		time.Sleep(time.Hour)
		if s := snapshotOf(t, page); len(s.Samples) != 2 {
			t.Errorf("after an hour without requests there are %d samples, want one before and one after", len(s.Samples))
		}
	})
}
