package stdpool_test

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"
	"unsafe"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/rctest"
	"github.com/rcpool/rcpool/stdpool"
)

func TestBytes_AreZero(t *testing.T) {
	rctest.Deterministic(t)
	var p stdpool.Pools
	for i := range 200 {
		b := p.Bytes(i * 50)
		if b.Len() != i*50 || len(b.Value()) != i*50 || cap(b.Value()) != i*50 {
			t.Fatalf("asked for %d bytes, got %d of %d", i*50, len(b.Value()), cap(b.Value()))
		}
		if n := bytes.IndexFunc(b.Value(), func(r rune) bool { return r != 0 }); n >= 0 {
			t.Fatalf("byte %d of %d is not zero", n, i*50)
		}
		for j := range b.Value() {
			b.Value()[j] = 0xff
		}
		b.Append(bytes.Repeat([]byte{0xee}, i)...)
		b.Release()

	}
}

func TestBytes_Dirty(t *testing.T) {
	rctest.Deterministic(t)
	p := stdpool.Pools{Dirty: true}
	b := p.Bytes(100)
	copy(b.Value(), text)
	b.Release()
	b = p.Bytes(100)
	defer b.Release()
	if string(b.Value()[:len(text)]) != text {
		t.Error("the bytes were zeroed")
	}
}

func TestBytes_NegativeLength(t *testing.T) {
	//rcpool:ignore it panics
	if got := fmt.Sprint(panics(func() { stdpool.Bytes(-1) })); got != "stdpool: Bytes(-1): the length is negative" {
		t.Error(got)
	}
}

func TestBytes_LargeIsNotKept(t *testing.T) {
	p := stdpool.Pools{Name: "large bytes", MaxBytes: 1000}
	for range 3 {
		b := p.Bytes(1 << 20)
		b.Append('x') // moves to another large block
		b.Release()
	}
	for _, n := range []int{896, 897, 1000} { // 1024 would be the class of the last two
		b := p.Bytes(n)
		b.Release()
	}
	if s := statsOf("large bytes.Bytes(>1000)"); s.Gets != 8 || s.RetiredBy.Keep != 8 || s.InUse != 0 {
		t.Errorf("%+v", s)
	}
	if s := statsOf("large bytes.Bytes(896)"); s.Gets != 1 || s.Retired != 0 {
		t.Errorf("%+v", s)
	}
}

// movers move a reference to another block.
var movers = map[string]func(*stdpool.ByteRef){
	"Append":      func(b *stdpool.ByteRef) { b.Append(make([]byte, 1000)...) },
	"Write":       func(b *stdpool.ByteRef) { b.Write(make([]byte, 1000)) },
	"WriteString": func(b *stdpool.ByteRef) { b.WriteString(strings.Repeat("x", 1000)) },
	"Grow":        func(b *stdpool.ByteRef) { b.Grow(1000) },
	"ReadFrom":    func(b *stdpool.ByteRef) { b.ReadFrom(strings.NewReader(strings.Repeat("x", 1000))) },
}

// A checked lease reports a write through a slice that outlived the reference,
// or that was borrowed before the reference moved. It names the call that gave
// the block up.
func TestBytes_LateWrite(t *testing.T) {
	if race.Enabled {
		t.Skip("the write would be reported as a race")
	}
	ends := maps.Clone(movers)
	ends["Release"] = (*stdpool.ByteRef).Release
	for name, end := range ends {
		t.Run(name, func(t *testing.T) {
			reports := make(chan rcpool.Report, 100)
			rcpool.ForgetReports() // or one like an earlier one would not be passed on
			defer rcpool.OnReport(func(r rcpool.Report) { reports <- r })()
			defer rcpool.SetChecking(1)()
			p := stdpool.Pools{Name: "late"}
			b := p.Bytes(100)
			kept := b.Value()
			end(&b)
			if kept[50] != 0xDB {
				t.Errorf("a late reader sees %#x", kept[50])
			}
			kept[50] = 'x'
			if name != "Release" {
				defer b.Release()
				b.Append('y') // nothing to do with the old block
			}
			for deadline := time.Now().Add(20 * time.Second); len(reports) == 0; rcpool.FlushReports(t.Context()) {
				if runtime.GC(); time.Now().After(deadline) {
					t.Fatal("the late write is not reported")
				}
			}
			r := <-reports
			for _, want := range []string{"late write (pool late.Bytes(112))", "Got by stdpool.(*Pools).Bytes at:", "Released by stdpool.(*ByteRef)." + name + " at:", "TestBytes_LateWrite", "memory[50]"} {
				if !strings.Contains(r.String(), want) {
					t.Errorf("lacks %q:\n%v", want, r)
				}
			}
			if len(reports) > 0 {
				t.Errorf("reported also\n%v", <-reports)
			}
		})
	}
}

// References that move, and slices that are borrowed anew after that, are not
// reported.
func TestByteRef_MovesAreNotReported(t *testing.T) {
	checked(t)
	rctest.NoLeaks(t)
	var p stdpool.Pools
	for name, move := range movers {
		b := p.Bytes(10)
		part := b.Slice(2, 8)
		for range 5 {
			before := b.Value()
			before[3] = 'x'
			move(&b)
			if b.Value()[3] != 'x' {
				t.Errorf("%s: the bytes are lost", name)
			}
			b.Value()[3] = 'y'
		}
		part.Value()[0] = 'z'
		part.Release()
		b.Release()
	}
}

func TestByteRef_SliceSharesAndOutlives(t *testing.T) {
	checked(t)
	rctest.NoLeaks(t)
	b := stdpool.Bytes(len(text))
	copy(b.Value(), text)
	part := b.Slice(4, 19)
	inner := part.Slice(6, 11)
	b.Release()
	part.Release()
	if got := string(inner.Value()); got != "brown" || cap(inner.Value()) != 5 {
		t.Errorf("the part is %q, with capacity %d", got, cap(inner.Value()))
	}
	inner.Release()
}

func TestByteRef_SliceOutOfRange(t *testing.T) {
	rctest.NoLeaks(t)
	b := stdpool.Bytes(10)
	defer b.Release()
	part := b.Slice(2, 8)
	defer part.Release()
	for _, bounds := range [][2]int{{-1, 3}, {4, 3}, {0, 7}, {7, 7}, {0, math.MaxInt}, {math.MinInt, 0}} {
		//rcpool:ignore it panics
		if got := fmt.Sprint(panics(func() { part.Slice(bounds[0], bounds[1]) })); !strings.HasPrefix(got, "stdpool: slice bounds out of range") {
			t.Errorf("Slice(%d, %d) panics with %s", bounds[0], bounds[1], got)
		}
	}
	for _, n := range []int{-1, 7} {
		if panics(func() { part.Truncate(n) }) == nil {
			t.Errorf("Truncate(%d) of 6 bytes", n)
		}
	}
	if panics(func() { part.Grow(-1) }) == nil {
		t.Error("Grow(-1)")
	}
	tooMany := []int{math.MaxInt}
	if math.MaxInt > math.MaxUint32 { // on 32-bit machines this is half of the address space, and may be granted
		tooMany = append(tooMany, math.MaxInt-100)
	}
	for _, n := range tooMany {
		if panics(func() { part.Grow(n) }) == nil || part.Len() != 6 || !part.Valid() {
			t.Errorf("grew by %d bytes, or lost the reference in the attempt", n)
		}
	}
}

func TestByteRef_ReadFrom(t *testing.T) {
	rctest.NoLeaks(t)
	long := strings.Repeat(text, 1000)
	for name, test := range map[string]struct {
		r    io.Reader
		want string
		err  error
	}{
		"nothing":         {strings.NewReader(""), "", nil},
		"short":           {strings.NewReader(text), text, nil},
		"long":            {strings.NewReader(long), long, nil},
		"in bits":         {iotest.HalfReader(strings.NewReader(long)), long, nil},
		"data with EOF":   {iotest.DataErrReader(strings.NewReader(text)), text, nil},
		"data, error":     {io.MultiReader(strings.NewReader(text), iotest.ErrReader(io.ErrClosedPipe)), text, io.ErrClosedPipe},
		"data with error": {iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader(text))), text[:1], iotest.ErrTimeout},
	} {
		b := stdpool.Bytes(0)
		b.WriteString("before, ")
		n, err := b.ReadFrom(test.r)
		if err != test.err || n != int64(len(test.want)) || string(b.Value()) != "before, "+test.want {
			t.Errorf("%s: returned %d, %v and appended %q", name, n, err, b.Value())
		}
		b.Release()
	}
}

// References into one block may read at the same time.
func TestByteRef_ReadFromAtTheSameTime(t *testing.T) {
	rctest.NoLeaks(t)
	b := stdpool.Bytes(10)
	b.Grow(1000)
	var wg sync.WaitGroup
	for i := range 8 {
		reader := b.Retain()
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer reader.Release()
			want := strings.Repeat(fmt.Sprint(i), 300)
			reader.ReadFrom(iotest.OneByteReader(strings.NewReader(want)))
			if got := string(reader.Value()[10:]); got != want {
				t.Errorf("reader %d has read %q", i, got)
			}
		}()
	}
	wg.Wait()
	b.Release()
}

// What a reader has left of the room is given out again, to b itself.
func TestByteRef_ReadFromGivesBack(t *testing.T) {
	var p stdpool.Pools
	b := p.Bytes(0)
	b.Grow(1000)
	at := unsafe.SliceData(b.Value())
	b.ReadFrom(strings.NewReader(text))
	b.WriteString(text)
	if unsafe.SliceData(b.Value()) != at {
		t.Error("the reference has moved although there was room")
	}
	b.Release()
}

type overcount int

func (n overcount) Read([]byte) (int, error) { return int(n), nil }

func TestByteRef_ReadFromBadCount(t *testing.T) {
	for _, n := range []overcount{-1, 1 << 20} {
		b := stdpool.Bytes(3)
		if got := fmt.Sprint(panics(func() { b.ReadFrom(n) })); !strings.Contains(got, fmt.Sprintf("returned a count of %d", n)) {
			t.Errorf("panicked with %v", got)
		}
		b.WriteString("still good")
		if got := string(b.Value()[3:]); got != "still good" {
			t.Errorf("%q", got)
		}
		b.Release()
	}
}

func TestPools_NoLimit(t *testing.T) {
	rctest.NoLeaks(t)
	pools := stdpool.Pools{Name: "unlimited", MaxBytes: math.MaxInt}
	for _, n := range []int{0, 100, 2 << 20} {
		b := pools.Bytes(n)
		if b.Len() != n {
			t.Errorf("%d bytes, want %d", b.Len(), n)
		}
		b.Release()
	}
	if math.MaxInt > math.MaxUint32 && panics(func() { pools.Bytes(math.MaxInt) }) == nil { //rcpool:ignore it panics
		t.Error("leased more than there can be")
	}
}

func TestByteRef_Stale(t *testing.T) {
	for name, use := range map[string]struct {
		kind rcpool.Kind
		f    func(*stdpool.ByteRef)
	}{
		"Value":       {rcpool.UseAfterRelease, func(b *stdpool.ByteRef) { b.Value() }},
		"Retain":      {rcpool.StaleRetain, func(b *stdpool.ByteRef) { b.Retain() }},    //rcpool:ignore it panics
		"Slice":       {rcpool.StaleRetain, func(b *stdpool.ByteRef) { b.Slice(0, 1) }}, //rcpool:ignore it panics
		"Release":     {rcpool.DoubleRelease, func(b *stdpool.ByteRef) { b.Release() }},
		"Append":      {rcpool.UseAfterRelease, func(b *stdpool.ByteRef) { b.Append('x') }},
		"Append much": {rcpool.UseAfterRelease, func(b *stdpool.ByteRef) { b.Append(make([]byte, 1000)...) }},
		"WriteString": {rcpool.UseAfterRelease, func(b *stdpool.ByteRef) { b.WriteString("x") }},
		"Grow":        {rcpool.UseAfterRelease, func(b *stdpool.ByteRef) { b.Grow(1) }},
		"ReadFrom":    {rcpool.UseAfterRelease, func(b *stdpool.ByteRef) { b.ReadFrom(strings.NewReader("x")) }},
		"Truncate":    {rcpool.UseAfterRelease, func(b *stdpool.ByteRef) { b.Truncate(1) }},
		"Detach":      {rcpool.UseAfterRelease, func(b *stdpool.ByteRef) { b.Detach() }},
		"Hold":        {rcpool.StaleRetain, func(b *stdpool.ByteRef) { b.Hold(func([]byte) {}) }}, //rcpool:ignore it panics
		"Drop":        {rcpool.DoubleRelease, func(b *stdpool.ByteRef) { b.Drop() }},
	} {
		for _, held := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/held %v", name, held), func(t *testing.T) {
				rctest.Deterministic(t)
				p := stdpool.Pools{Name: "stale"}
				b := p.Bytes(10)
				if held { // another owner keeps the lease open
					other := b.Retain()
					defer other.Release()
				}
				b.Release()
				owner := p.Bytes(10)
				wantMisuse(t, use.kind, "stale.Bytes(64)", func() { use.f(&b) })
				copy(owner.Value(), "unaffected")
				owner.Release()
			})
		}
	}
	for name, f := range map[string]func(*stdpool.ByteRef){
		"Value": func(b *stdpool.ByteRef) { b.Value() }, "Release": (*stdpool.ByteRef).Release,
		"Append": func(b *stdpool.ByteRef) { b.Append('x') }, "Retain": func(b *stdpool.ByteRef) { b.Retain() }, //rcpool:ignore it panics
	} {
		t.Run("zero/"+name, func(t *testing.T) { wantMisuse(t, rcpool.ZeroRef, "", func() { f(new(stdpool.ByteRef)) }) })
	}
}

// A copy of a reference that has moved is stale.
func TestByteRef_StaleAfterItMoved(t *testing.T) {
	p := stdpool.Pools{Name: "moved"}
	b := p.Bytes(64)
	old := b
	b.Append('x')
	defer b.Release()
	wantMisuse(t, rcpool.UseAfterRelease, "moved.Bytes(64)", func() { old.Value() })
	wantMisuse(t, rcpool.DoubleRelease, "moved.Bytes(64)", func() { old.Release() })
}

func TestByteRef_DeferredReleaseAfterGrowth(t *testing.T) {
	rctest.NoLeaks(t)
	b := stdpool.Bytes(0)
	defer b.Release()
	for range 100 {
		fmt.Fprintf(&b, "%s\n", text)
	}
	if got := string(b.Value()); got != strings.Repeat(text+"\n", 100) {
		t.Errorf("wrote %q", got)
	}
}

func TestByteRef_AppendOfItself(t *testing.T) {
	checked(t)
	b := stdpool.Bytes(0)
	defer b.Release()
	b.WriteString("ab")
	for range 10 {
		b.Append(b.Value()...)
	}
	if got := string(b.Value()); got != strings.Repeat("ab", 1<<10) {
		t.Errorf("%d bytes: %.20q", len(got), got)
	}
}

func TestByteRef_GrowMakesRoom(t *testing.T) {
	p := stdpool.Pools{Name: "grown"}
	b := p.Bytes(0)
	defer func() { b.Release() }()
	b.Grow(1000)
	first := b
	for range 1000 {
		b.Append('x')
	}
	if !first.Valid() || b.Len() != 1000 {
		t.Error("moved although there was room")
	}
	if panics(func() { b.Append(make([]byte, 25)...) }); first.Valid() {
		t.Error("the reference did not move, so nothing is tested")
	}
}

// Other references may show the bytes that Truncate cuts off.
func TestByteRef_AppendAfterTruncate(t *testing.T) {
	b := stdpool.Bytes(0)
	defer b.Release()
	b.WriteString("hello world")
	world := b.Slice(6, 11)
	defer world.Release()
	b.Truncate(6)
	b.WriteString("there")
	if got, other := string(b.Value()), string(world.Value()); got != "hello there" || other != "world" {
		t.Errorf("%q, and the part %q", got, other)
	}
}

func TestByteRef_Detach(t *testing.T) {
	p := stdpool.Pools{Name: "detached"}
	b := p.Bytes(5)
	copy(b.Value(), "mine!")
	part := b.Slice(0, 4)
	wantMisuse(t, rcpool.DetachShared, "detached.Bytes(64)", func() { b.Detach() })
	b.Release()
	if got := string(part.Detach()); got != "mine" {
		t.Errorf("detached %q", got)
	}
	if s := statsOf("detached.Bytes(64)"); s.Detached != 1 || s.InUse != 0 {
		t.Errorf("%+v", s)
	}
}

func TestByteRef_MoveAndDrop(t *testing.T) {
	rctest.NoLeaks(t)
	read := func(s string) (stdpool.ByteRef, error) {
		b := stdpool.Bytes(0)
		defer b.Drop()
		if s == "" {
			return stdpool.ByteRef{}, io.EOF
		}
		b.WriteString(s)
		return b.Move(), nil
	}
	if b, err := read(""); err == nil || !b.IsZero() {
		t.Error("returned no error, or a reference")
	}
	b, _ := read(text)
	if string(b.Value()) != text {
		t.Errorf("%q", b.Value())
	}
	b.Drop()
	b.Drop() // Drop of the zero ByteRef does nothing
}

func TestByteRef_Hold(t *testing.T) {
	rctest.NoLeaks(t)
	var wg sync.WaitGroup
	b := stdpool.Bytes(len(text))
	copy(b.Value(), text)
	part := b.Slice(4, 9)
	for range 10 {
		use := part.Hold(func(p []byte) {
			if string(p) != "quick" {
				t.Errorf("held %q", p)
			}
		})
		wg.Add(1)
		go func() {
			defer wg.Done()
			use()
		}()
	}
	part.Release()
	b.Release()
	wg.Wait()
}

// References into one block grow at the same time, and at most one of them grows
// in place.
func TestByteRef_ConcurrentGrowth(t *testing.T) {
	for name, setup := range map[string]func(*testing.T){"unchecked": func(*testing.T) {}, "checked": checked} {
		t.Run(name, func(t *testing.T) {
			setup(t)
			rctest.NoLeaks(t)
			for range 100 {
				b := stdpool.Bytes(0)
				b.Grow(4096)
				b.WriteString(text)
				var wg sync.WaitGroup
				for i := range 6 {
					part := b.Slice(i, b.Len())
					wg.Add(1)
					go func() {
						defer wg.Done()
						defer part.Release()
						for range 50 {
							part.Append(byte(i))
						}
						if want := text[i:] + strings.Repeat(string(byte(i)), 50); string(part.Value()) != want {
							t.Errorf("part %d is %q", i, part.Value())
						}
					}()
				}
				wg.Wait()
				if string(b.Value()) != text {
					t.Errorf("the whole is %q", b.Value())
				}
				b.Release()
			}
		})
	}
}

// FuzzBytes runs sequences of operations against a model in which every reference
// has its own bytes.
//
// Checked and deterministic leases have their own fuzz targets. Each input has
// its own pools, and switching the mode for each input would visit all pools
// that the garbage collector has not freed yet, which would take most of the
// time.
func FuzzBytes(f *testing.F) { fuzzBytes(f) }

func FuzzCheckedBytes(f *testing.F) {
	f.Cleanup(rcpool.SetChecking(1))
	fuzzBytes(f)
}

func FuzzDeterministicBytes(f *testing.F) {
	rctest.Deterministic(f)
	fuzzBytes(f)
}

// maxOperations is enough to make more references to one block than its state
// word can tell apart. It is no larger, because the time to minimize an input
// grows with the square of its length.
const maxOperations = 100

func fuzzBytes(f *testing.F) {
	r := rand.New(rand.NewPCG(3, 4))
	for operations := 5; operations <= maxOperations; operations += 5 {
		program := make([]byte, 3*operations)
		for i := range program {
			program[i] = byte(r.Uint32())
		}
		f.Add(program)
	}
	f.Fuzz(func(t *testing.T, program []byte) {
		wantNoReports(t)
		runBytes(t, program[:min(len(program), 3*maxOperations)])
	})
}

func runBytes(t *testing.T, program []byte) {
	type owner struct {
		ref   stdpool.ByteRef
		bytes []byte // what Value must return
	}
	var (
		p       = stdpool.Pools{Name: "fuzzed", MaxBytes: 2000}
		owners  []*owner
		counter byte
	)
	for ; len(program) >= 3; program = program[3:] {
		op, pick, arg := program[0]%9, int(program[1]), int(program[2])
		if op == 0 || len(owners) == 0 {
			n := arg * pick / 16
			owners = append(owners, &owner{p.Bytes(n), make([]byte, n)})
			continue
		}
		at := pick % len(owners)
		o := owners[at]
		counter++
		switch more := bytes.Repeat([]byte{counter}, arg); op {
		case 1:
			owners = append(owners, &owner{o.ref.Retain(), slices.Clone(o.bytes)})
		case 2:
			i := arg % (len(o.bytes) + 1)
			j := i + int(counter)%(len(o.bytes)-i+1)
			owners = append(owners, &owner{o.ref.Slice(i, j), slices.Clone(o.bytes[i:j])})
		case 3:
			o.ref.Append(more...)
			o.bytes = append(o.bytes, more...)
		case 4:
			o.ref.WriteString(string(more))
			o.bytes = append(o.bytes, more...)
		case 5:
			o.ref.Grow(arg)
		case 6:
			n := arg % (len(o.bytes) + 1)
			o.ref.Truncate(n)
			o.bytes = o.bytes[:n]
		case 7:
			o.ref.Release()
			owners = slices.Delete(owners, at, at+1)
		case 8:
			if n, err := o.ref.ReadFrom(iotest.OneByteReader(bytes.NewReader(more))); n != int64(arg) || err != nil {
				t.Fatalf("ReadFrom returned %d, %v for %d bytes", n, err, arg)
			}
			o.bytes = append(o.bytes, more...)
		}
		for i, o := range owners {
			if !bytes.Equal(o.ref.Value(), o.bytes) || o.ref.Len() != len(o.bytes) {
				t.Fatalf("after operation %d, reference %d shows\n% x, want\n% x", op, i, o.ref.Value(), o.bytes)
			}
		}
	}
	for _, o := range owners {
		o.ref.Release()
	}
	if n := p.BytesInUse(); n != 0 {
		t.Errorf("%d blocks are left in use", n)
	}
}

// A limit below the smallest block keeps none, and bytes can be leased all the
// same.
func TestBytes_NoneAreKept(t *testing.T) {
	p := stdpool.Pools{Name: "none kept", MaxBytes: 10}
	for range 3 {
		b := p.Bytes(0)
		b.WriteString("hello")
		if got := string(b.Value()); got != "hello" {
			t.Errorf("built %q", got)
		}
		b.Release()
		b = p.Bytes(5)
		if got := b.Value(); string(got) != "\x00\x00\x00\x00\x00" {
			t.Errorf("leased %q", got)
		}
		b.Release()
	}
}
