package rcpool_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/rchttp"
)

// The race detector must see the races of a program that leases. Each program
// here has one race: two goroutines write to a variable, and all that is between
// the writes is what they do with rcpool. If rcpool synchronized them, the
// detector would see no race. They run one after the other, by a
// synchronization that the detector does not see, so that the order in which
// they run is no matter of chance.

const racingPrograms = 100

// A racingProgram is what the two goroutines do with the pool. The first writes
// to the variable before, the second one after.
type racingProgram struct {
	prepare       func(p *rcpool.Pool[profile]) // on the goroutine that starts both
	first, second func(p *rcpool.Pool[profile])
	shared        bool                                      // all programs use one pool
	fresh         bool                                      // no object is leased twice
	control       bool                                      // without rcpool
	with          func() (first, second func(), end func()) // instead of the above
}

func lease(p *rcpool.Pool[profile]) {
	r := p.Get()
	r.Value().id = 1
	r.Value().User.Name = "somebody"
	r.Release()
}

func times(n int, f func(*rcpool.Pool[profile])) func(*rcpool.Pool[profile]) {
	return func(p *rcpool.Pool[profile]) {
		for range n {
			f(p)
		}
	}
}

func same(f func(*rcpool.Pool[profile])) racingProgram { return racingProgram{first: f, second: f} }

// ofOneLease is a program whose goroutines have references to one object.
func ofOneLease(references int, use func(rcpool.Ref[profile])) racingProgram {
	return racingProgram{fresh: true, with: func() (first, second func(), end func()) {
		p := new(rcpool.Pool[profile])
		refs := share(p.Get(), references)
		last := len(refs) - 1
		return func() { use(refs[last]) }, func() { use(refs[last-1]) }, func() {
			for _, r := range refs[:last-1] {
				r.Release()
			}
		}
	}}
}

// withSyncPool is a program whose goroutines use a sync.Pool n times.
func withSyncPool(n int) racingProgram {
	var p sync.Pool
	use := func() {
		for range n {
			v, ok := p.Get().(*profile)
			if !ok {
				v = new(profile)
			}
			v.id = 1
			p.Put(v)
		}
	}
	return racingProgram{control: true, with: func() (first, second func(), end func()) { return use, use, func() {} }}
}

var racingProgramsByName = map[string]racingProgram{
	"nothing":                   {first: func(*rcpool.Pool[profile]) {}, second: func(*rcpool.Pool[profile]) {}, control: true},
	"sync.Pool":                 withSyncPool(1),
	"sync.Pool by the dozen":    withSyncPool(40),
	"the first lease of a pool": same(lease),
	"a lease":                   {first: lease, second: lease, shared: true},
	"leases by the dozen":       {first: times(40, lease), second: times(40, lease), shared: true},
	"a lease of another pool":   {fresh: true, first: ofAnotherPool, second: ofAnotherPool},
	"a lease for the call of a function": same(func(p *rcpool.Pool[profile]) {
		p.With(func(v *profile) error { v.id = 2; return nil })
	}),
	"an object that is not kept": {shared: true, fresh: true,
		prepare: func(p *rcpool.Pool[profile]) { p.Keep = func(*profile) bool { return false } },
		first:   lease, second: lease},
	"an object that is to be freed": {shared: true, fresh: true,
		prepare: func(p *rcpool.Pool[profile]) {
			p.Reset, p.Free = resetForBugs, func(*profile) {}
			p.Keep = func(*profile) bool { return false }
		},
		first: lease, second: lease},
	"an object that is detached":          {shared: true, fresh: true, first: detach, second: detach},
	"a slice and a pointer in the object": {shared: true, first: fillAndRelease, second: fillAndRelease},
	"references to other leases":          {shared: true, first: retainAndRelease, second: retainAndRelease},
	"many references to other leases": {shared: true,
		first:  func(p *rcpool.Pool[profile]) { releaseAll(share(p.Get(), 40)) },
		second: func(p *rcpool.Pool[profile]) { releaseAll(share(p.Get(), 40)) }},
	"a misuse": {shared: true, first: doubleRelease, second: doubleRelease},
	"a reset that panics": {shared: true, fresh: true,
		prepare: func(p *rcpool.Pool[profile]) { p.Reset = resetForBugs },
		first:   brokenReset, second: brokenReset},
	"a reset that forgets a field": {shared: true,
		prepare: func(p *rcpool.Pool[profile]) { p.Reset = func(*profile) {} }, //rcpool:ignore it forgets everything on purpose
		first:   lease, second: lease},
	"a request with a scope":                {shared: true, first: serveWithScope, second: serveWithScope},
	"a request with a scope in the context": {shared: true, first: serveScoped, second: serveScoped},
	"statistics": {shared: true, first: lease, second: func(p *rcpool.Pool[profile]) {
		p.Stats()
		rcpool.AllStats()
		lease(p)
	}},
	"statistics of others": {shared: true, first: func(p *rcpool.Pool[profile]) {
		times(40, lease)(p)
		p.Stats()
	}, second: times(40, lease)},
	"a garbage collection": {shared: true, first: func(p *rcpool.Pool[profile]) {
		times(40, lease)(p)
		runtime.GC()
	}, second: times(40, lease)},
	"kept pointers to objects of New, and garbage collections": {shared: true,
		prepare: func(p *rcpool.Pool[profile]) { p.New = func() *profile { return new(profile) } },
		first: func(p *rcpool.Pool[profile]) {
			keepPointer(p, &overdue.first)
			runtime.GC()
		}, second: func(p *rcpool.Pool[profile]) {
			keepPointer(p, &overdue.second)
			times(40, lease)(p)
		}},
	"the list of leases": {shared: true, first: func(p *rcpool.Pool[profile]) {
		lease(p)
		rcpool.Leases()
	}, second: times(40, lease)},

	"releases of one object":      ofOneLease(3, func(r rcpool.Ref[profile]) { r.Release() }),
	"uses of one object":          ofOneLease(3, func(r rcpool.Ref[profile]) { _ = r.Value().id; r.Release() }),
	"retains of one object":       ofOneLease(3, func(r rcpool.Ref[profile]) { r.Retain().Release(); r.Release() }),
	"many references to one":      ofOneLease(40, func(r rcpool.Ref[profile]) { _ = r.Value().id; r.Release() }),
	"many retains of one":         ofOneLease(40, func(r rcpool.Ref[profile]) { r.Retain().Release(); r.Release() }),
	"a question about one object": ofOneLease(3, func(r rcpool.Ref[profile]) { r.Valid(); r.TryRetain(); r.Release() }), //rcpool:ignore the reference is lost on purpose
}

func ofAnotherPool(*rcpool.Pool[profile]) { lease(new(rcpool.Pool[profile])) }

func detach(p *rcpool.Pool[profile]) { p.Get().Detach().id = 3 }

func fillAndRelease(p *rcpool.Pool[profile]) {
	r := p.Get()
	r.Value().User.tags = []string{"a"}
	r.Value().next = new(profile)
	r.Release()
}

// overdue is where each goroutine keeps a pointer for too long.
var overdue struct{ first, second *profile }

func keepPointer(p *rcpool.Pool[profile], at **profile) {
	r := p.Get()
	//rcpool:ignore the mistake is on purpose
	*at = r.Value()
	r.Release()
}

func retainAndRelease(p *rcpool.Pool[profile]) {
	r := p.Get()
	second := r.Retain()
	r.Release()
	second.Value().id = 4
	second.Release()
}

func releaseAll(refs []rcpool.Ref[profile]) {
	for _, r := range refs {
		r.Release()
	}
}

func doubleRelease(p *rcpool.Pool[profile]) {
	r := p.Get()
	r.Release()
	panics(r.Release)
}

func brokenReset(p *rcpool.Pool[profile]) {
	r := p.Get()
	r.Value().id = -1
	panics(r.Release)
}

func serveWithScope(p *rcpool.Pool[profile]) {
	serve(rchttp.ScopeHandler(func(w http.ResponseWriter, r *http.Request, s rchttp.Scope) {
		rchttp.Borrow(s, p).Value().id = 5
	}))
}

func serveScoped(p *rcpool.Pool[profile]) {
	serve(rchttp.Scoped(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rchttp.Borrow(rchttp.ScopeOf(r.Context()), p).Value().id = 6
	})))
}

// serve makes its request by hand: httptest.NewRequest uses a sync.Pool.
func serve(h http.Handler) { h.ServeHTTP(httptest.NewRecorder(), new(http.Request)) }

//go:noinline
func firstRacingWrite(variable *[8]byte) { variable[0] = 1 }

//go:noinline
func secondRacingWrite(variable *[8]byte) { variable[0] = 2 }

// A lease that reuses an object comes after the lease that had it before, also
// with a sync.Pool, and that hides races. A checked lease reuses none.
func TestRaces_AreNotHidden(t *testing.T) {
	if !race.Enabled {
		t.Skip("needs the race detector")
	}
	asOften := racingPrograms
	for _, control := range []string{"nothing", "sync.Pool", "sync.Pool by the dozen"} {
		seen, _ := racesIn(racing(t, control, "0"))
		t.Logf("%s: %d of %d races are seen", control, seen, racingPrograms)
		asOften = min(asOften, seen)
		if control == "nothing" && seen < racingPrograms*9/10 {
			t.Fatal("the test cannot see a race")
		}
	}
	for _, oneIn := range []string{"1", "2", "0"} {
		for name, program := range racingProgramsByName {
			if program.control {
				continue
			}
			t.Run(name+", one in "+oneIn, func(t *testing.T) {
				want := racingPrograms * 9 / 10
				if oneIn != "1" && !program.fresh {
					want = max(1, asOften-25) // some four standard deviations
				}
				out := racing(t, name, oneIn)
				if seen, others := racesIn(out); seen < want || others > 0 {
					t.Errorf("of %d races %d were seen, and %d others:\n%.5000s", racingPrograms, seen, others, out)
				}
			})
		}
	}
}

func racing(t *testing.T, name, oneIn string) string {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestRaces_Child$")
	cmd.Env = append(os.Environ(), "RCPOOL_RACING="+name, "RCPOOL_CHILD_CHECK="+oneIn,
		"GORACE=suppress_equal_stacks=0 suppress_equal_addresses=0 halt_on_error=0 exitcode=0 atexit_sleep_ms=0")
	out, err := cmd.CombinedOutput()
	if err != nil && !strings.Contains(string(out), "race detected during execution of test") {
		t.Fatalf("%v\n%.5000s", err, out)
	}
	return string(out)
}

var raceWarning = regexp.MustCompile(`(?s)WARNING: DATA RACE.*?==================`)

// racesIn counts the reports of the race detector that are about the variable,
// and the others.
func racesIn(out string) (seen, others int) {
	for _, warning := range raceWarning.FindAllString(out, -1) {
		if strings.Contains(warning, "firstRacingWrite") && strings.Contains(warning, "secondRacingWrite") {
			seen++
		} else {
			others++
		}
	}
	return seen, others
}

func TestRaces_Child(t *testing.T) {
	name := os.Getenv("RCPOOL_RACING")
	if name == "" {
		t.Skip("run by TestRaces_AreNotHidden")
	}
	oneIn := 0
	fmt.Sscan(os.Getenv("RCPOOL_CHILD_CHECK"), &oneIn)
	rcpool.SetChecking(oneIn)
	program := racingProgramsByName[name]
	shared := new(rcpool.Pool[profile])
	if program.prepare != nil {
		program.prepare(shared)
	}
	for range racingPrograms {
		p := shared
		if !program.shared {
			p = new(rcpool.Pool[profile])
		}
		first, second, end := func() { program.first(p) }, func() { program.second(p) }, func() {}
		if program.with != nil {
			first, second, end = program.with()
		}
		oneAfterTheOther(first, second)
		end()
	}
}

// oneAfterTheOther runs first and second on goroutines of their own, second
// after first, in a way that the race detector does not see.
func oneAfterTheOther(first, second func()) {
	variable := new([8]byte)
	var wg sync.WaitGroup
	wg.Add(2)
	turn := make(chan struct{})
	go func() {
		firstRacingWrite(variable)
		first()
		race.Disable()
		close(turn)
		race.Enable()
		time.Sleep(time.Millisecond) // so that wg.Done comes last
		wg.Done()
	}()
	go func() {
		race.Disable()
		<-turn
		race.Enable()
		second()
		secondRacingWrite(variable)
		wg.Done()
	}()
	wg.Wait()
}
