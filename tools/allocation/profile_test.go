package allocation_test

import (
	"bytes"
	"errors"
	"math"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/pprof/profile"

	"github.com/rcpool/rcpool/tools/allocation"
)

// heap returns a profile in the form of runtime/pprof.
func heap(samples ...sample) *profile.Profile {
	p := &profile.Profile{
		PeriodType: &profile.ValueType{Type: "space", Unit: "bytes"}, Period: 512 << 10,
		Mapping: []*profile.Mapping{{ID: 1, File: "/bin/service"}}, TimeNanos: time.Unix(1000, 0).UnixNano(),
	}
	for _, name := range []string{"alloc_objects", "alloc_space", "inuse_objects", "inuse_space"} {
		p.SampleType = append(p.SampleType, &profile.ValueType{Type: name, Unit: "count"})
	}
	for _, s := range samples {
		f := &profile.Function{ID: uint64(len(p.Function) + 1), Name: s.function, Filename: "/src/main.go"}
		l := &profile.Location{ID: f.ID, Mapping: p.Mapping[0], Line: []profile.Line{{Function: f, Line: 7}}}
		if s.function == "" {
			l.Line = nil
		}
		p.Function, p.Location = append(p.Function, f), append(p.Location, l)
		p.Sample = append(p.Sample, &profile.Sample{
			Location: []*profile.Location{l}, NumLabel: map[string][]int64{"bytes": {s.size}},
			Value: []int64{s.objects, s.objects * s.size, s.live, s.live * s.size},
		})
	}
	return p
}

type sample struct {
	function            string
	size, objects, live int64
}

func encode(t *testing.T, p *profile.Profile) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := p.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func read(t *testing.T, p *profile.Profile) *allocation.Profile {
	t.Helper()
	read, err := allocation.Read(encode(t, p))
	if err != nil {
		t.Fatal(err)
	}
	return read
}

func TestRead(t *testing.T) {
	p := read(t, heap(sample{"main.f", 64, 10, 2}, sample{"main.g", 32, 5, 0}, sample{"main.f", 64, 1, 1}))
	if len(p.Records) != 2 {
		t.Fatalf("%d records, want those of main.f as one: %v", len(p.Records), p.Records)
	}
	f := p.Records[0]
	if want := (allocation.Amount{Bytes: 704, Objects: 11}); f.Allocated != want || f.Size != 64 || f.Kept.Objects != 3 {
		t.Errorf("main.f: %+v", f)
	}
	if want := (allocation.Frame{Function: "main.f", File: "/src/main.go", Line: 7}); !slices.Equal(f.Stack, []allocation.Frame{want}) {
		t.Errorf("its stack is %v", f.Stack)
	}
	if p.Live == nil || p.Live.Bytes != 192 || p.Program != "/bin/service" || p.While != 0 {
		t.Errorf("the profile is %+v", p)
	}
}

func TestRead_OfAWhileDoesNotTellWhatIsLive(t *testing.T) {
	raw := heap(sample{"main.f", 64, 10, -2})
	raw.DurationNanos = int64(30 * time.Second)
	if p := read(t, raw); p.Live != nil || p.While != 30*time.Second {
		t.Errorf("live %v, while %v", p.Live, p.While)
	}
}

func TestRead_SaysWhatElseItIs(t *testing.T) {
	kind := func(names ...string) []byte {
		p := heap()
		p.SampleType = nil
		for _, name := range names {
			p.SampleType = append(p.SampleType, &profile.ValueType{Type: name, Unit: "count"})
		}
		return encode(t, p)
	}
	for name, test := range map[string]struct {
		data []byte
		says string
	}{
		"empty":      {nil, "it is empty"},
		"text":       {[]byte("heap profile: 1: 2 [3: 4] @ heap/524288\n"), "without debug=1"},
		"page":       {[]byte("<!DOCTYPE html><html>"), "web page"},
		"something":  {[]byte("hello"), "not an allocation profile"},
		"CPU":        {kind("samples", "cpu"), "a CPU profile; take the one at /debug/pprof/allocs"},
		"mutex":      {kind("contentions", "delay"), "blocking, or of mutexes"},
		"goroutines": {kind("goroutine"), "a profile of goroutines"},
		"other":      {kind("wax"), "a profile of wax"},
	} {
		if _, err := allocation.Read(test.data); !errors.Is(err, allocation.ErrKind) || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: error %v, want one with %q", name, err, test.says)
		}
	}
	if _, err := allocation.Read(encode(t, heap(sample{"", 64, 1, 1}))); err == nil || !strings.Contains(err.Error(), "no names of functions") {
		t.Errorf("without names: error %v", err)
	}
}

func TestProfile_Since(t *testing.T) {
	later := func(p *profile.Profile) *profile.Profile {
		p.TimeNanos += int64(20 * time.Second)
		return p
	}
	d, err := read(t, later(heap(sample{"main.f", 64, 15, 1}, sample{"main.g", 32, 5, 5}, sample{"main.h", 16, 3, 0}))).Since(
		read(t, heap(sample{"main.f", 64, 10, 2}, sample{"main.g", 32, 5, 5})))
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Records) != 2 || d.While != 20*time.Second || d.Live.Bytes != 64+160 {
		t.Fatalf("%+v, want what main.f and main.h did in 20 s", d)
	}
	if f := d.Records[0]; f.Allocated.Objects != 5 || f.Allocated.Bytes != 320 || f.Kept.Objects != -1 {
		t.Errorf("main.f: %+v", f)
	}
}

func TestProfile_Since_RefusesWhatIsNotOfOneProcess(t *testing.T) {
	first := heap(sample{"main.f", 64, 10, 2})
	while, other := heap(), heap()
	while.DurationNanos = 1
	other.Mapping[0].File = "/bin/other"
	later := heap(sample{"main.f", 64, 10, 2})
	later.TimeNanos++
	for says, pair := range map[string][2]*profile.Profile{
		"of a while already": {first, while},
		"swap them":          {later, first},
		"two programs":       {first, other},
		"restarted":          {first, heap(sample{"main.f", 64, 8, 2})},
		"lacks allocations":  {first, heap(sample{"main.g", 64, 10, 2})},
	} {
		if _, err := read(t, pair[1]).Since(read(t, pair[0])); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("error %v, want one with %q", err, says)
		}
	}
}

// Code that is compiled at run time has other names later.
func TestProfile_Since_AllowsForNamesThatChange(t *testing.T) {
	d, err := read(t, heap(sample{"main.f", 64, 150, 2}, sample{"jit.g", 64, 7, 0})).Since(read(t, heap(sample{"main.f", 64, 100, 2}, sample{"0x1234", 64, 5, 0})))
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Records) != 2 || d.Records[0].Allocated.Objects != 50 || d.Records[1].Allocated.Objects != 7 {
		t.Errorf("%+v", d.Records)
	}
}

func TestProfile_Samples(t *testing.T) {
	p := read(t, heap(sample{"main.small", 16, 1 << 20, 0}, sample{"main.large", 64 << 20, 3, 0}))
	if n := p.Samples(p.Records[0]); math.Abs(n-32) > 0.1 {
		t.Errorf("16 MiB of small objects are %.2f samples, want 32: one for 512 KiB", n)
	}
	if n := p.Samples(p.Records[1]); math.Abs(n-3) > 0.1 {
		t.Errorf("3 giants are %.2f samples, want 3", n)
	}
	p.Period = 1
	if n := p.Samples(p.Records[0]); n != 1<<20 {
		t.Errorf("if each is counted there are %.0f samples", n)
	}
}

var sink []byte

//go:noinline
func allocate() {
	for range 64 {
		sink = make([]byte, 1<<20)
	}
}

// The profile of this process has what it has allocated, at its line.
func TestRead_OfThisProcess(t *testing.T) {
	snapshot := func() *allocation.Profile {
		runtime.GC() // publishes what was allocated
		var out bytes.Buffer
		if err := pprof.Lookup("allocs").WriteTo(&out, 0); err != nil {
			t.Fatal(err)
		}
		p, err := allocation.Read(out.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	before := snapshot()
	allocate()
	d, err := snapshot().Since(before)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range d.Records {
		if strings.HasSuffix(r.Stack[0].Function, ".allocate") {
			if r.Size != 1<<20 || r.Allocated.Objects < 32 || r.Allocated.Objects > 128 || !strings.HasSuffix(r.Stack[0].File, "profile_test.go") {
				t.Errorf("%+v, want about 64 MiB", r)
			}
			return
		}
	}
	t.Errorf("allocate is not among %d records", len(d.Records))
}
