package service_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/lab/request"
	"github.com/rcpool/rcpool/lab/service"
	"github.com/rcpool/rcpool/lab/standin"
	"github.com/rcpool/rcpool/rctest"
)

// Thousands of requests, a hundred and more at a time; among them some that fail
// half-decoded and some whose client leaves. Everything that was said about any
// of them anywhere must be about that one.
func TestRun_NoRequestEverSeesAnothersData(t *testing.T) {
	workers, requests := 160, 3000
	if testing.Short() {
		workers, requests = 60, 600
	}
	reuse(t)
	test := func(t *testing.T, variant service.Variant) {
		requests := requests
		switch variant {
		case service.ByHand: // as a measure for the others: it is not what users get
			requests /= 3
		case service.ZeroCopy: // differs from Pooled in what it decodes only
			requests /= 3
		}
		// An event has half of the drain to be delivered, and the machine may be busy.
		r := start(t, variant, options{service: service.Config{Drain: 2 * patience}, standins: standin.Config{Delay: map[string]standin.Delay{
			standin.Redis:     delay("uniform:0s-2ms"),
			standin.Location:  delay("uniform:0s-5ms"),
			standin.Pricing:   delay("uniform:0s-5ms"),
			standin.Kafka:     delay("uniform:0s-10ms"), // the asynchronous work outlives the answer
			standin.AccessLog: delay("uniform:0s-10ms"),
		}}})
		all, ev := r.load(t, workers, requests, fateOf)

		snapshot := r.quiet(t)
		if variant == service.Pooled {
			for _, pool := range snapshot.Pools {
				if pool.News > pool.Gets*3/4 { // the race detector lets a sync.Pool drop one object in four
					t.Errorf("pool %s hardly reused anything, so that nothing could be mixed: %+v", pool.Name, pool)
				}
			}
		}
		if err := r.stop(); err != nil {
			t.Fatalf("the service ended with: %v", err)
		}
		ev.gather(t, r)
		t.Logf("%d answers, %d events, %d lines", len(ev.answers), len(ev.events), len(ev.lines))
		report(t, verify(all, ev))
	}
	for _, v := range service.Variants {
		if v != service.Good { // does with fewer objects what ByHand does with all
			t.Run(string(v), func(t *testing.T) { test(t, v) })
		}
	}
}

// load sends requests, so many at a time, and returns them with their answers.
func (r *rig) load(t *testing.T, workers, requests int, fateOf func(int) fate) (all []sent, ev evidence) {
	t.Helper()
	all = make([]sent, requests)
	var (
		wg       sync.WaitGroup
		mu       sync.Mutex
		sequence = make(chan int)
	)
	for range workers {
		wg.Go(func() {
			for i := range sequence {
				s, body, header := prepare(i, fateOf(i))
				all[i] = s
				if a, ok := r.ask(t, s, body, header); ok {
					mu.Lock()
					ev.answers = append(ev.answers, a)
					mu.Unlock()
				}
			}
		})
	}
	for i := range requests {
		sequence <- i
	}
	close(sequence)
	wg.Wait()
	return all, ev
}

func fateOf(i int) fate {
	switch {
	case i%20 == 7:
		return broken
	case i%20 == 13:
		return leaving
	default:
		return whole
	}
}

// ask sends one request and returns its answer, if the client stayed for it.
func (r *rig) ask(t *testing.T, s sent, body []byte, header http.Header) (answer, bool) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if s.fate == leaving {
		time.AfterFunc(rand.N(20*time.Millisecond), cancel)
	}
	out, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+r.HTTP+request.Path, bytes.NewReader(body))
	if err != nil {
		t.Error(err)
		return answer{}, false
	}
	out.Header = header
	response, err := r.client.Do(out)
	if err == nil {
		defer response.Body.Close()
		var got []byte
		if got, err = unzipped(response); err == nil {
			if token := response.Header.Get(request.TokenHeader); token != s.Token {
				t.Errorf("request %s: the answer has the token %q in its header", s.Token, token)
			}
			return answer{s.Token, response.StatusCode, got}, true
		}
	}
	if s.fate != leaving && s.fate != exposed {
		t.Errorf("request %s: %v", s.Token, err)
	}
	return answer{}, false
}

// reuse lets objects be leased again, as in production: under the race detector
// every lease is checked, and the objects of checked leases never are.
func reuse(t *testing.T) {
	t.Cleanup(rcpool.SetChecking(0))
}

// With every lease checked, the checks have nothing to say of a service that is
// right: not of its requests, nor of those that are refused, nor of those whose
// client leaves.
func TestRun_ChecksHaveNothingToSay(t *testing.T) {
	for _, variant := range []service.Variant{service.Pooled, service.ZeroCopy} {
		t.Run(string(variant), func(t *testing.T) {
			rctest.NoLeaks(t)
			t.Cleanup(rcpool.OnReport(func(r rcpool.Report) { t.Error(r) }))
			r := start(t, variant, options{})
			for i := range 60 {
				s, body, header := prepare(i, fateOf(i))
				r.ask(t, s, body, header)
			}
			r.quiet(t)
			if err := r.stop(); err != nil {
				t.Fatalf("the service ended with: %v", err)
			}
			for range 5 { // late writes are found when the objects are collected
				runtime.GC()
				time.Sleep(time.Millisecond)
			}
			rcpool.FlushReports(t.Context())
		})
	}
}

// report fails the test with the first of the faults.
func report(t *testing.T, faults []string) {
	t.Helper()
	for i, fault := range faults {
		if i == 20 {
			t.Errorf("and %d more", len(faults)-i)
			return
		}
		t.Error(fault)
	}
}

// A client that keeps a record's value but calls its promise at once makes the
// service release buffers too early. This is the mistake that the test above must
// be able to see; and in the plain variant, where the garbage collector waits for
// the last pointer, it is none.
func TestRun_BufferReleasedBeforeItsPromiseIsNoticed(t *testing.T) {
	reuse(t)
	for variant, wantFaults := range map[service.Variant]bool{service.Pooled: true, service.Plain: false} {
		t.Run(string(variant), func(t *testing.T) {
			var bus *hasty
			r := start(t, variant, options{seams: service.Seams{Bus: func(p service.Producer, _ func()) service.Producer {
				bus = &hasty{Producer: p}
				return bus
			}}})
			var all []sent
			var ev evidence
			for i := range 50 { // one after the other: the next is sure to get the buffers of the last
				s, body, header := prepare(i, whole)
				all = append(all, s)
				a, _ := r.ask(t, s, body, header)
				ev.answers = append(ev.answers, a)
			}
			r.quiet(t)
			bus.flush(t)
			if err := r.stop(); err != nil {
				t.Fatalf("the service ended with: %v", err)
			}
			ev.gather(t, r)
			faults := verify(all, ev)
			if !wantFaults {
				report(t, faults)
			} else if len(faults) == 0 {
				t.Errorf("%d records were sent from released buffers, and nothing was noticed", len(ev.events))
			} else {
				t.Logf("%d faults noticed, the first: %s", len(faults), faults[0])
			}
		})
	}
}

// hasty calls each promise before it has done anything, and sends the records when
// it is flushed.
type hasty struct {
	service.Producer
	mu      sync.Mutex
	records []kgo.Record
}

func (h *hasty) TryProduce(_ context.Context, r *kgo.Record, promise func(*kgo.Record, error)) {
	h.mu.Lock()
	h.records = append(h.records, *r) // a copy of the record, not of the bytes of its value
	h.mu.Unlock()
	promise(r, nil)
}

func (h *hasty) flush(t *testing.T) {
	var wg sync.WaitGroup
	for i := range h.records {
		wg.Add(1)
		h.Producer.TryProduce(context.Background(), &h.records[i], func(_ *kgo.Record, err error) {
			if err != nil {
				t.Errorf("record %d: %v", i, err)
			}
			wg.Done()
		})
	}
	wg.Wait()
}

// A client that calls a promise twice would have an event released twice, the
// second time when it may belong to another request: the pool stops that.
func TestRun_PromiseCalledTwiceIsAMisuse(t *testing.T) {
	caught := make(chan any, len(standin.Names)*10)
	r := start(t, service.Pooled, options{seams: service.Seams{Bus: func(p service.Producer, _ func()) service.Producer { return twice{p, caught} }}})
	if status, _ := r.post(t, 0); status != http.StatusOK {
		t.Fatalf("status %d\n%s", status, r.log)
	}
	r.quiet(t)
	for range 5 {
		panicked := <-caught
		misuse := new(rcpool.Misuse)
		if err, ok := panicked.(error); !ok || !errors.As(err, &misuse) {
			t.Fatalf("the second call panicked with %v, want a *rcpool.Misuse", panicked)
		}
		if misuse.Pool != "record" {
			t.Errorf("the misuse is of pool %q, want record, the first that is released: %v", misuse.Pool, misuse)
		}
	}
}

// twice calls each promise twice, and sends what the second call panics with.
type twice struct {
	service.Producer
	caught chan<- any
}

func (w twice) TryProduce(ctx context.Context, r *kgo.Record, promise func(*kgo.Record, error)) {
	w.Producer.TryProduce(ctx, r, func(r *kgo.Record, err error) {
		promise(r, err)
		defer func() { w.caught <- recover() }()
		promise(r, err)
	})
}

// What verify does not notice, no test here would.
func TestVerify_NoticesEveryKindOfMixing(t *testing.T) {
	r := start(t, service.Plain, options{})
	var all []sent
	var clean evidence
	for i := range 3 {
		s, body, header := prepare(i, whole)
		all = append(all, s)
		a, _ := r.ask(t, s, body, header)
		clean.answers = append(clean.answers, a)
	}
	r.quiet(t)
	if err := r.stop(); err != nil {
		t.Fatal(err)
	}
	clean.gather(t, r)
	if faults := verify(all, clean); len(faults) > 0 {
		t.Fatalf("clean evidence has faults: %q", faults)
	}

	first, second := all[0], all[1]
	swap := func(in, old, new string) string {
		out := strings.ReplaceAll(in, old, new)
		if out == in {
			t.Fatalf("%q has no %q to replace", in, old)
		}
		return out
	}
	// of returns the first index of which is is true.
	of := func(n int, is func(int) bool) int {
		for i := range n {
			if is(i) {
				return i
			}
		}
		t.Fatal("no such evidence")
		return 0
	}
	for name, mix := range map[string]func(*evidence){
		"an event is lost":     func(ev *evidence) { ev.events = ev.events[1:] },
		"an event comes twice": func(ev *evidence) { ev.events = append(ev.events, ev.events[0]) },
		"an event replaces another": func(ev *evidence) {
			ev.events[0] = ev.events[len(ev.events)-1]
		},
		"an event's value is another's": func(ev *evidence) {
			i := of(len(ev.events), func(i int) bool { return bytes.Contains(ev.events[i].Value, []byte(first.Token)) })
			j := of(len(ev.events), func(j int) bool { return bytes.Contains(ev.events[j].Value, []byte(second.Token)) })
			ev.events[i].Value, ev.events[j].Value = ev.events[j].Value, ev.events[i].Value
		},
		"an event has another's user": func(ev *evidence) {
			i := of(len(ev.events), func(i int) bool { return bytes.Contains(ev.events[i].Value, []byte(first.Token)) })
			ev.events[i].Value = []byte(swap(string(ev.events[i].Value), first.User, second.User))
		},
		"an event has one of another's items": func(ev *evidence) {
			i := of(len(ev.events), func(i int) bool { return bytes.Contains(ev.events[i].Value, []byte(first.Token)) })
			ev.events[i].Value = []byte(swap(string(ev.events[i].Value), first.Items[3].SKU, second.Items[3].SKU))
		},
		"an event ends with another's tail": func(ev *evidence) {
			ev.events[0].Value = append(bytes.TrimSpace(bytes.Clone(ev.events[0].Value)), `"x"}`...)
		},
		"a line is lost":     func(ev *evidence) { ev.lines = ev.lines[1:] },
		"a line comes twice": func(ev *evidence) { ev.lines = append(ev.lines, ev.lines[0]) },
		"a line has another's session": func(ev *evidence) {
			i := of(len(ev.lines), func(i int) bool { return strings.Contains(ev.lines[i], first.Token) })
			ev.lines[i] = swap(ev.lines[i], first.Session, second.Session)
		},
		"a line of the log names another's user": func(ev *evidence) {
			ev.log = append(ev.log, fmt.Sprintf("level=WARN token=%s err=\"quote for user %s\"", first.Token, second.User))
		},
		"an answer is another's": func(ev *evidence) {
			ev.answers[0].body, ev.answers[1].body = ev.answers[1].body, ev.answers[0].body
		},
		"an answer has one of another's lines": func(ev *evidence) {
			ev.answers[0].body = []byte(swap(string(ev.answers[0].body), first.Items[2].SKU, second.Items[2].SKU))
		},
		"an answer comes from another's cache": func(ev *evidence) {
			ev.answers[0].body = []byte(swap(string(ev.answers[0].body), "User "+first.User, "User "+second.User))
		},
	} {
		t.Run(name, func(t *testing.T) {
			mixed := evidence{
				answers: append([]answer(nil), clean.answers...),
				events:  append([]kgo.Record(nil), clean.events...),
				lines:   append([]string(nil), clean.lines...),
				log:     append([]string(nil), clean.log...),
			}
			mix(&mixed)
			if len(verify(all, mixed)) == 0 {
				t.Error("not noticed")
			}
		})
	}
}
