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
	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/rchttp"
	"github.com/rcpool/rcpool/rctest"
)

type job struct {
	id   int
	tags []string
}

func newJobs() *rcpool.Pool[job] { return &rcpool.Pool[job]{Name: "jobs"} }

// serve sends a request to h and returns the answer.
func serve(h http.Handler) *httptest.ResponseRecorder {
	answer := httptest.NewRecorder()
	h.ServeHTTP(answer, httptest.NewRequest("GET", "/", nil))
	return answer
}

// misuse returns the misuse that f panics with, or nil.
func misuse(f func()) (m *rcpool.Misuse) {
	defer func() { m, _ = recover().(*rcpool.Misuse) }()
	f()
	return nil
}

// quiet keeps the misuse that the test makes on purpose out of the log.
func quiet(t *testing.T) {
	t.Helper()
	t.Cleanup(rcpool.ForgetReports)
	t.Cleanup(rcpool.OnReport(func(rcpool.Report) {}))
}

// ways are the two ways to get a scope.
var ways = map[string]func(func(http.ResponseWriter, *http.Request, rchttp.Scope)) http.Handler{
	"Scoped": func(f func(http.ResponseWriter, *http.Request, rchttp.Scope)) http.Handler {
		return rchttp.Scoped(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			f(w, r, rchttp.ScopeOf(r.Context()))
		}))
	},
	"ScopeHandler": func(f func(http.ResponseWriter, *http.Request, rchttp.Scope)) http.Handler {
		return rchttp.ScopeHandler(f)
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
						rchttp.Borrow(s, jobs).Value().id = i
					}
					if jobs.Stats().InUse != 3 {
						t.Error("released too early")
					}
					exit()
				})
				func() {
					defer func() { recover() }()
					serve(h)
				}()
				if s := jobs.Stats(); s.Releases != 3 {
					t.Errorf("released %d of 3", s.Releases)
				}
			})
		}
	}
}

// A server serves each request on its own goroutine and recovers panics.
func TestScope_InAServer(t *testing.T) {
	rctest.NoLeaks(t)
	jobs := newJobs()
	h := rchttp.Scoped(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		borrowed := rchttp.Borrow(rchttp.ScopeOf(r.Context()), jobs)
		borrowed.Value().tags = append(borrowed.Value().tags, r.URL.Path)
		if r.URL.Path == "/abort" {
			panic(http.ErrAbortHandler)
		}
		w.(http.Flusher).Flush()
		fmt.Fprint(w, borrowed.Value().tags)
	}))
	server := httptest.NewServer(h)
	defer server.Close()
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
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
					t.Errorf("%s gets the answer %s", path, body)
				}
			}
		}()
	}
	wg.Wait()
}

func TestScope_ReleasesLatestFirst(t *testing.T) {
	var released []string
	jobs := rcpool.Pool[job]{Reset: func(j *job) { released, *j = append(released, fmt.Sprint("job ", j.id)), job{} }}
	notes := rcpool.Pool[string]{Reset: func(n *string) { released, *n = append(released, *n), "" }}
	serve(rchttp.ScopeHandler(func(_ http.ResponseWriter, _ *http.Request, s rchttp.Scope) {
		rchttp.Borrow(s, &jobs).Value().id = 1
		*rchttp.Borrow(s, &notes).Value() = "note"
		rchttp.Borrow(s, &jobs).Value().id = 2
	}))
	if want := []string{"job 2", "note", "job 1"}; !slices.Equal(released, want) {
		t.Errorf("released %q, want %q", released, want)
	}
}

// A reference of its own keeps an object alive for asynchronous work.
func TestBorrowed_RetainedOutlivesTheRequest(t *testing.T) {
	rctest.NoLeaks(t)
	jobs := newJobs()
	served := make(chan struct{})
	ids := make(chan int, 3)
	later := make(chan func(), 1)
	retained := make(chan rcpool.Ref[job], 1)
	serve(rchttp.ScopeHandler(func(_ http.ResponseWriter, _ *http.Request, s rchttp.Scope) {
		borrowed := rchttp.Borrow(s, jobs)
		borrowed.Value().id = 7
		borrowed.Go(func(j *job) { <-served; ids <- j.id })
		later <- borrowed.Hold(func(j *job) { ids <- j.id })
		retained <- borrowed.Retain()
	}))
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

// A scope that someone keeps is stale, and stays stale when its memory serves
// another request.
func TestScope_UsedAfterTheRequest(t *testing.T) {
	for _, check := range []int{0, 1} {
		t.Run(fmt.Sprint("checking ", check), func(t *testing.T) {
			quiet(t)
			defer rcpool.SetChecking(check)()
			jobs := newJobs()
			var kept rchttp.Scope
			var borrowed rchttp.Borrowed[job]
			var ctx context.Context
			serve(rchttp.Scoped(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				ctx = r.Context()
				kept = rchttp.ScopeOf(ctx)
				borrowed = rchttp.Borrow(kept, jobs)
			})))
			serve(rchttp.ScopeHandler(func(_ http.ResponseWriter, _ *http.Request, s rchttp.Scope) {
				rchttp.Borrow(s, jobs)
				for name, use := range map[string]func(){
					"Borrow":  func() { rchttp.Borrow(kept, jobs) },
					"Adopt":   func() { rchttp.Adopt(kept, jobs.Get()) },
					"ScopeOf": func() { rchttp.Borrow(rchttp.ScopeOf(ctx), jobs) },
					"Value":   func() { borrowed.Value() },
				} {
					m := misuse(use)
					if m == nil || m.Kind != rcpool.UseAfterRelease || !strings.Contains(m.MisusedAt.Site(), "TestScope_UsedAfterTheRequest") {
						t.Errorf("%s after the request panics with %v", name, m)
					}
					if cured := m != nil && strings.Contains(m.Error(), "retain what you borrowed"); cured != (name != "Value") {
						t.Errorf("%s says %v", name, m)
					}
				}
				for name, use := range map[string]func(){
					"Retain": func() { borrowed.Retain() }, //rcpool:ignore it panics, so there is nothing to release
					"Go":     func() { borrowed.Go(func(*job) {}) },
				} {
					if m := misuse(use); m == nil || m.Kind != rcpool.StaleRetain {
						t.Errorf("%s after the request panics with %v", name, m)
					}
				}
			}))
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
		"Borrow": func() { rchttp.Borrow(rchttp.Scope{}, jobs) },
		"Adopt":  func() { rchttp.Adopt(rchttp.Scope{}, jobs.Get()) },
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

// A panic in one release does not leak the other references.
func TestScope_ReleasesTheRestIfOnePanics(t *testing.T) {
	quiet(t)
	boom := errors.New("boom")
	jobs := newJobs()
	broken := rcpool.Pool[int]{Reset: func(*int) { panic(boom) }}
	var got any
	func() {
		defer func() { got = recover() }()
		serve(rchttp.ScopeHandler(func(_ http.ResponseWriter, _ *http.Request, s rchttp.Scope) {
			rchttp.Borrow(s, jobs)
			rchttp.Borrow(s, &broken)
			rchttp.Borrow(s, jobs)
			rchttp.Borrow(s, &broken)
			rchttp.Borrow(s, jobs)
		}))
	}()
	if got != boom {
		t.Errorf("panics with %v", got)
	}
	if s := jobs.Stats(); s.Releases != 3 || broken.Stats().InUse != 0 {
		t.Errorf("released %d of 3", s.Releases)
	}
}

func TestAdopt(t *testing.T) {
	quiet(t)
	jobs := newJobs()
	m := misuse(func() {
		serve(rchttp.ScopeHandler(func(_ http.ResponseWriter, _ *http.Request, s rchttp.Scope) {
			ref := jobs.Get()
			object := ref.Value()
			if borrowed := rchttp.Adopt(s, ref); borrowed.Value() != object {
				t.Error("borrowed another object")
			}
			stale := jobs.Get()
			stale.Release()
			if m := misuse(func() { rchttp.Adopt(s, stale) }); m == nil || m.Kind != rcpool.UseAfterRelease {
				t.Errorf("adopting a stale reference panics with %v", m)
			}
			twice := jobs.Get()
			rchttp.Adopt(s, twice)
			rchttp.Adopt(s, twice) //rcpool:ignore adopting it twice is on purpose
		}))
	})
	if m == nil || m.Kind != rcpool.DoubleRelease {
		t.Errorf("adopting a reference twice panics with %v", m)
	}
	if s := jobs.Stats(); s.InUse != 0 {
		t.Errorf("%d are in use", s.InUse)
	}
}

// Goroutines that the handler waits for share one scope.
func TestScope_Concurrent(t *testing.T) {
	rctest.NoLeaks(t)
	jobs := newJobs()
	serve(rchttp.ScopeHandler(func(_ http.ResponseWriter, _ *http.Request, s rchttp.Scope) {
		var wg sync.WaitGroup
		for i := range 8 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				for range 50 {
					rchttp.Borrow(s, jobs).Value().id = i
				}
			}()
		}
		wg.Wait()
	}))
	if s := jobs.Stats(); s.Releases != 400 {
		t.Errorf("released %d of 400", s.Releases)
	}
}

// A goroutine that the handler does not wait for either borrows in time or
// panics. It adds nothing to the scope of another request, and nothing leaks.
func TestScope_BorrowRacesWithTheEnd(t *testing.T) {
	if race.Enabled {
		t.Skip("the misuse is a data race")
	}
	quiet(t)
	defer rcpool.SetChecking(0)()
	jobs := newJobs()
	var wg sync.WaitGroup
	for range 1000 {
		serve(rchttp.ScopeHandler(func(_ http.ResponseWriter, _ *http.Request, s rchttp.Scope) {
			started := make(chan struct{})
			wg.Add(1)
			go func() {
				defer wg.Done()
				close(started)
				for i := 0; i < 20 && misuse(func() { rchttp.Borrow(s, jobs) }) == nil; i++ {
				}
			}()
			<-started
		}))
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
		borrowed := rchttp.Borrow(rchttp.ScopeOf(r.Context()), jobs)
		borrowed.Value().id = 7
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		borrowed.Go(func(j *job) {
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

// TimeoutHandler returns early, so the scope must be inside.
func TestScope_InsideTimeoutHandler(t *testing.T) {
	rctest.NoLeaks(t)
	jobs := newJobs()
	var used sync.WaitGroup
	used.Add(1)
	h := http.TimeoutHandler(rchttp.Scoped(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		defer used.Done()
		borrowed := rchttp.Borrow(rchttp.ScopeOf(r.Context()), jobs)
		<-r.Context().Done()
		borrowed.Value().id = 1 // still borrowed
	})), time.Millisecond, "too late")
	if answer := serve(h); answer.Code != http.StatusServiceUnavailable {
		t.Errorf("answered %d", answer.Code)
	}
	used.Wait()
}

// A scope around http.TimeoutHandler ends while its handler runs.
func TestScope_AroundTimeoutHandler(t *testing.T) {
	quiet(t)
	jobs := newJobs()
	timedOut, used := make(chan bool), make(chan *job)
	h := rchttp.Scoped(http.TimeoutHandler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		j := rchttp.Borrow(rchttp.ScopeOf(r.Context()), jobs)
		<-timedOut
		j.Value().id = 7
		used <- j.Value()
	}), time.Millisecond, ""))
	if m := misuse(func() { serve(h) }); m == nil || m.Kind != rcpool.UseAfterRelease || !strings.Contains(m.Op, "TimeoutHandler") || !strings.Contains(m.Error(), m.Cure) {
		t.Errorf("panicked with %v", m)
	}

	t.Cleanup(rcpool.SetPanicOnMisuse(false))
	serve(h)
	next := jobs.Get()
	defer next.Release()
	timedOut <- true
	if j := <-used; j == next.Value() || j.id != 7 || next.Value().id != 0 {
		t.Error("the handler uses the object of another request")
	}
}

// A context that can be cancelled separately is fine.
func TestScopeOf_WithADeadlineOfItsOwn(t *testing.T) {
	serve(rchttp.Scoped(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), time.Hour)
		defer cancel()
		if rchttp.ScopeOf(ctx) != rchttp.ScopeOf(r.Context()) {
			t.Error("got another scope")
		}
	})))
}

// What is borrowed from a scope that has ended belongs to nobody else.
func TestScope_ReportOnly(t *testing.T) {
	quiet(t)
	t.Cleanup(rcpool.SetPanicOnMisuse(false))
	jobs := newJobs()
	var ended rchttp.Scope
	serve(rchttp.ScopeHandler(func(_ http.ResponseWriter, _ *http.Request, s rchttp.Scope) { ended = s }))
	for name, s := range map[string]rchttp.Scope{"ended": ended, "zero": {}} {
		j := rchttp.Borrow(s, jobs)
		j.Value().id = 7
		next := jobs.Get()
		if j.Value().id != 7 || next.Value() == j.Value() {
			t.Errorf("%s: the object is shared with another request", name)
		}
		next.Release()
	}
	if n := len(rcpool.Reports()); n != 2 {
		t.Errorf("%d reports: %v", n, rcpool.Reports())
	}
	for _, r := range rcpool.Reports() {
		if !strings.Contains(r.String(), r.Cure) || r.Cure == "" || strings.Contains(r.String(), "not checked") {
			t.Errorf("says\n%v", r)
		}
	}
}

func TestScopeHandler_AllocatesNothing(t *testing.T) {
	if race.Enabled {
		t.Skip("every lease is checked")
	}
	defer rcpool.SetChecking(0)()
	jobs := newJobs()
	h := rchttp.ScopeHandler(func(_ http.ResponseWriter, _ *http.Request, s rchttp.Scope) {
		rchttp.Borrow(s, jobs)
		rchttp.Borrow(s, jobs)
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
		{"scope=ScopeHandler", rchttp.ScopeHandler(func(_ http.ResponseWriter, _ *http.Request, s rchttp.Scope) {
			rchttp.Borrow(s, jobs).Value().id = 1
			rchttp.Borrow(s, jobs).Value().id = 2
		})},
		{"scope=Scoped", rchttp.Scoped(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			s := rchttp.ScopeOf(r.Context())
			rchttp.Borrow(s, jobs).Value().id = 1
			rchttp.Borrow(s, jobs).Value().id = 2
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

// What is to run later has the object until it has run or is stopped.
func TestBorrowed_AfterFunc(t *testing.T) {
	rctest.NoLeaks(t)
	jobs := newJobs()
	ran := make(chan int)
	var stop func() bool
	serve(rchttp.ScopeHandler(func(_ http.ResponseWriter, _ *http.Request, s rchttp.Scope) {
		late, never := rchttp.Borrow(s, jobs), rchttp.Borrow(s, jobs)
		late.Value().id, never.Value().id = 1, 2
		late.AfterFunc(0, func(j *job) { ran <- j.id })
		stop = never.AfterFunc(time.Hour, func(*job) { t.Error("ran an hour early") })
	}))
	if n := jobs.Stats().InUse; n != 2 {
		t.Errorf("%d objects are leased after the request, want both", n)
	}
	if id := <-ran; id != 1 {
		t.Errorf("ran with object %d, want 1", id)
	}
	if !stop() {
		t.Error("it was too late to stop")
	}
}
