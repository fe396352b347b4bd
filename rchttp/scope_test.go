package rchttp_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
	"github.com/rcpool/rcpool/rctest"
)

type job struct {
	id   int
	tags []string
}

func newJobs() *rcpool.Pool[job] { return &rcpool.Pool[job]{Name: "jobs"} }

// misuse is the misuse that f panics with, or nil.
func misuse(f func()) (m *rcpool.Misuse) {
	defer func() { m, _ = recover().(*rcpool.Misuse) }()
	f()
	return nil
}

// quiet keeps the reports of misuses that the test makes out of its log.
func quiet(t *testing.T) {
	t.Helper()
	rcpool.OnReport(func(rcpool.Report) {})
	t.Cleanup(func() {
		rcpool.OnReport(nil)
		rcpool.ForgetReports()
	})
}

// ways are the two ways to a scope.
var ways = map[string]func(func(http.ResponseWriter, *http.Request, rchttp.Scope)) http.Handler{
	"Scoped": func(f func(http.ResponseWriter, *http.Request, rchttp.Scope)) http.Handler {
		return rchttp.Scoped(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			f(w, r, rchttp.ScopeOf(r.Context()))
		}))
	},
	"HandlerFunc": func(f func(http.ResponseWriter, *http.Request, rchttp.Scope)) http.Handler {
		return rchttp.HandlerFunc(f)
	},
}

func TestScope_ReleasesOnEveryWayOut(t *testing.T) {
	for name, exit := range map[string]func(){
		"return":          func() {},
		"panic":           func() { panic("boom") },
		"ErrAbortHandler": func() { panic(http.ErrAbortHandler) },
	} {
		for way, handler := range ways {
			t.Run(name+" "+way, func(t *testing.T) {
				rctest.NoLeaks(t)
				jobs := newJobs()
				h := handler(func(_ http.ResponseWriter, _ *http.Request, s rchttp.Scope) {
					for i := range 3 {
						rchttp.Lease(s, jobs).Value().id = i
					}
					if jobs.Stats().InUse != 3 {
						t.Error("released too early")
					}
					exit()
				})
				func() {
					defer func() { recover() }()
					ask(h, "GET", "/")
				}()
				if s := jobs.Stats(); s.Releases != 3 {
					t.Errorf("released %d of 3", s.Releases)
				}
			})
		}
	}
}

// A server, which has goroutines of its own for requests, and recovers panics.
func TestScope_InAServer(t *testing.T) {
	rctest.NoLeaks(t)
	jobs := newJobs()
	h := rchttp.Scoped(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		lent := rchttp.Lease(rchttp.ScopeOf(r.Context()), jobs)
		lent.Value().tags = append(lent.Value().tags, r.URL.Path)
		if r.URL.Path == "/abort" {
			panic(http.ErrAbortHandler)
		}
		w.(http.Flusher).Flush()
		fmt.Fprint(w, lent.Value().tags)
	}))
	server := httptest.NewServer(h)
	defer server.Close()
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for j := range 20 {
				path := fmt.Sprintf("/%d/%d", i, j)
				if j == 10 {
					path = "/abort"
				}
				answer, err := server.Client().Get(server.URL + path)
				if err != nil {
					if path != "/abort" {
						t.Error(err)
					}
					continue
				}
				body, _ := io.ReadAll(answer.Body)
				answer.Body.Close()
				if path != "/abort" && string(body) != "["+path+"]" {
					t.Errorf("%s is answered with %s", path, body)
				}
			}
		})
	}
	wg.Wait()
}

func TestScope_ReleasesTheLatestFirst(t *testing.T) {
	var released []string
	jobs := rcpool.Pool[job]{Reset: func(j *job) { released, *j = append(released, fmt.Sprint("job ", j.id)), job{} }}
	notes := rcpool.Pool[string]{Reset: func(n *string) { released, *n = append(released, *n), "" }}
	ask(rchttp.HandlerFunc(func(_ http.ResponseWriter, _ *http.Request, s rchttp.Scope) {
		rchttp.Lease(s, &jobs).Value().id = 1
		*rchttp.Lease(s, &notes).Value() = "note"
		rchttp.Lease(s, &jobs).Value().id = 2
	}), "GET", "/")
	if want := []string{"job 2", "note", "job 1"}; !slices.Equal(released, want) {
		t.Errorf("released %q, want %q", released, want)
	}
}

// What is given to asynchronous work lives until that is done.
func TestLent_RetainedOutlivesTheRequest(t *testing.T) {
	rctest.NoLeaks(t)
	jobs := newJobs()
	served := make(chan struct{})
	ids := make(chan int, 3)
	later := make(chan func(), 1)
	retained := make(chan rcpool.Ref[job], 1)
	ask(rchttp.HandlerFunc(func(_ http.ResponseWriter, _ *http.Request, s rchttp.Scope) {
		lent := rchttp.Lease(s, jobs)
		lent.Value().id = 7
		lent.Go(func(j *job) { <-served; ids <- j.id })
		later <- lent.Hold(func(j *job) { ids <- j.id })
		retained <- lent.Retain()
	}), "GET", "/")
	if jobs.Stats().InUse != 1 {
		t.Error("it was released with the request")
	}
	close(served)
	(<-later)()
	ref := <-retained
	ids <- ref.Value().id
	ref.Release()
	for range 3 {
		if id := <-ids; id != 7 {
			t.Errorf("the id is %d", id)
		}
	}
}

// A scope that is kept is stale, and stays so when others are leased that use
// the same memory.
func TestScope_UsedAfterTheRequest(t *testing.T) {
	for _, check := range []int{0, 1} {
		t.Run(fmt.Sprint("checking ", check), func(t *testing.T) {
			quiet(t)
			before := rcpool.Checking()
			rcpool.SetChecking(check)
			defer rcpool.SetChecking(before)
			jobs := newJobs()
			var kept rchttp.Scope
			var lent rchttp.Lent[job]
			var ctx context.Context
			ask(rchttp.Scoped(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				ctx = r.Context()
				kept = rchttp.ScopeOf(ctx)
				lent = rchttp.Lease(kept, jobs)
			})), "GET", "/")
			ask(rchttp.HandlerFunc(func(_ http.ResponseWriter, _ *http.Request, s rchttp.Scope) {
				rchttp.Lease(s, jobs)
				for name, use := range map[string]func(){
					"Lease":   func() { rchttp.Lease(kept, jobs) },
					"Own":     func() { rchttp.Own(kept, jobs.Get()) },
					"ScopeOf": func() { rchttp.Lease(rchttp.ScopeOf(ctx), jobs) },
					"Value":   func() { lent.Value() },
				} {
					m := misuse(use)
					if m == nil || m.Kind != rcpool.UseAfterRelease || !strings.Contains(m.Misused.Site(), "TestScope_UsedAfterTheRequest") {
						t.Errorf("%s after the request panics with %v", name, m)
					}
				}
				for name, use := range map[string]func(){
					"Retain": func() { lent.Retain() }, //rcpool:ignore it panics, so there is nothing to release
					"Go":     func() { lent.Go(func(*job) {}) },
				} {
					if m := misuse(use); m == nil || m.Kind != rcpool.StaleRetain {
						t.Errorf("%s after the request panics with %v", name, m)
					}
				}
			}), "GET", "/")
			if s := jobs.Stats(); s.InUse != 0 {
				t.Errorf("%d are in use", s.InUse)
			}
		})
	}
}

func TestScope_Zero(t *testing.T) {
	quiet(t)
	jobs := newJobs()
	for name, use := range map[string]func(){
		"Lease": func() { rchttp.Lease(rchttp.Scope{}, jobs) },
		"Own":   func() { rchttp.Own(rchttp.Scope{}, jobs.Get()) },
	} {
		if m := misuse(use); m == nil || m.Kind != rcpool.ZeroRef {
			t.Errorf("%s panics with %v", name, m)
		}
	}
	if s := jobs.Stats(); s.InUse != 0 {
		t.Errorf("%d are in use", s.InUse)
	}
}

func TestScopeOf_WithoutAScope(t *testing.T) {
	defer func() {
		if err, _ := recover().(error); err == nil || !strings.Contains(err.Error(), "rchttp.Scoped") {
			t.Errorf("panics with %v", err)
		}
	}()
	rchttp.ScopeOf(t.Context())
}

// What one lease does wrong is no reason to leak the others.
func TestScope_ReleasesTheRestIfOnePanics(t *testing.T) {
	quiet(t)
	boom := errors.New("boom")
	jobs := newJobs()
	broken := rcpool.Pool[int]{Reset: func(*int) { panic(boom) }}
	var got any
	func() {
		defer func() { got = recover() }()
		ask(rchttp.HandlerFunc(func(_ http.ResponseWriter, _ *http.Request, s rchttp.Scope) {
			rchttp.Lease(s, jobs)
			rchttp.Lease(s, &broken)
			rchttp.Lease(s, jobs)
			rchttp.Lease(s, &broken)
			rchttp.Lease(s, jobs)
		}), "GET", "/")
	}()
	if got != boom {
		t.Errorf("panics with %v", got)
	}
	if s := jobs.Stats(); s.Releases != 3 || broken.Stats().InUse != 0 {
		t.Errorf("released %d of 3", s.Releases)
	}
}

func TestOwn(t *testing.T) {
	quiet(t)
	jobs := newJobs()
	m := misuse(func() {
		ask(rchttp.HandlerFunc(func(_ http.ResponseWriter, _ *http.Request, s rchttp.Scope) {
			ref := jobs.Get()
			object := ref.Value()
			if lent := rchttp.Own(s, ref); lent.Value() != object {
				t.Error("lends something else")
			}
			stale := jobs.Get()
			stale.Release()
			if m := misuse(func() { rchttp.Own(s, stale) }); m == nil || m.Kind != rcpool.UseAfterRelease {
				t.Errorf("to own a stale reference panics with %v", m)
			}
			twice := jobs.Get()
			rchttp.Own(s, twice)
			rchttp.Own(s, twice) //rcpool:ignore handing it over twice is on purpose
		}), "GET", "/")
	})
	if m == nil || m.Kind != rcpool.DoubleRelease {
		t.Errorf("to own a reference twice panics with %v", m)
	}
	if s := jobs.Stats(); s.InUse != 0 {
		t.Errorf("%d are in use", s.InUse)
	}
}

// Goroutines that the handler waits for lease in one scope.
func TestScope_Concurrently(t *testing.T) {
	rctest.NoLeaks(t)
	jobs := newJobs()
	ask(rchttp.HandlerFunc(func(_ http.ResponseWriter, _ *http.Request, s rchttp.Scope) {
		var wg sync.WaitGroup
		for i := range 8 {
			wg.Go(func() {
				for range 50 {
					rchttp.Lease(s, jobs).Value().id = i
				}
			})
		}
		wg.Wait()
	}), "GET", "/")
	if s := jobs.Stats(); s.Releases != 400 {
		t.Errorf("released %d of 400", s.Releases)
	}
}

// Goroutines that the handler does not wait for are refused, or were in time;
// nothing ends up in the scope of another request, or leaks.
func TestScope_LeaseRacesWithTheEnd(t *testing.T) {
	if raceEnabled {
		t.Skip("the misuse is a data race")
	}
	quiet(t)
	before := rcpool.Checking()
	rcpool.SetChecking(0)
	defer rcpool.SetChecking(before)
	jobs := newJobs()
	var wg sync.WaitGroup
	for range 1000 {
		ask(rchttp.HandlerFunc(func(_ http.ResponseWriter, _ *http.Request, s rchttp.Scope) {
			started := make(chan struct{})
			wg.Go(func() {
				close(started)
				for i := 0; i < 20 && misuse(func() { rchttp.Lease(s, jobs) }) == nil; i++ {
				}
			})
			<-started
		}), "GET", "/")
	}
	wg.Wait()
	if s := jobs.Stats(); s.InUse != 0 {
		t.Errorf("%d of %d leases are in use", s.InUse, s.Gets)
	}
}

// The connection outlives the request; the scope does not.
func TestScope_Hijack(t *testing.T) {
	rctest.NoLeaks(t)
	jobs := newJobs()
	server := httptest.NewServer(rchttp.Scoped(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		lent := rchttp.Lease(rchttp.ScopeOf(r.Context()), jobs)
		lent.Value().id = 7
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		lent.Go(func(j *job) {
			defer conn.Close()
			fmt.Fprintf(conn, "hello %d\n", j.id)
		})
	})))
	defer server.Close()
	request, err := http.NewRequest("GET", server.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	conn := dial(t, server)
	if err := request.Write(conn); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(conn).ReadString('\n')
	if line != "hello 7\n" {
		t.Errorf("read %q, %v", line, err)
	}
}

// The one order of the two that works: the scope is inside of what gives up
// waiting.
func TestScope_InsideOfTimeoutHandler(t *testing.T) {
	rctest.NoLeaks(t)
	jobs := newJobs()
	var used sync.WaitGroup
	used.Add(1)
	h := http.TimeoutHandler(rchttp.Scoped(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		defer used.Done()
		lent := rchttp.Lease(rchttp.ScopeOf(r.Context()), jobs)
		<-r.Context().Done()
		lent.Value().id = 1 // still lent
	})), time.Millisecond, "too late")
	if answer := ask(h, "GET", "/"); answer.Code != http.StatusServiceUnavailable {
		t.Errorf("answered with %d", answer.Code)
	}
	used.Wait()
}

func TestScope_HandlerFuncAllocatesNothing(t *testing.T) {
	if raceEnabled {
		t.Skip("every lease is checked")
	}
	before := rcpool.Checking()
	rcpool.SetChecking(0)
	defer rcpool.SetChecking(before)
	jobs := newJobs()
	h := rchttp.HandlerFunc(func(_ http.ResponseWriter, _ *http.Request, s rchttp.Scope) {
		rchttp.Lease(s, jobs)
		rchttp.Lease(s, jobs)
	})
	r := httptest.NewRequest("GET", "/", nil)
	if n := testing.AllocsPerRun(1000, func() { h.ServeHTTP(nil, r) }); n >= 1 {
		t.Errorf("%v allocations per request", n)
	}
}

func BenchmarkScope(b *testing.B) {
	jobs := newJobs()
	r := httptest.NewRequest("GET", "/", nil)
	for _, c := range []struct {
		name string
		h    http.Handler
	}{
		{"scope=none", http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
			first := jobs.Get()
			defer first.Release()
			second := jobs.Get()
			defer second.Release()
			first.Value().id, second.Value().id = 1, 2
		})},
		{"scope=HandlerFunc", rchttp.HandlerFunc(func(_ http.ResponseWriter, _ *http.Request, s rchttp.Scope) {
			rchttp.Lease(s, jobs).Value().id = 1
			rchttp.Lease(s, jobs).Value().id = 2
		})},
		{"scope=Scoped", rchttp.Scoped(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			s := rchttp.ScopeOf(r.Context())
			rchttp.Lease(s, jobs).Value().id = 1
			rchttp.Lease(s, jobs).Value().id = 2
		}))},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.h.ServeHTTP(nil, r)
			}
		})
	}
}
