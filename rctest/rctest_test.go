package rctest_test

import (
	"bytes"
	"cmp"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rctest"
)

// A fake is a testing.TB that records its calls.
type fake struct {
	testing.TB
	parallel bool
	name     string
	failed   bool
	said     strings.Builder
	cleanups []func()
}

func (f *fake) Helper()          {}
func (f *fake) Name() string     { return cmp.Or(f.name, "TestFake") }
func (f *fake) Failed() bool     { return f.failed }
func (f *fake) Cleanup(c func()) { f.cleanups = append(f.cleanups, c) }

func (f *fake) Setenv(string, string) {
	if f.parallel {
		panic("testing: test using t.Setenv or t.Chdir can not use t.Parallel")
	}
}

func (f *fake) Error(args ...any) {
	f.failed = true
	fmt.Fprintln(&f.said, args...)
}

func (f *fake) Errorf(format string, args ...any) { f.Error(fmt.Sprintf(format, args...)) }

func (f *fake) Logf(format string, args ...any) { fmt.Fprintf(&f.said, format+"\n", args...) }

func (f *fake) Fatalf(format string, args ...any) {
	f.Errorf(format, args...)
	runtime.Goexit()
}

// run runs test with a fake, including its cleanup functions.
func run(f *fake, test func(t testing.TB)) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		defer func() {
			for i := len(f.cleanups) - 1; i >= 0; i-- {
				f.cleanups[i]()
			}
		}()
		test(f)
	}()
	wg.Wait()
}

type event struct {
	id   int
	name string
	tags []string
}

var events = rcpool.Pool[event]{Name: "events"}

func TestNoLeaks_Passes(t *testing.T) {
	rctest.NoLeaks(t)
	for range 100 {
		ref := events.Get()
		ref.Go(func(e *event) { e.id++ }) // ends shortly after the test function
		ref.Release()
	}
}

//go:noinline
//rcpool:ignore the leak is on purpose
func forget() {
	ref := events.Get()
	ref.Retain()
}

func TestNoLeaks_NamesTheCallSites(t *testing.T) {
	defer rcpool.OnReport(func(rcpool.Report) {})()
	var kept rcpool.Ref[event]
	f := &fake{failed: true} // so that it does not wait
	run(f, func(t testing.TB) {
		rctest.NoLeaks(t)
		for range 3 {
			forget()
		}
		kept = events.Get()
	})
	said := f.said.String()
	for _, want := range []string{
		"4 leases not released",
		"3 leases",
		"got from pool events",
		"rctest_test.forget()",
		"retained at",
		"rctest_test.go:",
		"TestNoLeaks_NamesTheCallSites",
		"defer ref.Release()",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("says\n%s\nlacks %q", said, want)
		}
	}
	if strings.Index(said, "3 leases") > strings.LastIndex(said, "1 lease") {
		t.Errorf("the most frequent leak is not first:\n%s", said)
	}
	kept.Release()
}

// A leak is still a leak after its object was garbage collected.
func TestNoLeaks_NamesCollectedObjects(t *testing.T) {
	defer rcpool.OnReport(func(rcpool.Report) {})()
	f := &fake{failed: true}
	run(f, func(t testing.TB) {
		rctest.NoLeaks(t)
		local := new(rcpool.Pool[event])
		local.Name = "local"
		//rcpool:ignore the leak is on purpose
		local.Get()
		for range 3 {
			runtime.GC()
			runtime.Gosched()
		}
	})
	if said := f.said.String(); !strings.Contains(said, "1 lease not released") || !strings.Contains(said, "got from pool local") {
		t.Errorf("says %q", said)
	}
}

func TestNoLeaks_IgnoresEarlierLeases(t *testing.T) {
	before := events.Get()
	f := &fake{}
	run(f, func(t testing.TB) {
		rctest.NoLeaks(t)
		events.Get().Release()
	})
	if f.failed {
		t.Error(f.said.String())
	}
	before.Release()
}

func TestHelpers_RefuseParallelTests(t *testing.T) {
	for name, use := range map[string]func(testing.TB){
		"NoLeaks":       func(t testing.TB) { rctest.NoLeaks(t) },
		"NoMistakes":    func(t testing.TB) { rctest.NoMistakes(t) },
		"Deterministic": rctest.Deterministic,
	} {
		f := &fake{parallel: true}
		reached := false
		run(f, func(t testing.TB) { use(t); reached = true })
		if reached || !strings.Contains(f.said.String(), "rctest."+name+" does not work in a parallel test") {
			t.Errorf("%s: continued %v, said %q", name, reached, f.said.String())
		}
	}
}

func TestHelpers_RestoreTheSettings(t *testing.T) {
	defer rcpool.SetChecking(77)()
	run(&fake{}, func(t testing.TB) {
		rctest.NoLeaks(t)
		if rcpool.Checking() != 1 {
			t.Error("not every lease is checked")
		}
	})
	run(&fake{}, func(t testing.TB) { rctest.Deterministic(t) })
	rctest.Resets(t, &events)
	if got := rcpool.Checking(); got != 77 {
		t.Errorf("checking is %d, was 77", got)
	}
}

// This holds under the race detector and on any goroutine, too.
//
//rcpool:ignore the misuse is on purpose
func TestDeterministic_LastInFirstOut(t *testing.T) {
	rctest.Deterministic(t)
	pool := rcpool.Pool[event]{Reset: func(e *event) { e.name = "" }}
	var refs []rcpool.Ref[event]
	for i := range 100 {
		ref := pool.Get()
		ref.Value().id = i
		refs = append(refs, ref)
	}
	for _, ref := range refs {
		second := ref.Retain()
		ref.Release()
		second.Release()
	}
	for i := 99; i >= 0; i-- {
		var wg sync.WaitGroup
		wg.Add(1)
		go func() {
			defer wg.Done()
			ref := pool.Get()
			if got := ref.Value().id; got != i {
				t.Errorf("leased object %d, want %d", got, i)
			}
		}()
		wg.Wait()
	}
	if got := pool.Stats(); got.News != 100 || got.Gets != 200 || got.Releases != 100 {
		t.Errorf("%+v", got)
	}
}

//rcpool:ignore the misuse is on purpose
func TestDeterministic_StaleReferencesPanic(t *testing.T) {
	rctest.Deterministic(t)
	defer rcpool.OnReport(func(rcpool.Report) {})()
	var pool rcpool.Pool[event]
	stale := pool.Get()
	stale.Release()
	owner := pool.Get()
	defer func() {
		if m, ok := recover().(*rcpool.Misuse); !ok || m.Kind != rcpool.DoubleRelease {
			t.Errorf("got %v", m)
		}
		owner.Release()
		if next := pool.Get(); next == owner || pool.Stats().RetiredBy.Misuse != 1 {
			t.Errorf("a suspect object was leased again: %+v", pool.Stats())
		}
	}()
	stale.Release()
}

type inner struct {
	deep  *inner
	count int
	attrs map[string]int
}

type everything struct {
	ID      int
	name    string
	on      bool
	ratio   float64
	wave    complex128
	tags    []string
	attrs   map[string]*inner
	nested  inner
	pointer *inner
	array   [3]inner
	any     any
	channel chan int
	call    func() int
	buffer  bytes.Buffer
	lock    sync.Mutex
	hits    atomic.Int64
}

func TestResets_NamesFieldsWithData(t *testing.T) {
	for _, test := range []struct {
		name  string
		reset func(*everything)
		want  []string // paths; none if the reset is complete
	}{
		{"complete", func(e *everything) { *e = everything{} }, nil},
		{"capacity may stay", func(e *everything) {
			clear(e.tags)
			tags, attrs, pointer := e.tags[:0], e.attrs, e.pointer
			clear(attrs)
			*pointer = inner{attrs: map[string]int{}}
			*e = everything{tags: tags, attrs: attrs, pointer: pointer}
			e.buffer.Grow(100)
		}, nil},
		{"a number", func(e *everything) { *e = everything{ID: e.ID} }, []string{".ID"}},
		{"a string", func(e *everything) { *e = everything{name: e.name} }, []string{".name"}},
		{"a flag", func(e *everything) { *e = everything{on: e.on} }, []string{".on"}},
		{"a length", func(e *everything) { *e = everything{tags: e.tags} }, []string{".tags"}},
		{"a map", func(e *everything) { *e = everything{attrs: e.attrs} }, []string{".attrs"}},
		{"a nested struct", func(e *everything) { *e = everything{nested: inner{count: e.nested.count}} }, []string{".nested.count"}},
		{"behind a pointer", func(e *everything) { *e = everything{pointer: &inner{count: e.pointer.count}} }, []string{"(*.pointer).count"}},
		{"deep behind pointers", func(e *everything) {
			if deep := e.nested.deep; deep != nil {
				*e = everything{nested: inner{deep: &inner{deep: &inner{count: deep.deep.count}}}}
			}
		}, []string{"(*(*.nested.deep).deep).count"}},
		{"in an array", func(e *everything) { *e = everything{array: [3]inner{2: {count: e.array[2].count}}} }, []string{".array[2].count"}},
		{"an interface", func(e *everything) { *e = everything{any: e.any} }, []string{".any"}},
		{"a channel", func(e *everything) { *e = everything{channel: e.channel} }, []string{".channel"}},
		{"a function", func(e *everything) { *e = everything{call: e.call} }, []string{".call"}},
		{"a buffer's content", func(e *everything) { buffer := e.buffer.String(); *e = everything{}; e.buffer.WriteString(buffer) }, []string{".buffer.buf"}},
		{"two fields", func(e *everything) { *e = everything{ID: e.ID, ratio: e.ratio} }, []string{".ID", ".ratio"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			pool := rcpool.Pool[everything]{Name: "everything", Reset: test.reset}
			f := &fake{}
			run(f, func(t testing.TB) { rctest.Resets(t, &pool) })
			said := f.said.String()
			if f.failed != (len(test.want) > 0) {
				t.Errorf("failed: %v; said %q", f.failed, said)
			}
			for _, path := range test.want {
				if !strings.Contains(said, "\t"+path+": ") {
					t.Errorf("does not name %s:\n%s", path, said)
				}
			}
			if strings.Contains(strings.ReplaceAll(said, "rctest.Resets", ""), "rctest") {
				t.Errorf("shows the content:\n%s", said)
			}
			if got := pool.Stats(); got.Gets != 0 {
				t.Errorf("counted in the pool under test: %+v", got)
			}
		})
	}
}

type row struct {
	N    int
	_    int
	used int `rcpool:"keep"`
}

type keeper struct {
	config  map[string]int `rcpool:"keep"`
	*inner  `json:"inner" rcpool:"keep,owned"`
	call    func() int `rcpool:"keep"`
	_       sync.Mutex
	_       [2]string
	_       *inner
	limit   int `rcpool:"drop"`
	kept    int `rcpool:"kept"`
	row     row
	rows    [2]row
	pointer *row
	table   []row
	byName  map[string]row
}

func newKeeper() *keeper {
	return &keeper{config: map[string]int{"a": 1}, inner: &inner{count: 1}, table: make([]row, 2), byName: map[string]row{"a": {N: 1}}}
}

// clear resets k completely, apart from what survives does after a lease.
func (k *keeper) clear(survives func(k *keeper)) {
	leased := k.limit != 0
	fresh := newKeeper()
	k.limit, k.kept, k.row.N, k.rows[0].N, k.rows[1].N, k.byName = 0, 0, 0, 0, 0, fresh.byName
	k.pointer = &row{used: 1}
	for i := range k.table {
		k.table[i].N = 0
	}
	if leased {
		survives(k)
	}
}

func TestResets_SkipsKeptFields(t *testing.T) {
	for _, test := range []struct {
		name     string
		survives func(*keeper)
		want     string // a path; "" for none
	}{
		{"nothing", func(k *keeper) {}, ""},
		{"a map", func(k *keeper) { k.config["b"] = 2 }, ""},
		{"what New has built, gone", func(k *keeper) { k.config, k.inner = nil, nil }, ""},
		{"behind a pointer that is kept", func(k *keeper) { k.inner.count = 2; k.inner.deep = &inner{count: 3} }, ""},
		{"in a struct", func(k *keeper) { k.row.used = 1 }, ""},
		{"beside it", func(k *keeper) { k.row.N = 1 }, ".row.N"},
		{"in an array", func(k *keeper) { k.rows[1].used = 1 }, ""},
		{"beside it in an array", func(k *keeper) { k.rows[1].N = 1 }, ".rows[1].N"},
		{"behind a pointer", func(k *keeper) { k.pointer.used = 1 }, ""},
		{"beside it behind a pointer", func(k *keeper) { k.pointer.N = 1 }, "(*.pointer).N"},
		{"in a slice", func(k *keeper) { k.table[1].used = 1 }, ""},
		{"beside it in a slice", func(k *keeper) { k.table[1].N = 1 }, ".table"},
		{"in a map", func(k *keeper) { k.byName["a"] = row{N: 1, used: 1} }, ""},
		{"beside it in a map", func(k *keeper) { k.byName["a"] = row{N: 2} }, ".byName"},
		{"a field to drop", func(k *keeper) { k.limit = 1 }, ".limit"},
		{"a field with another option", func(k *keeper) { k.kept = 1 }, ".kept"},
	} {
		t.Run(test.name, func(t *testing.T) {
			pool := rcpool.Pool[keeper]{New: newKeeper, Reset: func(k *keeper) { k.clear(test.survives) }}
			f := &fake{}
			run(f, func(t testing.TB) { rctest.Resets(t, &pool) })
			said := f.said.String()
			if f.failed != (test.want != "") || !strings.Contains(said, test.want) || strings.Count(said, "\t.") > 1 {
				t.Errorf("failed %v, said %q, want %q", f.failed, said, test.want)
			}
		})
	}
}

// A Reset may rely on kept fields and cannot reach blank ones.
func TestResets_FillsNeitherKeptNorBlankFields(t *testing.T) {
	calls := 0
	pool := rcpool.Pool[keeper]{New: newKeeper, Reset: func(k *keeper) {
		defer k.clear(func(*keeper) {})
		if len(k.config) != 1 || k.inner.count != 1 || k.inner.attrs != nil || k.call != nil || k.row.used != 0 || k.table[0].used != 0 {
			t.Errorf("a kept field was set: %+v", k)
		}
		if k.limit == 0 && k.row.N == 0 && k.pointer == nil {
			return // a new object
		}
		calls++
		if k.limit == 0 || k.row.N == 0 || k.rows[1].N == 0 || k.table[1].N == 0 || k.pointer == nil {
			t.Errorf("a field that is not kept was not set: %+v", k)
		}
		for _, v := range []reflect.Value{reflect.ValueOf(k).Elem(), reflect.ValueOf(k.row), reflect.ValueOf(k.table[0])} {
			for i := range v.NumField() {
				if v.Type().Field(i).Name == "_" && !v.Field(i).IsZero() {
					t.Errorf("field %d of %v is blank and was set", i, v.Type())
				}
			}
		}
	}}
	rctest.Resets(t, &pool)
	if calls != 1 {
		t.Errorf("Reset was called %d times with an object whose fields were set", calls)
	}
}

type borrower struct {
	ref     rcpool.Ref[event]
	array   [2]rcpool.Ref[event]
	nested  struct{ ref rcpool.Ref[event] }
	behind  *struct{ ref rcpool.Ref[event] }
	named   reference
	refs    []rcpool.Ref[event]
	byName  map[string]rcpool.Ref[event]
	byRef   map[rcpool.Ref[event]]bool
	entries []struct {
		name string
		ref  rcpool.Ref[event]
	}
}

type reference rcpool.Ref[event]

// drop releases every reference.
func (b *borrower) drop() {
	rcpool.Drop(&b.ref)
	rcpool.Drop(&b.array[0])
	rcpool.Drop(&b.array[1])
	rcpool.Drop(&b.nested.ref)
	rcpool.Drop(&b.behind.ref)
	rcpool.Drop((*rcpool.Ref[event])(&b.named))
	for i := range b.refs {
		rcpool.Drop(&b.refs[i])
	}
	for _, ref := range b.byName {
		rcpool.Drop(&ref)
	}
	for ref := range b.byRef {
		rcpool.Drop(&ref)
	}
	for i := range b.entries {
		rcpool.Drop(&b.entries[i].ref)
	}
}

func TestResets_LeavesReferencesZero(t *testing.T) {
	for _, test := range []struct {
		name  string
		reset func(*borrower)
		want  []string // parts of the error; none if the reset is complete
	}{
		{"complete", func(b *borrower) { b.drop(); *b = borrower{} }, nil},
		{"containers of references", func(b *borrower) {
			b.drop()
			*b = borrower{refs: b.refs, byName: b.byName, byRef: b.byRef, entries: b.entries}
		}, []string{"4 fields", ".refs: ", ".byName: ", ".byRef: ", ".entries: "}},
		{"a reset that fails on a zero Ref", func(b *borrower) { b.ref.Release() }, []string{"panicked", "zero Ref", "rcpool.Drop"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			defer rcpool.OnReport(func(rcpool.Report) {})()
			pool := rcpool.Pool[borrower]{Reset: test.reset}
			f := &fake{}
			run(f, func(t testing.TB) { rctest.Resets(t, &pool) })
			said := f.said.String()
			if f.failed != (len(test.want) > 0) {
				t.Errorf("failed: %v; said %q", f.failed, said)
			}
			for _, want := range test.want {
				if !strings.Contains(said, want) {
					t.Errorf("said %q, lacks %q", said, want)
				}
			}
		})
	}
}

// What New sets may be there after the reset.
func TestResets_WithNew(t *testing.T) {
	pool := rcpool.Pool[inner]{
		New:   func() *inner { return &inner{count: 3, attrs: map[string]int{"level": 1}} },
		Reset: func(i *inner) { *i = inner{count: 3, attrs: map[string]int{"level": 1}} },
	}
	rctest.Resets(t, &pool)
}

func TestResets_OfTypesWithoutReset(t *testing.T) {
	rctest.Resets(t, &events)
	rctest.Resets(t, new(rcpool.Pool[bytes.Buffer]))
	rctest.Resets(t, new(rcpool.Pool[int]))
	rctest.Resets(t, new(rcpool.Pool[[]byte]))
	rctest.Resets(t, new(rcpool.Pool[map[string]int]))
	rctest.Resets(t, new(rcpool.Pool[struct{}]))
}

func TestResets_ResetPanics(t *testing.T) {
	pool := rcpool.Pool[event]{Reset: func(e *event) { panic("cannot") }}
	f := &fake{}
	run(f, func(t testing.TB) { rctest.Resets(t, &pool) })
	if !strings.Contains(f.said.String(), "panicked on an object with every field set: cannot") {
		t.Errorf("said %q", f.said.String())
	}
}

func TestNoLeaks_NotWithDeterministic(t *testing.T) {
	for name, test := range map[string]func(testing.TB){
		"NoLeaks first":       func(t testing.TB) { rctest.NoLeaks(t); rctest.Deterministic(t) },
		"Deterministic first": func(t testing.TB) { rctest.Deterministic(t); rctest.NoLeaks(t) },
		"NoLeaks of a pool":   func(t testing.TB) { rctest.NoLeaks(t, &events); rctest.Deterministic(t) },
		"then of a pool":      func(t testing.TB) { rctest.Deterministic(t); rctest.NoLeaks(t, &events) },
	} {
		f := &fake{}
		run(f, test)
		if !strings.Contains(f.said.String(), "Use two tests") {
			t.Errorf("%s: said %q", name, f.said.String())
		}
	}
}
