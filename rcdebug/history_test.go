//go:build go1.25

package rcdebug_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rcdebug"
)

// unknown is null in JSON.
const unknown = -1

// numbers returns values as numbers.
func numbers(values []*float64) []float64 {
	all := []float64{}
	for _, v := range values {
		if v == nil {
			all = append(all, unknown)
		} else {
			all = append(all, *v)
		}
	}
	return all
}

// historyOf returns the history of the pool a in the JSON of page.
func historyOf(t *testing.T, page *rcdebug.Page) rcdebug.History {
	t.Helper()
	s := snapshotOf(t, page)
	for _, p := range s.Pools {
		if p.Name == "a" {
			for _, values := range [][]*float64{p.History.Rate, p.History.Reuse, p.History.InUse, p.History.Lost} {
				if len(values) != len(s.Samples)-1 {
					t.Errorf("%d values between %d samples", len(values), len(s.Samples))
				}
			}
			return p.History
		}
	}
	t.Fatal("no pool a")
	return rcdebug.History{}
}

// pathOf returns the path of the first chart whose label begins with what. It is
// empty if there is no history.
func pathOf(t *testing.T, page *rcdebug.Page, what string) string {
	t.Helper()
	html := htmlOf(t, page, "/")
	if strings.Contains(html, "NaN") || strings.Contains(html, "Inf") {
		t.Error("the page has NaN or Inf")
	}
	match := regexp.MustCompile(`<svg [^>]*aria-label="(` + what + `|no history)[^"]*"><title>[^<]*</title>(?:<path d="([^"]*)"/>)?</svg>`).FindStringSubmatch(html)
	if match == nil {
		t.Fatalf("no chart of %s", what)
	}
	return match[2]
}

// A chart is 480 wide and 96 high. The peak is at y = 4, and the right edge is
// now.
func TestHistory_SamplesWhenSomeoneLooks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := &rcdebug.Fake{Pools: []rcpool.Stats{{Name: "a", Gets: 1000}}}
		page := rcdebug.From(&rcdebug.Page{Interval: 10 * time.Second, Window: 100 * time.Second}, source)
		look := func(after time.Duration, gets uint64, path string, rates ...float64) {
			t.Helper()
			time.Sleep(after)
			source.Pools[0].Gets += gets
			if got := pathOf(t, page, "gets per second"); got != path {
				t.Errorf("the path is %q, want %q", got, path)
			}
			if got := numbers(historyOf(t, page).Rate); !slices.Equal(got, rates) {
				t.Errorf("the rates are %v, want %v", got, rates)
			}
		}
		look(0, 0, "") // one sample gives no rate
		look(4*time.Second, 20, "")
		look(6*time.Second, 0, "M432 96V4H480V96Z", 2)
		look(10*time.Second, 40, "M384 96V50H432V4H480V96Z", 2, 4)
		look(10*time.Second, 40, "M336 96V50H384V4H480V96Z", 2, 4, 4)           // equal rates in a row are one step
		look(5*time.Second, 999, "M312 96V50H360V4H456V96Z", 2, 4, 4)           // no sample is due
		look(5*time.Second, 1, "M288 96V94H336V92H432V4H480V96Z", 2, 4, 4, 100) // but no lease is missed
		look(10*time.Second, 0, "M240 96V94H288V92H384V4H432V96H480V96Z", 2, 4, 4, 100, 0)
		look(time.Hour, 7200, "M0 96V4H480V96Z", 2) // no one looked: the average
	})
}

func TestHistory_OfReuseInUseAndLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := &rcdebug.Fake{Pools: []rcpool.Stats{{Name: "a", Gets: 10, News: 10, Lost: 5}}}
		page := rcdebug.From(&rcdebug.Page{Interval: 10 * time.Second, Window: 100 * time.Second}, source)
		look := func(after time.Duration, gets, news, lost, inUse uint64) {
			htmlOf(t, page, "/")
			time.Sleep(after)
			p := &source.Pools[0]
			p.Gets, p.News, p.Lost, p.InUse = p.Gets+gets, p.News+news, p.Lost+lost, inUse
		}
		look(10*time.Second, 8, 2, 0, 3)
		look(10*time.Second, 0, 0, 2, 1)
		look(10*time.Second, 8, 8, 0, 4)
		look(40*time.Second, 4, 2, 1, 2)
		h := historyOf(t, page)
		for _, c := range []struct {
			what      string
			got, want []float64
			path      string
		}{
			{"share of gets", numbers(h.Reuse), []float64{0.75, unknown, 0, 0.5}, "M144 96V27H192V96ZM240 96V96H288V50H480V96Z"},
			{"objects in use", numbers(h.InUse), []float64{3, 1, 4, unknown}, "M144 96V27H192V73H240V4H288V96Z"}, // what was in use for 40 seconds is not known
			{"leases lost", numbers(h.Lost), []float64{0, 2, 0, 1}, "M144 96V96H192V4H240V96H288V50H480V96Z"},
		} {
			if !slices.Equal(c.got, c.want) {
				t.Errorf("%s: %v, want %v", c.what, c.got, c.want)
			}
			if path := pathOf(t, page, c.what); path != c.path {
				t.Errorf("%s: the path is %s, want %s", c.what, path, c.path)
			}
		}
	})
}

func TestHistory_OfAnIdlePoolIsFlat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		page := rcdebug.From(new(rcdebug.Page), &rcdebug.Fake{Pools: []rcpool.Stats{{Name: "a", Gets: 1}}})
		pathOf(t, page, "gets")
		time.Sleep(5 * time.Second)
		if got := pathOf(t, page, "gets"); got != "M476 96V96H480V96Z" {
			t.Errorf("the path is %q", got)
		}
	})
}

// A pool is listed from its first lease on, so all its leases are new.
func TestHistory_OfALaterPool(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := &rcdebug.Fake{}
		page := rcdebug.From(&rcdebug.Page{Interval: time.Second, Window: time.Minute}, source)
		htmlOf(t, page, "/")
		time.Sleep(time.Second)
		htmlOf(t, page, "/")
		time.Sleep(time.Second)
		source.Pools = []rcpool.Stats{{Name: "a", Gets: 7}}
		if got, want := numbers(historyOf(t, page).Rate), []float64{0, 7}; !slices.Equal(got, want) {
			t.Errorf("the rates are %v, want %v", got, want)
		}
	})
}

// A pool that was garbage collected takes its counts along. The counts of others
// with its name do not go down with them.
func TestHistory_OfPoolsWithOneName(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := &rcdebug.Fake{Pools: []rcpool.Stats{{Name: "a", Number: 1, Gets: 100}, {Name: "a", Number: 2, Gets: 10}}}
		page := rcdebug.From(&rcdebug.Page{Interval: time.Second, Window: time.Minute}, source)
		htmlOf(t, page, "/")
		time.Sleep(time.Second)
		source.Pools = []rcpool.Stats{{Name: "a", Number: 2, Gets: 15}, {Name: "a", Number: 3, Gets: 2}}
		htmlOf(t, page, "/")
		time.Sleep(time.Second)
		source.Pools = nil
		htmlOf(t, page, "/")
		time.Sleep(time.Second)
		source.Pools = []rcpool.Stats{{Name: "a", Number: 4, Gets: 3}}
		if got, want := numbers(historyOf(t, page).Rate), []float64{7, 0, 3}; !slices.Equal(got, want) {
			t.Errorf("the rates are %v, want %v", got, want)
		}
	})
}

// However many pools, intervals and requests there are, the history has a limit.
func TestHistory_IsBounded(t *testing.T) {
	for _, c := range []struct {
		interval, window time.Duration
		pools, looks     int
		steps            int // at least
	}{
		{5 * time.Second, 10 * time.Minute, 100, 1000, 119},
		{time.Second, 24 * time.Hour, 1, 6 * rcdebug.MaxSteps, rcdebug.MaxSteps - 1},
		{time.Nanosecond, time.Minute, 1000, 1000, 100},
		{time.Second, time.Hour, 1, 20 * rcdebug.MaxSteps, rcdebug.MaxSteps - 1}, // very often
		{time.Second, time.Hour, 1, 2*rcdebug.MaxSteps + 70, rcdebug.MaxSteps},   // a little too often
		{5 * time.Second, 10 * time.Minute, 10_000, 100, 11},
		{5 * time.Second, 10 * time.Minute, rcdebug.MaxCells + 1, 10, 1},
	} {
		t.Run(fmt.Sprint(c.interval, " ", c.window, " ", c.pools), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				source := &rcdebug.Fake{}
				for i := range c.pools {
					source.Pools = append(source.Pools, rcpool.Stats{Name: fmt.Sprintf("%06d", i)})
				}
				page := rcdebug.From(&rcdebug.Page{Interval: c.interval, Window: c.window}, source)
				for range c.looks {
					time.Sleep(c.window * 2 / time.Duration(c.looks))
					page.Sample()
					if steps, cells, _, _ := page.Kept(); steps > rcdebug.MaxSteps || cells > rcdebug.MaxCells && steps > 1 {
						t.Fatalf("the history has %d steps and %d cells", steps, cells)
					}
				}
				if steps, _, _, _ := page.Kept(); steps < c.steps {
					t.Errorf("the history has %d steps, want at least %d", steps, c.steps)
				}
				if s := snapshotOf(t, page); s.Time.Sub(s.Samples[0]) < c.window*8/10 && c.steps > 1 {
					t.Errorf("the history begins %v ago, want %v", s.Time.Sub(s.Samples[0]), c.window)
				}
			})
		})
	}
}

// When many pools come at once, old steps go.
func TestHistory_IsBoundedWhenPoolsCome(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := &rcdebug.Fake{}
		page := rcdebug.From(&rcdebug.Page{Window: time.Hour}, source)
		for _, n := range []int{10, 100, 20_000, 30_000, 40_000, 50_000, 140_000, 10, 10, 60_000, 10} {
			source.Pools = nil
			for i := range n {
				source.Pools = append(source.Pools, rcpool.Stats{Name: fmt.Sprintf("%d-%06d", n, i)})
			}
			time.Sleep(10 * time.Minute)
			page.Sample()
			if steps, cells, _, _ := page.Kept(); steps > rcdebug.MaxSteps || cells > rcdebug.MaxCells && steps > 1 {
				t.Fatalf("the history has %d steps and %d cells", steps, cells)
			}
		}
	})
}

// steady is a source with a pool that has three gets per second.
type steady struct {
	rcdebug.Fake
	start time.Time
}

func (s *steady) Stats() []rcpool.Stats {
	return []rcpool.Stats{{Name: "a", Number: 1, Gets: 3 * uint64(time.Since(s.start)/time.Second)}}
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

		rates := numbers(historyOf(t, page).Rate)
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

// With very many pools samples are far apart, and Run reads nothing in between.
func TestRun_ReadsOnlyWhenASampleIsDue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := &rcdebug.Fake{}
		for i := range 10_000 {
			source.Pools = append(source.Pools, rcpool.Stats{Name: fmt.Sprintf("%05d", i)})
		}
		page := rcdebug.From(new(rcdebug.Page), source)
		ctx, stop := context.WithTimeout(t.Context(), 10*time.Minute)
		defer stop()
		page.Run(ctx)
		if source.Reads < 12 || source.Reads > 14 {
			t.Errorf("Run has read the counts %d times in 10 minutes, want about 13", source.Reads)
		}
	})
}
