package rcpool_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"runtime"
	"runtime/pprof"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/internal/sampling"
)

// checked turns the checking of every lease on for a test, and collects its
// reports.
func checked(t *testing.T) *collected {
	t.Helper()
	return checkedOneIn(t, 1)
}

func checkedOneIn(t *testing.T, n int) *collected {
	t.Helper()
	rcpool.PutBack(t)
	rcpool.SetChecking(n)
	rcpool.ForgetReports()
	c := new(collected)
	rcpool.OnReport(c.add)
	return c
}

type collected struct {
	mu      sync.Mutex
	reports []rcpool.Report
}

func (c *collected) add(r rcpool.Report) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reports = append(c.reports, r)
}

func (c *collected) all() []rcpool.Report {
	flushReports()
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]rcpool.Report(nil), c.reports...)
}

// flushReports waits until OnReport's function has received what was reported.
func flushReports() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := rcpool.FlushReports(ctx); err != nil {
		panic(err)
	}
}

// none collects garbage, and wants no report.
func (c *collected) none(t *testing.T) {
	t.Helper()
	for range 5 {
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
	for _, r := range c.all() {
		t.Errorf("reported\n%v", r)
	}
}

// only waits for one report, collecting garbage, and wants it to be of a kind.
func (c *collected) only(t *testing.T, kind rcpool.Kind) rcpool.Report {
	t.Helper()
	eventually(t, func() string {
		if len(c.all()) == 0 {
			return "no report of a " + kind.String()
		}
		return ""
	})
	all := c.all()
	if len(all) != 1 || all[0].Kind != kind {
		t.Fatalf("got %d reports, want one of %s:\n%v", len(all), kind, all)
	}
	return all[0]
}

// Each place of a bug has a function of its own, so that the reports can be
// held against their names.

//go:noinline
func acquireHere(p *rcpool.Pool[message]) rcpool.Ref[message] { return p.Get() }

//go:noinline
func retainHere(r rcpool.Ref[message]) rcpool.Ref[message] { return r.Retain() }

//go:noinline
func releaseHere(r rcpool.Ref[message]) { r.Release() }

//go:noinline
func misuseHere(f func()) { f() }

func wantPlace(t *testing.T, what string, at rcpool.Stack, function string) {
	t.Helper()
	if site := at.Site(); !strings.Contains(site, "."+function+" ") {
		t.Errorf("%s at %q, want %s", what, site, function)
	}
}

func TestCheck_MisuseNamesEveryPlace(t *testing.T) {
	for _, test := range []struct {
		kind rcpool.Kind
		use  func(rcpool.Ref[message])
	}{
		{rcpool.DoubleRelease, func(r rcpool.Ref[message]) { r.Release() }},
		//rcpool:ignore it panics and gives no reference
		{rcpool.StaleRetain, func(r rcpool.Ref[message]) { r.Retain() }},
		{rcpool.UseAfterRelease, func(r rcpool.Ref[message]) { r.Value() }},
		{rcpool.UseAfterRelease, func(r rcpool.Ref[message]) { r.Detach() }},
	} {
		for _, others := range []int{0, 1, 40} { // with 40 the reference has no identity in the word
			t.Run(fmt.Sprintf("%s, %d others", test.kind, others), func(t *testing.T) {
				c := checked(t)
				p := rcpool.Pool[message]{Name: "messages"}
				first := acquireHere(&p)
				refs := share(first, others+1)
				r := retainHere(first)
				releaseHere(r)
				m := caught(t, func() { misuseHere(func() { test.use(r) }) })
				if m.Kind != test.kind || m.Pool != "messages" {
					t.Errorf("got %v", m)
				}
				wantPlace(t, "acquired", m.GotAt, "acquireHere")
				wantPlace(t, "taken", m.RetainedAt, "retainHere")
				wantPlace(t, "released", m.ReleasedAt, "releaseHere")
				if !strings.Contains(m.MisusedAt.String(), "misuseHere") {
					t.Errorf("misused at\n%s", m.MisusedAt)
				}
				for _, place := range []string{"acquireHere", "retainHere", "releaseHere"} {
					if !strings.Contains(m.Error(), place) {
						t.Errorf("%q lacks %s", m.Error(), place)
					}
				}
				report := c.only(t, test.kind)
				for _, place := range []string{"acquireHere", "retainHere", "releaseHere", "misuseHere"} {
					if !strings.Contains(report.String(), place) {
						t.Errorf("lacks %s:\n%s", place, report)
					}
				}
				for _, other := range refs { // nobody else suffered
					other.Value().id++
					other.Release()
				}
			})
		}
	}
}

// After the whole lease is over, the report shows the release that ended it.
func TestCheck_StaleAfterTheLease(t *testing.T) {
	c := checked(t)
	var p rcpool.Pool[message]
	r := acquireHere(&p)
	releaseHere(r)
	p.Get().Release()
	m := caught(t, func() { r.Value() })
	wantPlace(t, "acquired", m.GotAt, "acquireHere")
	wantPlace(t, "released", m.ReleasedAt, "releaseHere")
	c.only(t, rcpool.UseAfterRelease)
}

// One of many references that is released twice is caught at once, also while
// others still hold the object.
func TestCheck_CountedReferencesHaveAnIdentity(t *testing.T) {
	checked(t)
	var p rcpool.Pool[message]
	refs := share(p.Get(), 40)
	refs[30].Release()
	wantMisuse(t, rcpool.DoubleRelease, refs[30].Release)
	wantMisuse(t, rcpool.UseAfterRelease, func() { refs[30].Value() })
	//rcpool:ignore it panics and gives no reference
	wantMisuse(t, rcpool.StaleRetain, func() { refs[30].Retain() })
	for i, r := range refs {
		if i != 30 {
			r.Release()
		}
	}
	if got := p.Stats(); got.InUse != 0 || got.Releases != 1 {
		t.Errorf("%+v", got)
	}
}

//go:noinline
func leakHere(p *rcpool.Pool[message]) {
	r := acquireHere(p)
	//rcpool:ignore it is lost on purpose
	retainHere(r)
	releaseHere(r)
}

func TestCheck_Leak(t *testing.T) {
	c := checked(t)
	p := rcpool.Pool[message]{Name: "leaky"}
	leakHere(&p)
	r := c.only(t, rcpool.Leak)
	wantPlace(t, "acquired", r.GotAt, "acquireHere")
	if len(r.RetainedAt) != 1 || r.Pool != "leaky" {
		t.Fatalf("got %v", r)
	}
	wantPlace(t, "taken", r.RetainedAt[0], "retainHere")
	if leases := rcpool.Leases(); len(leases) == 0 || !leases[len(leases)-1].Leaked {
		t.Errorf("the leak is not among the leases: %+v", leases)
	}
	p.Get().Release()
}

// Leaks at the same place are one report with a count.
func TestCheck_ReportsAreGrouped(t *testing.T) {
	c := checked(t)
	p := rcpool.Pool[message]{Name: "leaky"}
	for range 20 {
		leakHere(&p)
	}
	eventually(t, func() string {
		all := rcpool.Reports()
		if len(all) == 1 && all[0].Kind == rcpool.Leak && all[0].Count == 20 {
			return ""
		}
		return fmt.Sprint(all)
	})
	if got := c.all(); len(got) != 2 || got[0].Count != 1 || got[1].Count != 10 {
		t.Errorf("OnReport was called with %v", got)
	}
}

type profile struct {
	id   int
	User struct {
		Name string
		tags []string
	}
	buffer [64]byte
	next   *profile
}

func TestCheck_LateWrite(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector reports the late write itself, and fails the test: see TestDetectors")
	}
	for _, test := range []struct {
		field string
		write func(*profile)
	}{
		{".id", func(p *profile) { p.id = 1 }},
		{".User.Name", func(p *profile) { p.User.Name = "late" }},
		{".User.tags", func(p *profile) { p.User.tags = make([]string, 3) }},
		{".buffer[17]", func(p *profile) { p.buffer[17] = 1 }},
		{".next", func(p *profile) { p.next = p }},
	} {
		for name, newProfile := range map[string]func() *profile{"": nil, " with New": func() *profile { return new(profile) }} {
			t.Run(test.field+name, func(t *testing.T) {
				c := checked(t)
				p := rcpool.Pool[profile]{Name: "profiles", New: newProfile}
				func() {
					r := p.Get()
					late := r.Value()
					r.Release()
					//rcpool:ignore the mistake is on purpose
					test.write(late)
				}()
				if newProfile != nil {
					churn(&p) // objects that New made lie in state until others have come
				}
				report := c.only(t, rcpool.LateWrite)
				if len(report.Fields) != 1 || report.Fields[0].Path != test.field {
					t.Errorf("got %+v, want %s", report.Fields, test.field)
				}
				if !strings.Contains(report.GotAt.String(), "TestCheck_LateWrite") || report.ReleasedAt == nil {
					t.Errorf("places are missing:\n%v", report)
				}
			})
		}
	}
}

func churn[T any](p *rcpool.Pool[T]) {
	for range 1100 {
		p.Get().Release()
	}
}

func TestCheck_LateWriteBehindTheObject(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector reports the late write itself, and fails the test: see TestDetectors")
	}
	c := checked(t)
	p := rcpool.Pool[bytes.Buffer]{
		Memory: func(b *bytes.Buffer) []byte { return b.AvailableBuffer()[:b.Available()] },
	}
	func() {
		r := p.Get()
		r.Value().WriteString("hello, world")
		view := r.Value().Bytes()
		r.Release()
		//rcpool:ignore the mistake is on purpose
		if view[0] == 'h' {
			t.Error("the memory was not filled")
		}
		view[4] = 'x'
	}()
	report := c.only(t, rcpool.LateWrite)
	if len(report.Fields) != 1 || report.Fields[0].Path != "memory[4]" {
		t.Errorf("got %+v", report.Fields)
	}
}

// A late reader sees at once that something is wrong.
func TestCheck_LateReadIsVisible(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector reports the late read itself, and fails the test: see TestDetectors")
	}
	checked(t)
	var p rcpool.Pool[profile]
	r := p.Get()
	late := r.Value()
	late.User.Name = "alice"
	r.Release()
	//rcpool:ignore the mistake is on purpose
	if late.id == 0 || late.User.Name == "" || late.User.Name == "alice" {
		t.Errorf("a late reader reads %+v", late)
	}
}

func TestCheck_DirtyReset(t *testing.T) {
	c := checked(t)
	//rcpool:ignore the rest is left on purpose
	p := rcpool.Pool[profile]{Name: "profiles", Reset: func(p *profile) {
		p.id = 0
		p.User.tags = p.User.tags[:0] // capacity is fine, length would not be
	}}
	r := p.Get()
	r.Value().id = 7
	r.Value().User.Name = "secret"
	r.Value().User.tags = []string{"a", "b"}
	r.Release()
	report := c.only(t, rcpool.DirtyReset)
	if len(report.Fields) != 1 || report.Fields[0].Path != ".User.Name" {
		t.Errorf("got %+v", report.Fields)
	}
	if strings.Contains(report.String(), "secret") {
		t.Errorf("the report shows a value:\n%s", report)
	}
}

// What is kept on purpose is not dirty, nor is what no Reset can reach.
func TestCheck_DirtyResetIsNotForKeptAndBlankFields(t *testing.T) {
	type row struct {
		_    int64
		text string
		used int `rcpool:"keep"`
	}
	type session struct {
		encoder *bytes.Buffer `rcpool:"keep"`
		_       [8]byte
		rows    [2]row
		user    string
	}
	c := checked(t)
	//rcpool:ignore the rest is left on purpose
	p := rcpool.Pool[session]{Reset: func(s *session) {
		for i := range s.rows {
			s.rows[i].text = ""
		}
	}}
	r := p.Get()
	s := r.Value()
	s.encoder = bytes.NewBufferString("kept")
	s.rows[1] = row{text: "cleared", used: 1}
	s.user = "forgotten"
	for _, blank := range []unsafe.Pointer{unsafe.Add(unsafe.Pointer(&s.encoder), unsafe.Sizeof(s.encoder)), unsafe.Pointer(&s.rows[1])} {
		*(*byte)(blank) = 1
	}
	r.Release()
	report := c.only(t, rcpool.DirtyReset)
	if len(report.Fields) != 1 || report.Fields[0].Path != ".user" {
		t.Errorf("got %+v", report.Fields)
	}
}

//go:noinline
func panicInReset(*message) { panic("broken") }

func TestCheck_ResetPanic(t *testing.T) {
	c := checked(t)
	p := rcpool.Pool[message]{Name: "messages", Reset: panicInReset}
	if got := panics(acquireHere(&p).Release); got != "broken" {
		t.Errorf("panicked with %v", got)
	}
	report := c.only(t, rcpool.ResetPanic)
	wantPlace(t, "acquired", report.GotAt, "acquireHere")
	if !strings.Contains(report.MisusedAt.String(), "panicInReset") {
		t.Errorf("does not show where:\n%s", report)
	}
	if got := p.Stats(); got.InUse != 0 || got.RetiredBy.Panic != 1 || got.Retired != 1 || got.Releases != 1 {
		t.Errorf("%+v", got)
	}
}

func TestCheck_ObjectsAreNotReused(t *testing.T) {
	checked(t)
	var p rcpool.Pool[message]
	seen := map[*message]bool{}
	for range 1000 {
		r := p.Get()
		if seen[r.Value()] {
			t.Fatal("an object of a checked lease was leased again")
		}
		seen[r.Value()] = true
		r.Release()
	}
	if got := p.Stats(); got.RetiredBy.Check != 1000 || got.Gets != 1000 || got.Releases != 1000 {
		t.Errorf("%+v", got)
	}
}

func TestCheck_DetachedObjectsAreLeftAlone(t *testing.T) {
	c := checked(t)
	var p rcpool.Pool[message]
	r := p.Get()
	r.Value().body = "mine"
	mine := r.Detach()
	for range 5 {
		runtime.GC()
	}
	if mine.body != "mine" || len(c.all()) != 0 || len(openOf(&p)) != 0 {
		t.Errorf("%+v, %v", mine, c.all())
	}
}

func openOf[T any](p *rcpool.Pool[T]) []rcpool.Lease {
	var of []rcpool.Lease
	for _, l := range rcpool.Leases() {
		if l.Pool == p.Stats().Name {
			of = append(of, l)
		}
	}
	return of
}

func TestLeases_ListsWhatIsHeld(t *testing.T) {
	checked(t)
	p := rcpool.Pool[message]{Name: "leases"}
	start := time.Now()
	first := acquireHere(&p)
	second := retainHere(first)
	open := openOf(&p)
	if len(open) != 1 || len(open[0].RetainedAt) != 2 || open[0].Leaked || open[0].Since.Before(start) {
		t.Fatalf("%+v", open)
	}
	wantPlace(t, "acquired", open[0].GotAt, "acquireHere")
	wantPlace(t, "taken", open[0].RetainedAt[1], "retainHere")
	first.Release()
	if open = openOf(&p); len(open) != 1 || len(open[0].RetainedAt) != 1 {
		t.Errorf("%+v", open)
	}
	second.Release()
	if open = openOf(&p); len(open) != 0 {
		t.Errorf("%+v", open)
	}
}

func TestProfile_OpenLeases(t *testing.T) {
	if race.Enabled {
		t.Skip("under the race detector the profile stays empty: its lock would hide races")
	}
	checked(t)
	var p rcpool.Pool[message]
	profile := pprof.Lookup("rcpool.leases")
	before := profile.Count()
	var held []rcpool.Ref[message]
	for range 7 {
		held = append(held, acquireHere(&p))
	}
	if got := profile.Count() - before; got != 7 {
		t.Errorf("%d leases in the profile, want 7", got)
	}
	var text bytes.Buffer
	profile.WriteTo(&text, 1)
	if _, leases, _ := strings.Cut(text.String(), "7 @"); !strings.Contains(strings.Join(strings.SplitN(leases, "\n", 3)[:2], ""), ".acquireHere+") {
		t.Errorf("the innermost call is not that of the user:\n%s", text.String())
	}
	for _, r := range held {
		r.Release()
	}
	if got := profile.Count() - before; got != 0 {
		t.Errorf("%d leases in the profile when all are over", got)
	}
}

// What is hidden is known of each call once it was asked for, but not for ever.
func TestProfile_FollowsHideFrames(t *testing.T) {
	if race.Enabled {
		t.Skip("under the race detector the profile stays empty: its lock would hide races")
	}
	checked(t)
	var p rcpool.Pool[message]
	innermost := func() string {
		ref := acquireHere(&p)
		defer ref.Release()
		var text bytes.Buffer
		pprof.Lookup("rcpool.leases").WriteTo(&text, 1)
		_, lease, _ := strings.Cut(text.String(), "1 @")
		return strings.Join(strings.SplitN(lease, "\n", 3)[:2], "")
	}
	const user, caller = ".acquireHere+", "testing.tRunner+"
	if got := innermost(); !strings.Contains(got, user) {
		t.Errorf("the innermost call is not that of the user: %s", got)
	}
	restore := rcpool.HideFrames("github.com/rcpool/rcpool_test")
	defer restore()
	if got := innermost(); !strings.Contains(got, caller) {
		t.Errorf("the innermost call is not the first that is not hidden: %s", got)
	}
	restore()
	if got := innermost(); !strings.Contains(got, user) {
		t.Errorf("the innermost call is not that of the user again: %s", got)
	}
}

// One in n is one in n: of the leases of one slot, of many slots, and of fresh
// ones.
func TestSetChecking_Rate(t *testing.T) {
	defer rcpool.SetCheckEvery(0)()
	for _, n := range []int{1, 2, 3, 10, 100, 1024} {
		checkedOneIn(t, n)
		leases := max(60_000, 600*n) // so that the bounds below are ten standard deviations away
		var p rcpool.Pool[message]
		for i := 0; i < leases; i += 10 {
			refs := [10]rcpool.Ref[message]{}
			for j := range refs {
				refs[j] = p.Get()
			}
			for _, r := range refs {
				r.Release()
			}
		}
		got, want := float64(p.Stats().RetiredBy.Check), float64(leases)/float64(n)
		if got < want*0.6 || got > want*1.4 {
			t.Errorf("one in %d: %v of %d leases were checked, want about %.0f", n, got, leases, want)
		}
	}
	checkedOneIn(t, 0)
	var p rcpool.Pool[message]
	for range 100_000 {
		p.Get().Release()
	}
	if got := p.Stats().RetiredBy.Check; got != 0 {
		t.Errorf("%d leases were checked, checking is off", got)
	}
}

// However many leases there are, sampling them is bounded.
func TestSetChecking_IsRationed(t *testing.T) {
	defer rcpool.SetCheckEvery(time.Hour)()
	checkedOneIn(t, 2)
	var p rcpool.Pool[message]
	for range 100_000 {
		p.Get().Release()
	}
	if got := p.Stats().RetiredBy.Check; got != 1 {
		t.Errorf("%d leases were checked in an hour that has one ration", got)
	}
	rcpool.SetChecking(1)
	for range 10 {
		p.Get().Release()
	}
	if got := p.Stats().RetiredBy.Check; got != 11 {
		t.Errorf("%d leases were checked, of which every one of the last 10", got)
	}
}

// A change concerns the objects that are idle, too.
func TestSetChecking_TakesEffectAtOnce(t *testing.T) {
	checkedOneIn(t, 0)
	var p rcpool.Pool[message]
	for range 100 {
		p.Get().Release()
	}
	rcpool.SetChecking(1)
	r := p.Get()
	if len(openOf(&p)) != 1 {
		t.Error("the lease after SetChecking(1) is not checked")
	}
	r.Release()
	rcpool.SetChecking(0)
	if r = p.Get(); len(openOf(&p)) != 0 {
		t.Error("the lease after SetChecking(0) is checked")
	}
	r.Release()
}

// With one lease in 1024 checked, a bug is reported with all its places after
// 1024 occurrences on average, as theory says of sampling.
func TestSetChecking_OccurrencesUntilTheFirstReport(t *testing.T) {
	defer rcpool.SetCheckEvery(0)()
	checkedOneIn(t, 1024)
	trials := 600
	if race.Enabled { // a misuse takes ten times as long
		trials = 20
	}
	occurrences := 0
	for range trials {
		var p rcpool.Pool[message]
		for i := 0; ; i++ {
			r := p.Get()
			r.Release()
			if i%7 != 0 {
				continue // most leases are correct
			}
			occurrences++
			if m := caught(t, r.Release); m.GotAt != nil {
				break
			}
		}
	}
	mean := float64(occurrences) / float64(trials)
	tolerance := 6 * 1024 / math.Sqrt(float64(trials)) // six standard deviations
	t.Logf("%.0f occurrences until the first report with all places, theory says 1024", mean)
	if math.Abs(mean-1024) > tolerance {
		t.Errorf("%.0f occurrences on average, want about 1024", mean)
	}
}

func TestEnvironment_SetsChecking(t *testing.T) {
	for value, want := range map[string]string{"0": "0", "1": "1", "37": "37", "": "", "many": "not a number"} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestEnvironment_Child$", "-test.v")
		cmd.Env = append(os.Environ(), "RCPOOL_CHECK="+value, "RCPOOL_CHILD=1")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if want == "" || want == "not a number" {
			byDefault := fmt.Sprintf("checking %d\n", sampling.DefaultOneIn)
			if !strings.Contains(string(out), byDefault) || !strings.Contains(string(out), want) {
				t.Errorf("RCPOOL_CHECK=%q prints\n%s", value, out)
			}
		} else if !strings.Contains(string(out), "checking "+want+"\n") {
			t.Errorf("RCPOOL_CHECK=%q prints\n%s", value, out)
		}
	}
}

func TestEnvironment_Child(t *testing.T) {
	if os.Getenv("RCPOOL_CHILD") == "" {
		t.Skip("run by TestEnvironment_SetsChecking")
	}
	fmt.Printf("checking %d\n", initialChecking)
}

func TestReport_DefaultIsOneStructuredRecord(t *testing.T) {
	if os.Getenv("RCPOOL_CHILD") != "" {
		rcpool.OnReport(nil)
		rcpool.SetChecking(1)
		var p rcpool.Pool[message]
		r := acquireHere(&p)
		releaseHere(r)
		panics(r.Release)
		flushReports()
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestReport_DefaultIsOneStructuredRecord$")
	cmd.Env = append(os.Environ(), "RCPOOL_CHILD=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	line, _, _ := strings.Cut(string(out), "\n")
	for _, want := range []string{"ERROR rcpool: double release", "pool=rcpool_test.message", "count=1", "acquireHere", "releaseHere", "cure=", "docs=https://github.com/rcpool/rcpool/blob/main/docs/misuse.md#double-release"} {
		if !strings.Contains(line, want) {
			t.Errorf("logs %q, lacks %q", line, want)
		}
	}
}

type selfBuffered struct {
	small [64]byte
	b     []byte
}

// Memory that is part of the object must not keep it alive.
func TestCheck_MemoryInsideTheObject(t *testing.T) {
	checked(t)
	p := rcpool.Pool[selfBuffered]{Memory: func(s *selfBuffered) []byte { return s.small[:] }}
	gone := make(chan bool, 1)
	func() {
		r := p.Get()
		runtime.AddCleanup(r.Value(), func(c chan bool) { c <- true }, gone)
		r.Release()
	}()
	eventually(t, func() string {
		select {
		case <-gone:
			return ""
		default:
			return "the object was never collected"
		}
	})
}
