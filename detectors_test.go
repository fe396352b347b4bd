package rcpool_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/internal/sampling"
)

// The detectors are tested by injected bugs, each class in a process of its
// own, with every lease checked: so many must be reported, and nothing else.
// Of correct leases none may be.

const injections = 200

// bugs are the classes. Each function injects one bug.
var bugs = map[string]struct {
	kind   rcpool.Kind
	rate   float64 // required
	inject func(p *rcpool.Pool[profile])
}{
	"double release": {rcpool.DoubleRelease, 1, func(p *rcpool.Pool[profile]) {
		r := p.Get()
		r.Release()
		p.Get().Release()
		panics(r.Release)
	}},
	"double release while shared": {rcpool.DoubleRelease, 1, func(p *rcpool.Pool[profile]) {
		r := p.Get()
		second := r.Retain()
		r.Release()
		panics(r.Release)
		second.Release()
	}},
	"double release in another goroutine": {rcpool.DoubleRelease, 1, func(p *rcpool.Pool[profile]) {
		r := p.Get()
		var wg sync.WaitGroup
		for range 2 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				panics(r.Release)
			}()
		}
		wg.Wait()
	}},
	"stale retain": {rcpool.StaleRetain, 1, func(p *rcpool.Pool[profile]) {
		r := p.Get()
		r.Release()
		//rcpool:ignore it panics and gives no reference
		panics(func() { r.Retain() })
	}},
	"stale value": {rcpool.UseAfterRelease, 1, func(p *rcpool.Pool[profile]) {
		r := p.Get()
		r.Release()
		panics(func() { r.Value() })
	}},
	"the article's bug": {rcpool.UseAfterRelease, 1, func(p *rcpool.Pool[profile]) {
		r := p.Get()
		released := make(chan struct{})
		var wg sync.WaitGroup
		wg.Add(1)
		go func() {
			defer wg.Done()
			<-released
			panics(func() { r.Value().id++ })
		}()
		r.Release()
		close(released)
		wg.Wait()
	}},
	"leak": {rcpool.Leak, 1, func(p *rcpool.Pool[profile]) {
		//rcpool:ignore it is lost on purpose
		p.Get().Value().id = 1
	}},
	"leak of a retained reference": {rcpool.Leak, 1, func(p *rcpool.Pool[profile]) {
		r := p.Get()
		//rcpool:ignore it is lost on purpose
		r.Retain()
		r.Release()
	}},
	"late write": {rcpool.LateWrite, 0.99, func(p *rcpool.Pool[profile]) {
		r := p.Get()
		late := r.Value()
		r.Release()
		switch rand.IntN(4) {
		case 0:
			//rcpool:ignore the mistake is on purpose
			late.id = 1
		case 1:
			//rcpool:ignore the mistake is on purpose
			late.User.Name = "late"
		case 2:
			//rcpool:ignore the mistake is on purpose
			late.buffer[rand.IntN(64)] = 7
		case 3:
			//rcpool:ignore the mistake is on purpose
			late.next = late
		}
	}},
	"late write after garbage collections": {rcpool.LateWrite, 0.99, func(p *rcpool.Pool[profile]) {
		r := p.Get()
		late := r.Value()
		r.Release()
		if rand.IntN(20) == 0 {
			runtime.GC()
		}
		//rcpool:ignore the mistake is on purpose
		late.id = 1
	}},
	"kept pointer": {rcpool.KeptPointer, 0.99, func(p *rcpool.Pool[profile]) {
		r := p.Get()
		keepHere(r.Value()) //rcpool:ignore the mistake is on purpose
		r.Release()
	}},
	"dirty reset": {rcpool.DirtyReset, 1, func(p *rcpool.Pool[profile]) {
		r := p.Get()
		r.Value().User.tags = []string{"left"}
		r.Release()
	}},
	"panic in reset": {rcpool.ResetPanic, 1, func(p *rcpool.Pool[profile]) {
		r := p.Get()
		r.Value().id = -1
		panics(r.Release)
	}},
}

// resetForBugs forgets the tags, and panics if it is told to.
func resetForBugs(p *profile) {
	if p.id == -1 {
		panic("told to")
	}
	*p = profile{User: struct {
		Name string
		tags []string
	}{tags: p.User.tags}}
}

// races are classes that the race detector reports, and rates.
var races = map[string]struct {
	rate   float64
	inject func(p *rcpool.Pool[profile])
}{
	"stale read by another goroutine": {0.95, func(p *rcpool.Pool[profile]) {
		r := p.Get()
		late := r.Value()
		var wg sync.WaitGroup
		wg.Add(1)
		//rcpool:ignore the mistake is on purpose
		go func() {
			defer wg.Done()
			time.Sleep(time.Millisecond)
			sink += late.id
		}()
		r.Release()
		wg.Wait()
	}},
	"stale read by the same goroutine": {0.95, func(p *rcpool.Pool[profile]) {
		r := p.Get()
		late := r.Value()
		r.Release()
		time.Sleep(time.Millisecond)
		//rcpool:ignore the mistake is on purpose
		sink += late.id
	}},
	"stale write": {0.95, func(p *rcpool.Pool[profile]) {
		r := p.Get()
		late := r.Value()
		r.Release()
		time.Sleep(time.Millisecond)
		//rcpool:ignore the mistake is on purpose
		late.buffer[3] = 1
	}},
	"stale read of the bytes of a buffer": {0.95, func(*rcpool.Pool[profile]) {
		r := texts.Get()
		r.Value().WriteString("the last owner's")
		late := r.Value().Bytes()
		var wg sync.WaitGroup
		wg.Add(1)
		//rcpool:ignore the mistake is on purpose
		go func() {
			defer wg.Done()
			time.Sleep(time.Millisecond)
			sink += int(late[3])
		}()
		r.Release()
		wg.Wait()
	}},
	// It is mostly written before the pattern: the end of the lease must be seen
	// as a write, but not that of each byte, for these would crowd out the last
	// byte of a word.
	"memory of Pool.Memory written late by another goroutine": {0.95, func(*rcpool.Pool[profile]) {
		memory := make([]byte, 64)
		p := rcpool.Pool[profile]{Name: "bugs", Reset: resetForBugs, Memory: func(*profile) []byte { return memory }}
		r := p.Get()
		r.Release()
		var wg sync.WaitGroup
		wg.Add(1)
		go func() {
			defer wg.Done()
			memory[rand.IntN(8)*8+7] = 1
		}()
		wg.Wait()
	}},
}

var texts rcpool.Pool[bytes.Buffer]

var sink int

func TestDetectors(t *testing.T) {
	for name, bug := range bugs {
		if race.Enabled && bug.kind == rcpool.LateWrite {
			continue // it is a race; see below
		}
		t.Run(name, func(t *testing.T) {
			out := child(t, name, "")
			var caught, others int
			for line := range strings.Lines(out) {
				var kind, count int
				if n, _ := fmt.Sscanf(line, "report %d %d", &kind, &count); n != 2 {
					continue
				}
				if rcpool.Kind(kind) == bug.kind {
					caught += count
				} else {
					others += count
				}
			}
			if caught < int(bug.rate*injections) || caught > injections || others > 0 {
				t.Errorf("of %d injected, %d were reported, and %d others:\n%s", injections, caught, others, out)
			}
		})
	}
	for name, bug := range races {
		t.Run(name, func(t *testing.T) {
			if !race.Enabled {
				t.Skip("needs the race detector")
			}
			out := child(t, name, "")
			caught := strings.Count(out, "WARNING: DATA RACE")
			if caught < int(bug.rate*injections) {
				t.Errorf("of %d injected, %d were reported:\n%.5000s", injections, caught, out)
			}
			if !strings.Contains(out, "Ref[") || !strings.Contains(out, ".Release()") {
				t.Errorf("the report does not name the release:\n%.5000s", out)
			}
		})
	}
}

// TestDetectors_NoFalseReports runs correct leases of every sort: with
// RCPOOL_SELFTEST=full a million.
func TestDetectors_NoFalseReports(t *testing.T) {
	for _, godebug := range []string{"", "clobberfree=1"} {
		t.Run("GODEBUG="+godebug, func(t *testing.T) {
			t.Parallel()
			out := child(t, "correct", godebug)
			if !strings.Contains(out, "\nreports 0\n") || strings.Contains(out, "WARNING: DATA RACE") {
				t.Errorf("correct leases were reported:\n%.5000s", out)
			}
		})
	}
}

// child runs a class of bugs in a process of its own, and returns what it
// prints.
func child(t *testing.T, bug, godebug string) string {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestDetectors_Child$")
	cmd.Env = append(os.Environ(), "RCPOOL_BUG="+bug, "GODEBUG="+godebug,
		"GORACE=suppress_equal_stacks=0 suppress_equal_addresses=0 halt_on_error=0 exitcode=0")
	out, err := cmd.CombinedOutput()
	if err != nil && !strings.Contains(string(out), "race detected during execution of test") {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

func TestDetectors_Child(t *testing.T) {
	name := os.Getenv("RCPOOL_BUG")
	if name == "" {
		t.Skip("run by TestDetectors")
	}
	rcpool.SetChecking(1)
	switch name {
	case "correct":
		correct(correctLeases())
	case "storm":
		storm(correctLeases())
	case "sampled storm":
		rcpool.SetChecking(2)
		sampling.Change(func(s *sampling.Settings) { s.Every = 0 })
		storm(correctLeases())
	default:
		p := rcpool.Pool[profile]{Name: "bugs", Reset: resetForBugs}
		inject := bugs[name].inject
		if inject == nil {
			inject = races[name].inject
		}
		for range injections {
			inject(&p)
		}
	}
	total := 0
	for range 100 { // until the garbage collector has nothing more to tell
		runtime.GC()
		time.Sleep(2 * time.Millisecond)
	}
	for _, r := range rcpool.Reports() {
		fmt.Printf("report %d %d\n%v\n", r.Kind, r.Count, r)
		total += r.Count
	}
	fmt.Printf("\nreports %d\n", total)
}

// correctLeases is a million if the environment asks for the whole test, which
// takes minutes, or as many as it asks for.
func correctLeases() int {
	asked := os.Getenv("RCPOOL_SELFTEST")
	n, err := strconv.Atoi(asked)
	switch {
	case err == nil:
		return n
	case asked == "full":
		return 1_000_000
	case testing.Short() || race.Enabled:
		return 10_000
	}
	return 50_000
}

// correct leases in every way that is allowed, n times, under pressure of the
// garbage collector.
func correct(n int) {
	defer debug.SetGCPercent(debug.SetGCPercent(20))
	var (
		profiles = rcpool.Pool[profile]{Reset: func(p *profile) {
			clear(p.User.tags)
			*p = profile{User: struct {
				Name string
				tags []string
			}{tags: p.User.tags[:0]}}
		}}
		built = rcpool.Pool[map[string]int]{
			New:   func() *map[string]int { m := map[string]int{"level": 1}; return &m },
			Reset: func(m *map[string]int) { clear(*m); (*m)["level"] = 1 },
		}
		buffers = rcpool.Pool[bytes.Buffer]{
			Keep:   func(b *bytes.Buffer) bool { return b.Cap() < 4096 },
			Memory: func(b *bytes.Buffer) []byte { return b.AvailableBuffer()[:b.Available()] },
		}
		scratches rcpool.Pool[scratch]
		small     rcpool.Pool[int]
		mail      = make(chan rcpool.Ref[profile], 64)
		workers   sync.WaitGroup
		readers   sync.WaitGroup
	)
	for range 2 {
		readers.Add(1)
		go func() {
			defer readers.Done()
			for r := range mail {
				r.Value().User.Name += "!"
				r.Release()
			}
		}()
	}
	const goroutines = 4
	for g := range goroutines {
		workers.Add(1)
		go func() {
			defer workers.Done()
			random := rand.New(rand.NewPCG(uint64(g), 2))
			for range n / goroutines {
				switch random.IntN(10) {
				case 0: // a channel
					r := profiles.Get()
					r.Value().User.tags = append(r.Value().User.tags, "a", "b")
					mail <- r
				case 1: // goroutines
					r := profiles.Get()
					r.Value().id = 3
					r.Go(func(p *profile) { _ = p.id })
					r.Go(func(p *profile) { _ = p.id })
					r.Release()
				case 2: // a callback
					r := profiles.Get()
					time.AfterFunc(time.Microsecond, r.Hold(func(p *profile) { p.buffer[1] = 2 }))
					r.Release()
				case 3: // many references
					refs := share(profiles.Get(), 30)
					for _, r := range refs {
						r.Release()
					}
				case 4: // a panic
					panics(func() {
						profiles.With(func(p *profile) error { p.next = p; panic("boom") })
					})
				case 5: // an error, and a hand-over
					open := func(fail bool) (rcpool.Ref[profile], error) {
						r := profiles.Get()
						defer rcpool.Drop(&r)
						if fail {
							return rcpool.Ref[profile]{}, errors.New("fail")
						}
						return rcpool.Move(&r), nil
					}
					r, err := open(random.IntN(2) == 0)
					if err == nil {
						r.Release()
					}
				case 6: // what New built
					r := built.Get()
					(*r.Value())["x"] = 1
					r.Release()
				case 7: // memory behind the object
					r := buffers.Get()
					r.Value().Write(make([]byte, random.IntN(8192)))
					second := r.Retain()
					r.Release()
					_ = second.Value().Len()
					second.Release()
					s := scratches.Get()
					s.Value().out.Write(make([]byte, random.IntN(8192)))
					s.Value().parts[1].WriteString(s.Value().out.String())
					s.Release()
				case 8: // an object that is taken out
					r := profiles.Get()
					p := r.Detach()
					p.id = 9
				case 9: // a small one, and a question
					r := small.Get()
					*r.Value() = 4
					if second, ok := r.TryRetain(); ok {
						second.Release()
					}
					r.Release()
					if _, ok := r.TryRetain(); ok {
						panic("a stale reference was retained")
					}
				}
			}
		}()
	}
	workers.Wait()
	close(mail)
	readers.Wait()
	time.Sleep(20 * time.Millisecond) // for the callbacks
}
