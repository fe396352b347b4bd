package main

import (
	"context"
	"errors"
	"fmt"
	"path"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/lab/internal/progress"
)

// A mistake is made in a service under load.
type mistake struct {
	name    string
	kind    rcpool.Kind // of the report
	culprit string      // the function with the wrong line
	request func(n int)
}

// A finding is what was reported of a mistake.
type finding struct {
	mistake
	within time.Duration // the time it had
	took   time.Duration // until the report; 0 if there was none
	site   string        // the line that the report names
	other  []rcpool.Report
}

func (f finding) right() bool { return f.took > 0 && len(f.other) == 0 }

func (f finding) String() string {
	var text strings.Builder
	if f.took > 0 {
		fmt.Fprintf(&text, "%s: %v after %.1f s, at %s", f.name, f.kind, f.took.Seconds(), f.site)
	} else {
		fmt.Fprintf(&text, "%s: no report of a %v that names %s in %v", f.name, f.kind, f.culprit, f.within)
	}
	for _, r := range f.other {
		fmt.Fprintf(&text, "\n\nand besides:\n%v", r)
	}
	return text.String()
}

// try makes the mistake in requests at a rate until it is reported.
func (m mistake) try(ctx context.Context, within time.Duration, rate int, line *progress.Line) (finding, error) {
	defer rcpool.SetPanicOnMisuse(false)()
	rcpool.ForgetReports()
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	began := time.Now()
	f := finding{mistake: m, within: within}
	for range load(ctx, rate, m.request) {
		line.Show("%s: %.0f s", m.name, time.Since(began).Seconds())
		if f.site, f.other = m.find(rcpool.Reports()); f.site != "" {
			f.took = time.Since(began)
			break
		}
	}
	cancel()
	if err := ctx.Err(); f.took == 0 && !errors.Is(err, context.DeadlineExceeded) {
		return f, err // interrupted
	}
	return f, settle(context.WithoutCancel(ctx))
}

// find returns the line that a report of the mistake names, and the reports of
// something else.
func (m mistake) find(reports []rcpool.Report) (site string, other []rcpool.Report) {
	for _, r := range reports {
		if s := m.lineIn(r); r.Kind == m.kind && s != "" {
			site = s
		} else {
			other = append(other, r)
		}
	}
	return site, other
}

// lineIn returns the line of the culprit in the stacks of a report.
func (m mistake) lineIn(r rcpool.Report) string {
	for _, stack := range append([]rcpool.Stack{r.MisusedAt, r.ReleasedAt, r.GotAt}, r.RetainedAt...) {
		for frame := range stack.Frames {
			if strings.HasSuffix(frame.Function, m.culprit) {
				return fmt.Sprintf("%s (%s:%d)", m.culprit, path.Base(frame.File), frame.Line)
			}
		}
	}
	return ""
}

// load makes requests at a rate, each in a goroutine, as a service does, and
// yields ten times a second until ctx is done. A machine that is too slow for
// the rate has at most atOnce requests under way, or they would pile up until
// it does nothing else.
func load(ctx context.Context, rate int, request func(n int)) func(yield func() bool) {
	const atOnce = 1000
	return func(yield func() bool) {
		var requests sync.WaitGroup
		defer requests.Wait()
		live := make([]byte, 64<<20)       // so that the collector runs as often as it does in a service,
		var garbage atomic.Pointer[[]byte] // and has as much to do
		defer runtime.KeepAlive(live)
		underWay := make(chan struct{}, atOnce)
		began, made := time.Now(), 0
		for yielded := began; ctx.Err() == nil; time.Sleep(time.Millisecond) {
			due := int(time.Since(began).Seconds() * float64(rate))
			for ; made < due && time.Since(yielded) < time.Second/10; made++ {
				n := made
				underWay <- struct{}{}
				requests.Go(func() {
					defer func() { <-underWay }()
					answer := make([]byte, 8<<10)
					garbage.Store(&answer)
					request(n)
				})
			}
			if time.Since(yielded) < time.Second/10 {
				continue
			}
			if yielded = time.Now(); !yield() {
				return
			}
		}
	}
}

// mistakes are those of the article, and of those who follow it.
func mistakes() []mistake {
	p := &wrong{events: rcpool.Pool[event]{Name: "published"}, failing: rcpool.Pool[event]{Name: "failing"},
		early: rcpool.Pool[event]{Name: "early"}, forgetful: rcpool.Pool[event]{Name: "forgetful", Reset: resetButUser}}
	return []mistake{
		{"no Retain for a goroutine", rcpool.KeptPointer, "noRetain", p.noRetain},
		{"a second Release on an error path", rcpool.DoubleRelease, "releaseTwice", p.releaseTwice},
		{"no Release on an error path", rcpool.Leak, "noRelease", p.noRelease},
		{"a Reset that forgets a field", rcpool.DirtyReset, "forgottenField", p.forgottenField},
	}
}

// wrong is a service with mistakes.
type wrong struct{ events, failing, early, forgetful rcpool.Pool[event] }

// noRetain hands a borrowed object to a goroutine that outlives the borrow.
//
//rcpool:ignore the mistake is on purpose
func (w *wrong) noRetain(n int) {
	e := w.events.Get()
	defer e.Release()
	e.Value().ID = n
	e.Value().Body = append(e.Value().Body, text...)
	go publish(e.Value())
}

// publish takes as long as a send to a broker.
func publish(e *event) {
	time.Sleep(3 * time.Millisecond)
	_ = len(e.Body)
}

// releaseTwice releases when the request fails, which one in a hundred does, and
// the deferred call releases again.
//
//rcpool:ignore the mistake is on purpose
func (w *wrong) releaseTwice(n int) {
	e := w.failing.Get()
	defer e.Release()
	e.Value().ID = n
	if n%100 == 0 {
		e.Release()
	}
}

// noRelease returns too early when the request fails, which one in a hundred
// does.
//
//rcpool:ignore the mistake is on purpose
func (w *wrong) noRelease(n int) {
	e := w.early.Get()
	e.Value().ID = n
	if n%100 == 0 {
		return
	}
	e.Release()
}

// resetButUser forgets the user, whom one in ten requests has.
func resetButUser(e *event) {
	user := e.User
	e.Reset()
	e.User = user
}

func (w *wrong) forgottenField(n int) {
	e := w.forgetful.Get()
	defer e.Release()
	if n%10 == 0 {
		e.Value().User = "user" // a constant, which is harder to tell from a default
	}
}
