package shape

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"container/list"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"
	"weak"
)

type base struct {
	ID   int64
	name string
}

type pair[A, B any] struct {
	First  A
	Second B
}

type node struct {
	N        int
	Next     *node
	Children []node
	ByName   map[string]node
}

// everything has a field of each kind, and each thing that is left alone.
type everything struct {
	Int     int
	small   int8
	Uint    uint32
	Address uintptr
	Float   float64
	Complex complex64
	Bool    bool
	_       int64
	Text    string
	Bytes   []byte
	Users   []pair[string, int]
	Map     map[string]int
	Chan    chan int
	Func    func()
	Any     any
	Err     error
	Ptr     *base
	Unsafe  unsafe.Pointer
	base
	Buf    [40]byte
	Flags  [3]bool
	Grid   [2][3]int16
	Points [4]pair[int32, int32]
	Names  [3]string
	Mixed  [3]pair[string, int]
	Nested pair[pair[int8, string], bool]
	mu     sync.Mutex
	count  atomic.Int64
	once   [2]sync.Once
	none   struct{}
	nobody [0]func()
}

func shapeFor[T any](object *T) (*Shape, unsafe.Pointer) {
	return Of(reflect.TypeFor[T]()), unsafe.Pointer(object)
}

func fullOfEverything() *everything {
	x := &everything{
		Int: 1, small: 2, Uint: 3, Address: 4, Float: 5, Complex: 6, Bool: false,
		Text: "text", Bytes: []byte("bytes"), Users: []pair[string, int]{{"u", 1}},
		Map: map[string]int{"a": 1}, Chan: make(chan int), Func: func() {}, Any: 7, Err: io.EOF,
		Ptr: &base{ID: 8, name: "ptr"}, Unsafe: unsafe.Pointer(new(int)), base: base{9, "base"},
	}
	x.Names[1], x.Mixed[2].First, x.Nested.First.Second = "n", "m", "nested"
	return x
}

func TestShape_PoisonReachesEveryField(t *testing.T) {
	x := fullOfEverything()
	s, p := shapeFor(x)
	bytes, users, entries, ptr, target := x.Bytes, x.Users, x.Map, x.Ptr, (*int)(x.Unsafe)
	x.mu.Lock()
	x.count.Store(10)
	x.once[1].Do(func() {})
	s.Poison(p)

	const b = -0x25 // 0xDB as an int8
	want := map[string]any{
		".small": int8(b), ".Uint": uint32(0xDBDBDBDB), ".Bool": true,
		".Text": poisonString, ".Bytes": []byte(nil), ".Users": []pair[string, int](nil), ".Map": map[string]int(nil),
		".Chan": (chan int)(nil), ".Func": true, ".Any": nil, ".Err": nil, ".Ptr": (*base)(nil), ".Unsafe": unsafe.Pointer(nil),
		".base.ID": int64(-0x2424242424242425), ".base.name": poisonString,
		".Buf[0]": uint8(0xDB), ".Buf[39]": uint8(0xDB), ".Flags[2]": true, ".Grid[1][2]": int16(-0x2425),
		".Points[3].Second": int32(-0x24242425), ".Names[0]": poisonString, ".Mixed[2].First": poisonString,
		".Nested.First.First": int8(b), ".Nested.First.Second": poisonString, ".Nested.Second": true,
	}
	for _, place := range placesOf(reflect.TypeFor[everything](), p) {
		w, ok := want[place.path]
		if !ok {
			continue
		}
		delete(want, place.path)
		got := place.value.Interface()
		if place.value.Kind() == reflect.Func {
			got = place.value.IsNil()
		}
		if !reflect.DeepEqual(got, w) {
			t.Errorf("%s is %v, want %v", place.path, got, w)
		}
	}
	if len(want) > 0 {
		t.Errorf("no such fields: %v", want)
	}
	if string(bytes) != "bytes" || users[0] != (pair[string, int]{"u", 1}) || entries["a"] != 1 || *ptr != (base{8, "ptr"}) || *target != 0 {
		t.Error("poison touched memory behind the object")
	}
	if x.mu.TryLock() || x.count.Load() != 10 {
		t.Error("poison touched what synchronizes")
	}
	x.mu.Unlock()
	x.once[1].Do(func() { t.Error("poison touched a sync.Once") })
	if f := s.Verify(p); len(f) > 0 {
		t.Errorf("verify finds %v in untouched poison", f)
	}
}

func TestShape_LeavesPaddingAndBlankFieldsAlone(t *testing.T) {
	type padded struct {
		A int8
		_ int32
		B int8
		_ *int
		C int16
	}
	object := new(padded)
	raw := unsafe.Slice((*byte)(unsafe.Pointer(object)), unsafe.Sizeof(padded{}))
	s, p := shapeFor(object)
	s.Poison(p)
	for i, b := range raw {
		at := uintptr(i)
		field := at == 0 || at == unsafe.Offsetof(object.B) || at == unsafe.Offsetof(object.C) || at == unsafe.Offsetof(object.C)+1
		if field != (b == poisonByte) || !field && b != 0 {
			t.Errorf("byte %d is %#x", i, b)
		}
	}
	blank := (*int32)(unsafe.Pointer(&raw[4]))
	*blank = 1
	if f := s.Verify(p); len(f) > 0 {
		t.Errorf("verify finds %v in a blank field", f)
	}
	*object = padded{}
	*blank = 1
	if traces := s.Observe(p); len(traces) > 0 {
		t.Errorf("observe finds %v in a blank field", traces)
	}
}

// Arrays are filled at a stroke only if all their bytes are alike.
func TestShape_PoisonOfArraysOfStructs(t *testing.T) {
	type object struct {
		Padded   [2]pair[int32, int8]
		BoolLast [2]pair[uint8, bool]
		BoolHead [2]pair[bool, uint8]
		Bools    [2]pair[bool, bool]
	}
	x := new(object)
	s, p := shapeFor(x)
	s.Poison(p)
	const b, padding = poisonByte, 0
	want := []byte{
		b, b, b, b, b, padding, padding, padding, b, b, b, b, b, padding, padding, padding,
		b, poisonBool, b, poisonBool,
		poisonBool, b, poisonBool, b,
		poisonBool, poisonBool, poisonBool, poisonBool,
	}
	if got := unsafe.Slice((*byte)(p), unsafe.Sizeof(*x)); !bytes.Equal(got, want) {
		t.Errorf("got %x, want %x", got, want)
	}
	x.Padded = [2]pair[int32, int8]{}
	x.BoolHead[1].First = false
	if f := s.Verify(p); len(f) != 2 || f[0].What != writtenLate+"; 1 more element of the array too" || f[1] != (Finding{".BoolHead[1].First", 22, writtenLate}) {
		t.Errorf("verify finds %v", f)
	}
}

func TestShape_VerifyNamesWhatWasWritten(t *testing.T) {
	x := new(everything)
	for _, test := range []struct {
		write func()
		path  string
		at    unsafe.Pointer
		what  string
	}{
		{func() { x.Int = 1 }, ".Int", unsafe.Pointer(&x.Int), ""},
		{func() { x.small++ }, ".small", unsafe.Pointer(&x.small), ""},
		{func() { x.Float = 0 }, ".Float", unsafe.Pointer(&x.Float), ""},
		{func() { x.Bool = false }, ".Bool", unsafe.Pointer(&x.Bool), ""},
		{func() { x.Text = "" }, ".Text", unsafe.Pointer(&x.Text), ""},
		{func() { x.Text = x.Text[:5] }, ".Text", unsafe.Pointer(&x.Text), ""},
		{func() { x.Bytes = append(x.Bytes, 1) }, ".Bytes", unsafe.Pointer(&x.Bytes), ""},
		{func() { x.Bytes = []byte{} }, ".Bytes", unsafe.Pointer(&x.Bytes), ""},
		{func() { x.Map = map[string]int{} }, ".Map", unsafe.Pointer(&x.Map), ""},
		{func() { x.Any = 1 }, ".Any", unsafe.Pointer(&x.Any), ""},
		{func() { x.Any = (*int)(nil) }, ".Any", unsafe.Pointer(&x.Any), ""},
		{func() { x.Err = io.EOF }, ".Err", unsafe.Pointer(&x.Err), ""},
		{func() { x.Ptr = new(base) }, ".Ptr", unsafe.Pointer(&x.Ptr), ""},
		{func() { x.ID = 1 }, ".base.ID", unsafe.Pointer(&x.ID), ""},
		{func() { x.Buf[17] = 0 }, ".Buf[17]", unsafe.Pointer(&x.Buf[17]), ""},
		{func() { x.Buf[17], x.Buf[18] = 0, 0 }, ".Buf[17]", unsafe.Pointer(&x.Buf[17]), "; 1 more element of the array too"},
		{func() { clear(x.Buf[:]) }, ".Buf[0]", unsafe.Pointer(&x.Buf), "; 39 more elements of the array too"},
		{func() { x.Flags[1] = false }, ".Flags[1]", unsafe.Pointer(&x.Flags[1]), ""},
		{func() { x.Grid[1][2], x.Grid[1][1] = 0, 0 }, ".Grid[1][1]", unsafe.Pointer(&x.Grid[1][1]), "; 1 more element of the array too"},
		{func() { x.Points[2].Second = 0 }, ".Points[2].Second", unsafe.Pointer(&x.Points[2].Second), ""},
		{func() { x.Points = [4]pair[int32, int32]{} }, ".Points[0].First", unsafe.Pointer(&x.Points), "; 3 more elements of the array too"},
		{func() { x.Names[2] = "" }, ".Names[2]", unsafe.Pointer(&x.Names[2]), ""},
		{func() { x.Mixed[1] = pair[string, int]{} }, ".Mixed[1].First", unsafe.Pointer(&x.Mixed[1]), ""},
		{func() { x.Mixed[0].Second, x.Mixed[2].First = 0, "" }, ".Mixed[0].Second", unsafe.Pointer(&x.Mixed[0].Second), "; 1 more element of the array too"},
		{func() { x.Nested.First.Second = "" }, ".Nested.First.Second", unsafe.Pointer(&x.Nested.First.Second), ""},
	} {
		s, p := shapeFor(x)
		s.Poison(p)
		test.write()
		want := []Finding{{test.path, uintptr(test.at) - uintptr(p), writtenLate + test.what}}
		if got := s.Verify(p); !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	}
}

func TestShape_FindingsAreFew(t *testing.T) {
	x := new(everything)
	s, p := shapeFor(x)
	s.Poison(p)
	*x = everything{Names: [3]string{"1", "2", "3"}}
	f := s.Verify(p)
	if len(f) != maxFindings || f[0].Path != ".Int" || f[maxFindings-1].Path != ".Text" {
		t.Errorf("verify finds %v", f)
	}
	f = survived(s, unsafe.Pointer(fullOfEverything()), nil)
	if len(f) != maxFindings {
		t.Errorf("survived finds %v", f)
	}
	if f := survived(s, p, nil); len(f) != 1 || f[0].Path != ".Names[0]" || f[0].What != leftText+"; 2 more elements of the array too" {
		t.Errorf("survived finds %v in an array", f)
	}
}

func TestShape_SurvivedNamesWhatTheResetForgot(t *testing.T) {
	shared := &base{ID: 1}
	type object = everything
	tests := []struct {
		name  string
		built func(*object) // by New; nil for new(T)
		lease func(*object) // what it leaves; the reset does nothing
		path  string        // "" for none
		what  string
	}{
		{"nothing", nil, func(x *object) {}, "", ""},
		{"number", nil, func(x *object) { x.Int = 1 }, ".Int", leftValue},
		{"bool", nil, func(x *object) { x.Bool = true }, ".Bool", leftValue},
		{"number as built", func(x *object) { x.Int = 1 }, func(x *object) {}, "", ""},
		{"other number than built", func(x *object) { x.Int = 1 }, func(x *object) { x.Int = 2 }, ".Int", leftValue},
		{"number zeroed", func(x *object) { x.Int = 1 }, func(x *object) { x.Int = 0 }, "", ""},
		{"text", nil, func(x *object) { x.Text = "secret" }, ".Text", leftText},
		{"equal text elsewhere", func(x *object) { x.Text = strings.Repeat("a", 9) }, func(x *object) { x.Text = strings.Repeat("a", 9) }, "", ""},
		{"text of the same length", func(x *object) { x.Text = "a" }, func(x *object) { x.Text = "b" }, ".Text", leftText},
		{"text emptied", func(x *object) { x.Text = "a" }, func(x *object) { x.Text = "" }, "", ""},
		{"array", nil, func(x *object) { x.Buf[3] = 1 }, ".Buf", leftValue},
		{"element of an array", nil, func(x *object) { x.Names[1] = "a" }, ".Names[1]", leftText},
		{"field of an element", nil, func(x *object) { x.Mixed[1].Second = 1 }, ".Mixed[1].Second", leftValue},
		{"embedded", nil, func(x *object) { x.name = "a" }, ".base.name", leftText},

		{"capacity", nil, func(x *object) { x.Bytes = make([]byte, 0, 10) }, "", ""},
		{"capacity with old bytes", nil, func(x *object) { x.Bytes = []byte("abc")[:0] }, "", ""},
		{"length", nil, func(x *object) { x.Bytes = make([]byte, 1, 10) }, "", ""},
		{"bytes", nil, func(x *object) { x.Bytes = []byte("a") }, ".Bytes", leftElements},
		{"bytes that are all alike", nil, func(x *object) { x.Bytes = []byte("aaaa") }, "", ""},
		{"slice as built", func(x *object) { x.Bytes = []byte("ab") }, func(x *object) { x.Bytes = []byte("ab") }, "", ""},
		{"other bytes", func(x *object) { x.Bytes = []byte("ab") }, func(x *object) { x.Bytes[1] = 'c' }, ".Bytes", leftElements},
		{"elements with text", func(x *object) { x.Users = make([]pair[string, int], 2) }, func(x *object) { x.Users[1].First = "a" }, ".Users", leftElements},
		{"elements with numbers", func(x *object) { x.Users = make([]pair[string, int], 2) }, func(x *object) { x.Users[1].Second = 1 }, ".Users", leftElements},

		{"empty map", nil, func(x *object) { x.Map = map[string]int{} }, "", ""},
		{"map", nil, func(x *object) { x.Map = map[string]int{"a": 1} }, ".Map", leftEntries},
		{"map as built", func(x *object) { x.Map = map[string]int{"a": 1} }, func(x *object) { x.Map = map[string]int{"a": 1} }, "", ""},

		{"channel", nil, func(x *object) { x.Chan = make(chan int) }, "", ""},
		{"channel with an element", nil, func(x *object) { x.Chan = make(chan int, 1); x.Chan <- 1 }, ".Chan", leftContent},
		{"channel as built", func(x *object) { x.Chan = make(chan int) }, func(x *object) {}, "", ""},
		{"function", nil, func(x *object) { x.Func = func() {} }, ".Func", leftContent},
		{"unsafe pointer", nil, func(x *object) { x.Unsafe = unsafe.Pointer(x) }, "", ""},
		{"interface", nil, func(x *object) { x.Any = 1 }, ".Any", leftContent},
		{"interface as built", func(x *object) { x.Err = io.EOF }, func(x *object) { x.Err = io.EOF }, "", ""},
		{"other type", func(x *object) { x.Any = 1 }, func(x *object) { x.Any = uint(1) }, ".Any", leftContent},

		{"pointer to something empty", nil, func(x *object) { x.Ptr = new(base) }, "", ""},
		{"pointer to something", nil, func(x *object) { x.Ptr = shared }, ".Ptr", leftTarget},
		{"pointer as built", func(x *object) { x.Ptr = shared }, func(x *object) { x.Ptr = shared }, "", ""},
		{"pointer as built, written through", func(x *object) { x.Ptr = new(base) }, func(x *object) { x.Ptr.ID = 5 }, "", ""},
		{"other pointer", func(x *object) { x.Ptr = shared }, func(x *object) { x.Ptr = &base{ID: 1} }, ".Ptr", leftTarget},
		{"other pointer to something empty", func(x *object) { x.Ptr = shared }, func(x *object) { x.Ptr = new(base) }, "", ""},

		{"what synchronizes", nil, func(x *object) { x.mu.Lock(); x.count.Store(1); x.once[0].Do(func() {}) }, "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			x := new(object)
			s, p := shapeFor(x)
			var before Traces
			if test.built != nil {
				test.built(x)
				before = s.Observe(p)
			}
			test.lease(x)
			wantFinding(t, survived(s, p, before), test.path, test.what)
		})
	}
}

// What New built is missed only if the reset took it away.
func TestShape_SurvivedNamesWhatTheResetTookAway(t *testing.T) {
	shared := &base{ID: 1}
	type object = everything
	for _, test := range []struct {
		name  string
		built func(*object) // by New
		reset func(*object)
		path  string // "" for none
		what  string
	}{
		{"slice gone", func(x *object) { x.Bytes = []byte("ab") }, func(x *object) { x.Bytes = x.Bytes[:0] }, ".Bytes", isEmpty},
		{"capacity gone", func(x *object) { x.Bytes = make([]byte, 0, 10) }, func(x *object) { x.Bytes = nil }, "", ""},
		{"map emptied", func(x *object) { x.Map = map[string]int{"a": 1} }, func(x *object) { clear(x.Map) }, ".Map", isEmpty},
		{"map gone", func(x *object) { x.Map = map[string]int{} }, func(x *object) { x.Map = nil }, ".Map", isNil},
		{"a channel made anew", func(x *object) { x.Chan = make(chan int) }, func(x *object) { x.Chan = make(chan int) }, "", ""},
		{"channel gone", func(x *object) { x.Chan = make(chan int) }, func(x *object) { x.Chan = nil }, ".Chan", isNil},
		{"function gone", func(x *object) { x.Func = func() {} }, func(x *object) { x.Func = nil }, ".Func", isNil},
		{"an interface made anew", func(x *object) { x.Err = io.EOF }, func(x *object) { x.Err = io.ErrUnexpectedEOF }, "", ""},
		{"interface gone", func(x *object) { x.Err = io.EOF }, func(x *object) { x.Err = nil }, ".Err", isNil},
		{"pointer gone", func(x *object) { x.Ptr = shared }, func(x *object) { x.Ptr = nil }, ".Ptr", isNil},
		{"number gone", func(x *object) { x.Int = 1 }, func(x *object) { x.Int = 0 }, "", ""},
		{"empty elements gone", func(x *object) { x.Bytes = make([]byte, 9) }, func(x *object) { x.Bytes = x.Bytes[:0] }, "", ""},
		{"empty elements gone, and their memory", func(x *object) { x.Bytes = make([]byte, 9) }, func(x *object) { x.Bytes = nil }, ".Bytes", isEmpty},
	} {
		t.Run(test.name, func(t *testing.T) {
			x := new(object)
			s, p := shapeFor(x)
			test.built(x)
			before := s.Observe(p)
			test.reset(x)
			wantFinding(t, judged(s, Lease{Object: p, Begin: before, End: before, After: s.Observe(p)}), test.path, test.what)
			if after := s.Observe(p); len(judged(s, Lease{Object: p, Begin: before, End: after, After: after})) > 0 && test.name != "an interface made anew" {
				t.Error("reported, though the lease took it away")
			}
		})
	}
}

func wantFinding(t *testing.T, got []Finding, path, what string) {
	t.Helper()
	if len(got) > 1 || (len(got) == 1) != (path != "") {
		t.Fatalf("got %v, want %q", got, path)
	}
	if len(got) == 1 && (got[0].Path != path || got[0].What != what) {
		t.Fatalf("got %v, want %s %s", got, path, what)
	}
}

// survived returns what is found if a lease leaves the object as it is now, and
// the reset does nothing.
func survived(s *Shape, object unsafe.Pointer, before Traces) []Finding {
	after := s.Observe(object)
	return judged(s, Lease{Object: object, Begin: before, End: after, After: after})
}

// judged judges a lease of a pool of which it is known that what is left varies.
func judged(s *Shape, lease Lease) (found []Finding) {
	var h Habits
	for at, i := &h.first, 0; i < len(lease.After); i++ {
		offset := lease.After[i].offset
		*at = &habit{offset: offset, varies: true, wrote: sample{trace: trace{offset: offset}}}
		at = &(*at).next
	}
	h.Judge(s, lease, func(f []Finding) { found = f })
	return found
}

// usage has nothing but numbers, one of which survives on purpose.
type usage struct {
	Now   int32
	Total int32 `rcpool:"keep"`
}

func TestShape_SurvivedPassesOverWhatIsKept(t *testing.T) {
	type holder struct {
		Any any `rcpool:"keep"`
	}
	type mixed struct {
		Now   usage
		Inner [2]pair[usage, string] `rcpool:"keep"`
		Text  string
	}
	type object struct {
		Config  *base `rcpool:"keep"`
		base    `json:"base" rcpool:"keep"`
		First   map[string]int `rcpool:"keep,owned"`
		Second  int            `rcpool:"owned,keep"`
		Drop    int            `rcpool:"drop"`
		Kept    int            `rcpool:"kept"`
		Array   [3]usage
		Grid    [2][2]usage
		Deep    [2]mixed
		Numbers []usage
		Held    []pair[holder, any]
		Pointer *usage
	}
	for _, test := range []struct {
		name  string
		after func(*object)
		path  string // "" for none
	}{
		{"kept pointer", func(x *object) { x.Config = &base{ID: 1} }, ""},
		{"what New has built, gone", func(x *object) { x.First = nil }, ""},
		{"kept embedded struct", func(x *object) { x.ID, x.name = 1, "a" }, ""},
		{"keep comes first", func(x *object) { x.First["a"] = 1 }, ""},
		{"keep comes second", func(x *object) { x.Second = 1 }, ".Second"},
		{"drop", func(x *object) { x.Drop = 1 }, ".Drop"},
		{"another option", func(x *object) { x.Kept = 1 }, ".Kept"},
		{"kept in an array", func(x *object) { x.Array[1].Total = 1 }, ""},
		{"beside it in an array", func(x *object) { x.Array[1].Now = 1 }, ".Array[1].Now"},
		{"kept in an array of arrays", func(x *object) { x.Grid[1][1].Total = 1 }, ""},
		{"beside it in an array of arrays", func(x *object) { x.Grid[1][1].Now = 1 }, ".Grid[1][1].Now"},
		{"kept array in an array", func(x *object) { x.Deep[1].Inner[1] = pair[usage, string]{usage{1, 1}, "a"} }, ""},
		{"beside a kept array", func(x *object) { x.Deep[1].Now.Now = 1 }, ".Deep[1].Now.Now"},
		{"kept numbers in a slice", func(x *object) { x.Numbers[1].Total = 1 }, ""},
		{"numbers beside them", func(x *object) { x.Numbers[1].Now = 1 }, ".Numbers"},
		{"kept interface in a slice", func(x *object) { x.Held[1].First.Any = 1 }, ""},
		{"interface beside it", func(x *object) { x.Held[1].Second = 1 }, ".Held"},
		{"kept behind a pointer", func(x *object) { x.Pointer = &usage{Total: 1} }, ""},
		{"beside it behind a pointer", func(x *object) { x.Pointer = &usage{Now: 1} }, ".Pointer"},
	} {
		t.Run(test.name, func(t *testing.T) {
			x := &object{First: map[string]int{}, Numbers: make([]usage, 2), Held: make([]pair[holder, any], 2), Pointer: new(usage)}
			s, p := shapeFor(x)
			before := s.Observe(p)
			test.after(x)
			got := survived(s, p, before)
			if (len(got) == 1) != (test.path != "") || len(got) > 1 || len(got) == 1 && got[0].Path != test.path {
				t.Errorf("got %v, want %q", got, test.path)
			}
		})
	}
}

// In a slice that keeps its length, an interface that was nil and is not is
// dirty. Pointers are not: the table may be filled on purpose as it is used.
func TestShape_SurvivedLooksIntoElements(t *testing.T) {
	type object struct {
		Args  []any
		Bufs  []*base
		Maps  []map[int]int
		Lists [][2][]int
	}
	for _, test := range []struct {
		name  string
		after func(*object)
		path  string
	}{
		{"nothing", func(x *object) {}, ""},
		{"interface", func(x *object) { x.Args[2] = "secret" }, ".Args"},
		{"interface replaced", func(x *object) { x.Args[0] = 2 }, ""},
		{"interface gone", func(x *object) { x.Args[0] = nil }, ""},
		{"pointer", func(x *object) { x.Bufs[2] = &base{ID: 1} }, ""},
		{"map", func(x *object) { x.Maps[1] = map[int]int{1: 1} }, ""},
		{"length of an inner slice", func(x *object) { x.Lists[1][1] = make([]int, 1) }, ".Lists"},
		{"capacity of an inner slice", func(x *object) { x.Lists[1][1] = make([]int, 0, 1) }, ""},
	} {
		x := &object{[]any{1, nil, nil}, []*base{{ID: 1}, {}, nil}, make([]map[int]int, 2), make([][2][]int, 2)}
		s, p := shapeFor(x)
		before := s.Observe(p)
		test.after(x)
		got := survived(s, p, before)
		if (len(got) == 1) != (test.path != "") || len(got) == 1 && (got[0].Path != test.path || got[0].What != leftElements) {
			t.Errorf("%s: got %v, want %q", test.name, got, test.path)
		}
	}
}

func TestShape_ObserveLooksBehindPointersWithLimits(t *testing.T) {
	cycle := &node{}
	cycle.Next = cycle
	long := &node{Next: &node{Next: &node{N: 1}}}
	tooLong := &node{Next: &node{Next: &node{Next: &node{N: 1}}}}
	type big = [8 * lookWords]uintptr
	far, near := new(big), new(big)
	near[lookWords/2], far[2*lookWords] = 1, 1
	for _, test := range []struct {
		name   string
		target any
		dirty  bool
	}{
		{"nil map and slice", &node{}, false},
		{"number", &node{N: 1}, true},
		{"slice without length", &node{Children: make([]node, 0, 1)}, false},
		{"slice", &node{Children: make([]node, 1)}, true},
		{"map without entries", &node{ByName: map[string]node{}}, false},
		{"map", &node{ByName: map[string]node{"": {}}}, true},
		{"cycle", cycle, false},
		{"third in a row", long, true},
		{"fourth in a row", tooLong, false},
		{"word of many", near, true},
		{"word of too many", far, false},
		{"pointer to a pointer", new(*int), false},
		{"text", new(string), false},
		{"text with length", func() *string { s := "a"; return &s }(), true},
		{"interface", func() *any { var x any = 0; return &x }(), true},
		{"function", func() *func() { f := func() {}; return &f }(), true},
		{"array of pointers", &[3]*int{2: func() *int { n := 1; return &n }()}, true},
		{"list", list.New(), false}, // a ring of one, that points to itself
		{"nothing at all", new(struct{}), false},
		{"what synchronizes", func() *sync.Mutex { m := new(sync.Mutex); m.Lock(); return m }(), false},
	} {
		pointer := reflect.ValueOf(test.target)
		object := reflect.New(pointer.Type())
		object.Elem().Set(pointer)
		s := Of(pointer.Type())
		got := survived(s, object.UnsafePointer(), nil)
		if (len(got) == 1) != test.dirty || test.dirty && got[0] != (Finding{"", 0, leftTarget}) {
			t.Errorf("%s: got %v, want dirty %v", test.name, got, test.dirty)
		}
	}
}

// A pointer to memory that C gave is often one to a huge array, of which only
// the beginning is there.
func TestShape_ObserveDoesNotReadAllOfAHugeTarget(t *testing.T) {
	var object *[1 << 24]node
	words := make([]int64, 16*lookWords)
	s, p := shapeFor(&object)
	*(*unsafe.Pointer)(p) = unsafe.Pointer(unsafe.SliceData(words))
	if got := survived(s, p, nil); len(got) > 0 {
		t.Errorf("got %v", got)
	}
	words[0] = 1
	if got := survived(s, p, nil); len(got) != 1 {
		t.Errorf("got %v", got)
	}
}

// Every type has a shape, and an object of it can be poisoned, verified and
// observed.
func TestShape_OfAnyType(t *testing.T) {
	type recursiveSlice []recursiveSlice
	type recursiveMap map[string]recursiveMap
	type recursiveFunc func(recursiveFunc) recursiveFunc
	type recursivePointer *recursivePointer
	for _, typ := range []reflect.Type{
		reflect.TypeFor[int](), reflect.TypeFor[bool](), reflect.TypeFor[string](), reflect.TypeFor[[]byte](),
		reflect.TypeFor[map[string]int](), reflect.TypeFor[*int](), reflect.TypeFor[[3]string](), reflect.TypeFor[[3]int](),
		reflect.TypeFor[any](), reflect.TypeFor[error](), reflect.TypeFor[func()](), reflect.TypeFor[<-chan int](),
		reflect.TypeFor[unsafe.Pointer](), reflect.TypeFor[complex128](),
		reflect.TypeFor[struct{}](), reflect.TypeFor[[0]func()](), reflect.TypeFor[[5]struct{}](), reflect.TypeFor[[]struct{}](),
		reflect.TypeFor[struct{ _ int }](), reflect.TypeFor[[4]struct{ _ string }](), reflect.TypeFor[sync.Mutex](), reflect.TypeFor[[2]atomic.Pointer[int]](),
		reflect.TypeFor[[1 << 20]byte](), reflect.TypeFor[[1 << 12][1 << 3]pair[bool, bool]](), reflect.TypeFor[[1000]*[1 << 30]byte](),
		reflect.TypeFor[node](), reflect.TypeFor[recursiveSlice](), reflect.TypeFor[recursiveMap](), reflect.TypeFor[recursiveFunc](), reflect.TypeFor[recursivePointer](),
		reflect.TypeFor[pair[*pair[int, string], pair[any, []node]]](),
		reflect.TypeFor[struct {
			base
			*node
			io.Reader
		}](),
		reflect.TypeFor[bytes.Buffer](), reflect.TypeFor[strings.Builder](), reflect.TypeFor[time.Time](),
		reflect.TypeFor[reflect.Value](), reflect.TypeFor[testing.T](), reflect.TypeFor[sync.Map](),
		reflect.TypeFor[Shape](), reflect.TypeFor[everything](),
	} {
		t.Run(typ.String(), func(t *testing.T) {
			checkShape(t, typ, choose(rand.New(rand.NewPCG(1, 2))))
		})
	}
}

func TestShape_OfRandomTypes(t *testing.T) {
	rounds := 400
	if testing.Short() {
		rounds = 50
	}
	for i := range rounds {
		choice := choose(rand.New(rand.NewPCG(uint64(i), 3)))
		checkShape(t, randomType(choice, 0), choice)
		if t.Failed() {
			t.Fatalf("seed %d", i)
		}
	}
}

func FuzzShape(f *testing.F) {
	f.Add([]byte("a type"), uint64(1))
	f.Add([]byte{16, 17, 18, 19, 20, 21, 22, 23, 16, 200, 3, 4, 5, 6}, uint64(2))
	f.Fuzz(func(t *testing.T, program []byte, seed uint64) {
		then := choose(rand.New(rand.NewPCG(seed, 4)))
		choice := func(n int) int {
			if len(program) == 0 {
				return then(n)
			}
			c := int(program[0]) % n
			program = program[1:]
			return c
		}
		checkShape(t, randomType(choice, 0), choice)
	})
}

// checkShape holds the shape of a type against what reflect says about it.
func checkShape(t *testing.T, typ reflect.Type, choice func(int) int) {
	t.Helper()
	s := Of(typ)
	object := reflect.New(typ).UnsafePointer()
	places := placesOf(typ, object)

	if traces := s.Observe(object); len(traces) > 0 {
		t.Fatalf("%v: traces %v of a zero object", typ, traces)
	}
	for range min(len(places), 10) {
		p := places[choice(len(places))]
		if !p.soil(choice) {
			continue
		}
		got := survived(s, object, nil)
		if !p.isAllThatSurvived(got) {
			t.Fatalf("%v: set %s at %d, survived finds %v", typ, p.path, p.offset, got)
		}
		p.value.SetZero()
	}

	for _, p := range places {
		if len(places) < 100 || choice(10) == 0 {
			p.soil(choice)
		}
	}
	full := s.Observe(object)
	if again := s.Observe(object); !slices.Equal(full, again) || len(survived(s, object, full)) > 0 {
		t.Fatalf("%v: observed twice: %v and %v", typ, full, again)
	}
	for range min(len(places), 10) {
		p := places[choice(len(places))]
		p.value.SetZero()
		before := s.Observe(object)
		if !p.soil(choice) {
			continue
		}
		got := survived(s, object, before)
		if !p.isAllThatSurvived(got) {
			t.Fatalf("%v: changed %s at %d, survived finds %v", typ, p.path, p.offset, got)
		}
	}

	for range 5 {
		s.Poison(object)
		if f := s.Verify(object); len(f) > 0 {
			t.Fatalf("%v: verify finds %v in untouched poison", typ, f)
		}
		if len(places) == 0 {
			break
		}
		p := places[choice(len(places))]
		if !p.writeLate(choice) {
			continue
		}
		got := s.Verify(object)
		if len(got) != 1 || !p.isNamedBy(got[0], false) || got[0].What != writtenLate {
			t.Fatalf("%v: wrote %s at %d, verify finds %v", typ, p.path, p.offset, got)
		}
	}
	runtime.KeepAlive(object)
}

// A place is a field or element as reflect sees it.
type place struct {
	path   string
	offset uintptr
	value  reflect.Value // settable
	kept   bool
}

// placesOf lists what should be part of the shape: at most some thousands of
// places, also of a huge array.
func placesOf(t reflect.Type, object unsafe.Pointer) []place {
	var places []place
	var walk func(t reflect.Type, path string, offset uintptr, kept bool)
	walk = func(t reflect.Type, path string, offset uintptr, kept bool) {
		switch {
		case t.Size() == 0 || t.PkgPath() == "sync" || t.PkgPath() == "sync/atomic":
		case t.Kind() == reflect.Struct:
			for i := range t.NumField() {
				if f := t.Field(i); f.Name != "_" {
					walk(f.Type, path+"."+f.Name, offset+f.Offset, kept || f.Tag.Get("rcpool") == "keep")
				}
			}
		case t.Kind() == reflect.Array:
			for i := 0; i < t.Len(); i += 1 + i/100 {
				walk(t.Elem(), fmt.Sprintf("%s[%d]", path, i), offset+uintptr(i)*t.Elem().Size(), kept)
			}
		default:
			places = append(places, place{path, offset, reflect.NewAt(t, unsafe.Add(object, offset)).Elem(), kept})
		}
	}
	walk(t, "", 0, false)
	return places
}

// isAllThatSurvived reports whether found is what there is to say of p: nothing if it
// is kept.
func (p place) isAllThatSurvived(found []Finding) bool {
	if p.kept {
		return len(found) == 0
	}
	return len(found) == 1 && p.isNamedBy(found[0], true)
}

// isNamedBy reports whether f is about p. Traces know no elements of plain arrays.
func (p place) isNamedBy(f Finding, plainArrays bool) bool {
	if f.Path == p.path {
		return f.Offset == p.offset
	}
	rest, ok := strings.CutPrefix(p.path, f.Path)
	return ok && plainArrays && isPlain(p.value.Kind()) && rest[0] == '[' && f.Offset < p.offset+p.value.Type().Size()
}

func isPlain(k reflect.Kind) bool { return k >= reflect.Bool && k <= reflect.Complex128 }

// soil sets p to something that is not empty, if its type has such a value.
func (p place) soil(choice func(int) int) bool {
	v, n := p.value, choice(100)+3
	switch {
	case v.Kind() == reflect.Bool:
		v.SetBool(true)
	case v.CanInt():
		v.SetInt(int64(n))
	case v.CanUint():
		v.SetUint(uint64(n))
	case v.CanFloat():
		v.SetFloat(float64(n))
	case v.CanComplex():
		v.SetComplex(complex(0, float64(n)))
	default:
		return p.soilWords(choice)
	}
	return true
}

func (p place) soilWords(choice func(int) int) bool {
	v, n := p.value, choice(100)+1
	switch v.Kind() {
	case reflect.String:
		v.SetString(strings.Repeat("s", n))
	case reflect.Slice:
		n = n%2 + 1 // no number that soil sets
		s := reflect.MakeSlice(v.Type(), n, n)
		places := placesOf(v.Type().Elem(), s.Index(0).Addr().UnsafePointer())
		if len(places) == 0 || places[0].kept || v.Type().Elem() == v.Type() || !places[0].soil(choice) {
			return false
		}
		v.Set(s)
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(reflect.Zero(v.Type().Key()), reflect.Zero(v.Type().Elem()))
	case reflect.Chan:
		elem := v.Type().Elem()
		c := reflect.MakeChan(reflect.ChanOf(reflect.BothDir, elem), 1)
		c.Send(reflect.Zero(elem))
		v.Set(c.Convert(v.Type()))
	case reflect.Func:
		v.Set(reflect.MakeFunc(v.Type(), nil))
	case reflect.UnsafePointer:
		return false // nobody knows what it points to
	case reflect.Interface:
		for _, content := range []any{n, io.EOF, p} {
			if reflect.TypeOf(content).Implements(v.Type()) {
				v.Set(reflect.ValueOf(content))
				return true
			}
		}
		return false
	case reflect.Pointer:
		if v.Type().Elem().Size() > 1<<24 {
			return false
		}
		target := reflect.New(v.Type().Elem())
		places := placesOf(v.Type().Elem(), target.UnsafePointer())
		if len(places) == 0 || places[0].kept || depthOf(v.Type()) > lookDepth || !places[0].soil(choice) {
			return false
		}
		v.Set(target.Convert(v.Type()))
	default:
		panic(v.Kind())
	}
	return true
}

// depthOf is how many pointers lead from t to what soil sets.
func depthOf(t reflect.Type) int {
	for depth := 0; ; depth++ {
		for t.Kind() == reflect.Struct || t.Kind() == reflect.Array {
			places := placesOf(t, reflect.New(t).UnsafePointer())
			if len(places) == 0 {
				return depth
			}
			t = places[0].value.Type()
		}
		if t.Kind() != reflect.Pointer || depth > lookDepth {
			return depth
		}
		t = t.Elem()
	}
}

// writeLate changes p, which is poisoned.
func (p place) writeLate(choice func(int) int) bool {
	switch kind := p.value.Kind(); {
	case kind == reflect.Bool:
		p.value.SetBool(false)
	case isPlain(kind):
		b := (*byte)(unsafe.Add(p.value.Addr().UnsafePointer(), choice(int(p.value.Type().Size()))))
		*b ^= byte(1 << choice(8))
	default:
		return p.soilWords(choice)
	}
	return true
}

func choose(r *rand.Rand) func(int) int { return r.IntN }

var someTypes = []reflect.Type{
	reflect.TypeFor[bool](), reflect.TypeFor[int8](), reflect.TypeFor[uint16](), reflect.TypeFor[int32](), reflect.TypeFor[uint64](), reflect.TypeFor[uintptr](),
	reflect.TypeFor[float32](), reflect.TypeFor[complex128](), reflect.TypeFor[string](), reflect.TypeFor[any](), reflect.TypeFor[error](),
	reflect.TypeFor[func(int) string](), reflect.TypeFor[unsafe.Pointer](), reflect.TypeFor[sync.Mutex](), reflect.TypeFor[atomic.Int32](), reflect.TypeFor[struct{}](),
}

func randomType(choice func(int) int, depth int) reflect.Type {
	kinds := len(someTypes) + 8
	if depth == 3 {
		kinds = len(someTypes)
	}
	c := choice(kinds)
	if depth == 0 {
		c = len(someTypes)
	}
	if c < len(someTypes) {
		return someTypes[c]
	}
	switch c - len(someTypes) {
	case 0, 1, 2:
		fields := make([]reflect.StructField, choice(8))
		for i := range fields {
			fields[i] = reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: randomType(choice, depth+1)}
			switch choice(6) {
			case 0:
				fields[i].Name, fields[i].PkgPath = fmt.Sprintf("f%d", i), "example.org/p"
			case 1:
				fields[i].Name, fields[i].PkgPath = "_", "example.org/p"
			case 2:
				fields[i].Tag = `rcpool:"keep"`
			}
		}
		return reflect.StructOf(fields)
	case 3:
		return reflect.ArrayOf(choice(5), randomType(choice, depth+1))
	case 4:
		return reflect.SliceOf(randomType(choice, depth+1))
	case 5:
		return reflect.MapOf(reflect.TypeFor[string](), randomType(choice, depth+1))
	case 6:
		return reflect.PointerTo(randomType(choice, depth+1))
	default:
		return reflect.ChanOf(reflect.BothDir, randomType(choice, depth+1))
	}
}

// The collector runs while objects are poisoned and observed. What was taken
// out of them before must stay, which needs the write barrier, and what is in
// them afterwards must be readable. GODEBUG=clobberfree=1 makes it stricter.
func TestShape_PoisonIsSafeForTheCollector(t *testing.T) {
	s := Of(reflect.TypeFor[everything]())
	stop := make(chan struct{})
	var collector sync.WaitGroup
	collector.Add(1)
	go func() {
		defer collector.Done()
		for {
			select {
			case <-stop:
				return
			default:
				runtime.GC()
			}
		}
	}()
	for range 40 {
		var objects [64]*everything
		var taken [64]*base // on the stack, where stores have no barrier
		var texts [64]string
		for i := range objects {
			x := fullOfEverything()
			x.Ptr.name = strings.Repeat("p", 100+i)
			x.Text = strings.Repeat("t", 100+i)
			objects[i] = x
		}
		for i, x := range objects {
			s.Observe(unsafe.Pointer(x))
			taken[i], texts[i] = x.Ptr, x.Text
			s.Poison(unsafe.Pointer(x))
		}
		runtime.GC()
		for i, x := range objects {
			if taken[i].name != strings.Repeat("p", 100+i) || texts[i] != strings.Repeat("t", 100+i) {
				t.Fatal("poison lost what others hold")
			}
			if f := s.Verify(unsafe.Pointer(x)); len(f) > 0 {
				t.Fatalf("verify finds %v", f)
			}
			if !strings.Contains(strings.Join(x.Names[:], "")+x.Text+x.name, poisonString) || x.Ptr != nil || x.Any != nil {
				t.Fatal("poison is not readable")
			}
		}
	}
	close(stop)
	collector.Wait()
}

func TestShape_TracesKeepNothingAlive(t *testing.T) {
	type object struct {
		Ptr   *everything
		Any   any
		Slice []*everything
		Name  string
	}
	s := Of(reflect.TypeFor[object]())
	parts := [3]*everything{fullOfEverything(), fullOfEverything(), fullOfEverything()}
	x := &object{parts[0], parts[1], parts[2:], "name"}
	var watched []weak.Pointer[everything]
	for _, part := range parts {
		watched = append(watched, weak.Make(part))
	}
	found := s.Observe(unsafe.Pointer(x))
	parts, x = [3]*everything{}, nil
	runtime.GC()
	for i, w := range watched {
		if w.Value() != nil {
			t.Errorf("part %d is alive", i)
		}
	}
	if len(found) != 4 {
		t.Errorf("traces %v", found)
	}
}

// What is behind an object may belong to others, who write to it meanwhile:
// under -race this test fails if observe is seen to read it.
func TestShape_ObserveDoesNotRaceBehindTheObject(t *testing.T) {
	type headers struct {
		Text  string
		Slice []int
		Map   map[int]int
		Next  *headers
		Any   any
	}
	type object struct {
		Ptr     *base
		Bytes   []byte
		Users   []pair[string, int]
		Map     map[string]int
		Headers *headers
	}
	x := &object{new(base), make([]byte, 1), make([]pair[string, int], 1), map[string]int{}, new(headers)}
	s, p := shapeFor(x)
	whileWriting(t, func(i int) {
		x.Ptr.ID = int64(i)
		x.Bytes[0] = byte(i)
		x.Users[0].Second = i
		x.Users[0].First = strings.Repeat("x", i%5)
		x.Map["a"] = i
		if i < 100 {
			x.Map[fmt.Sprint(i)] = i
		}
		*x.Headers = headers{Slice: make([]int, 0, i%5), Map: map[int]int{}, Next: &headers{}}
	}, func() { s.Observe(p) })
}

// Nor does a late writer synchronise with anybody, who writes to the object
// itself.
func TestShape_DoesNotRaceWithLateWriters(t *testing.T) {
	x := new(everything)
	s, p := shapeFor(x)
	s.Poison(p)
	whileWriting(t, func(i int) {
		x.Int, x.Bool, x.Buf[i%40] = i, i%2 == 0, byte(i)
		x.Ptr, x.Text, x.Names[1], x.Users, x.Any = new(base), "late", "late", nil, i
		x.Bytes, x.Map, x.Chan = make([]byte, i%5), map[string]int{}, make(chan int)
	}, func() { s.Verify(p); s.Observe(p) })
	if f := s.Verify(p); len(f) == 0 || f[0].Path != ".Int" {
		t.Errorf("verify finds %v", f)
	}
}

func whileWriting(t *testing.T, write func(int), read func()) {
	t.Helper()
	var writes atomic.Int64
	var done atomic.Bool
	var writer sync.WaitGroup
	writer.Add(1)
	go func() {
		defer writer.Done()
		for i := 0; !done.Load(); i++ {
			write(i)
			writes.Add(1)
			runtime.Gosched()
		}
	}()
	for range 500 {
		read()
	}
	for n := writes.Load(); writes.Load() == n; {
		runtime.Gosched()
		read()
	}
	done.Store(true)
	writer.Wait()
}

// Words that do not belong together, as somebody sees who reads an object
// while it is written, must not crash the process.
func TestShape_ObserveSurvivesTornWords(t *testing.T) {
	type object struct {
		Text  string
		Bytes []byte
		Users []pair[string, *int]
		Ptr   *pair[string, *int]
		Map   map[string]int
		Any   any
		Chan  chan int
	}
	const nowhere = 0x2000 // no page is mapped there, but it is not taken for nil
	type words [unsafe.Sizeof(object{}) / wordSize]uintptr
	x := new(object)
	s, p := shapeFor(x)
	for i := range (*words)(p) {
		(*words)(p)[i] = nowhere
	}
	got := s.Observe(p)
	if again := s.Observe(p); !slices.Equal(got, again) || len(got) != 7 {
		t.Errorf("observed %v and %v", got, again)
	}
	f := survived(s, p, nil)
	if len(f) == 0 || f[0].Path != ".Text" {
		t.Errorf("survived finds %v", f)
	}
	*x = object{} // these are no pointers for anybody else to see

	// The words of two strings and slices, none of them wild.
	small := new([2]*int)
	for _, at := range []unsafe.Pointer{unsafe.Pointer(&x.Text), unsafe.Pointer(&x.Bytes), unsafe.Pointer(&x.Users)} {
		*(*unsafe.Pointer)(at) = unsafe.Pointer(small)
		*(*uintptr)(unsafe.Add(at, wordSize)) = 1000
	}
	if got := s.Observe(p); len(got) != 3 {
		t.Errorf("observed %v", got)
	}
}

func TestShape_IsSafeForConcurrentUse(t *testing.T) {
	s := Of(reflect.TypeFor[everything]())
	var users sync.WaitGroup
	for range 4 {
		users.Add(1)
		go func() {
			defer users.Done()
			x := fullOfEverything()
			found := s.Observe(unsafe.Pointer(x))
			s.Poison(unsafe.Pointer(x))
			if f := s.Verify(unsafe.Pointer(x)); len(f) > 0 || len(found) == 0 {
				t.Error("wrong answers")
			}
		}()
	}
	users.Wait()
}

// Nothing of the user's is called.
func TestShape_CallsNoMethods(t *testing.T) {
	type object struct {
		Hostile hostile
		Any     any
		Err     error
		Map     map[hostile]hostile
		Slice   []hostile
	}
	x := &object{1, hostile(2), hostile(3), map[hostile]hostile{4: 5}, []hostile{6}}
	s, p := shapeFor(x)
	before := s.Observe(p)
	x.Hostile = 7
	if f := survived(s, p, before); len(f) != 1 || f[0].Path != ".Hostile" {
		t.Errorf("survived finds %v", f)
	}
	s.Poison(p)
	x.Err = hostile(8)
	if f := s.Verify(p); len(f) != 1 || f[0].Path != ".Err" {
		t.Errorf("verify finds %v", f)
	}
}

type hostile int

func (hostile) String() string     { panic(errors.New("String was called")) }
func (hostile) GoString() string   { panic(errors.New("GoString was called")) }
func (hostile) Error() string      { panic(errors.New("Error was called")) }
func (hostile) Equal(hostile) bool { panic(errors.New("Equal was called")) }
func (hostile) IsZero() bool       { panic(errors.New("IsZero was called")) }

// event is what a service might pool.
type event struct {
	ID      uint64
	At      time.Time
	Kind    int32
	Retry   bool
	Name    string
	Tags    []string
	Payload []byte
	Attrs   map[string]string
	Source  *base
	Err     error
}

func newEvent() *event {
	return &event{
		ID: 1, At: time.Unix(1, 0), Kind: 2, Name: "created", Tags: []string{"a", "b"}, Payload: make([]byte, 64),
		Attrs: map[string]string{"k": "v"}, Source: &base{ID: 1}, Err: io.EOF,
	}
}

func BenchmarkShape_Event(b *testing.B) { benchmarkShape(b, newEvent()) }

func BenchmarkShape_EventEmpty(b *testing.B) { benchmarkShape(b, new(event)) }

func BenchmarkShape_Array64KiB(b *testing.B) {
	x := new([64 << 10]byte)
	x[len(x)-1] = 1
	benchmarkShape(b, x)
}

func BenchmarkShape_Array1MiB(b *testing.B) { benchmarkShape(b, new([1 << 20]byte)) }

func benchmarkShape[T any](b *testing.B, x *T) {
	s, p := shapeFor(x)
	bench := func(name string, f func()) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(s.size))
			b.ReportAllocs()
			for b.Loop() {
				f()
			}
		})
	}
	bench("observe", func() { s.Observe(p) })
	bench("poison", func() { s.Poison(p) })
	bench("verify", func() { s.Verify(p) })
}

// What packages keep in types that are made to be used again is their own
// affair; what a user of theirs puts in is not.
func TestShape_PrivateFieldsAreNoFindings(t *testing.T) {
	type holder struct {
		zip    *gzip.Writer
		out    bufio.Writer
		buffer bytes.Buffer
		when   time.Time
		digest hash.Hash
		err    error
	}
	for _, test := range []struct {
		name  string
		after func(*holder)
		want  string
	}{
		{"a writer that is kept", func(h *holder) {
			h.zip = gzip.NewWriter(io.Discard)
			h.zip.Write([]byte("hello"))
			h.zip.Reset(io.Discard)
			h.out.Reset(io.Discard)
			h.out.WriteString("hello")
			h.out.Reset(io.Discard)
		}, ""},
		{"a buffer that is empty", func(h *holder) { h.buffer.WriteString("hello"); h.buffer.Reset() }, ""},
		{"a buffer that is not", func(h *holder) { h.buffer.WriteString("hello") }, ".buffer.buf"},
		{"a time", func(h *holder) { h.when = time.Now() }, ".when.wall"},
		{"a hash that is kept", func(h *holder) { h.digest = sha256.New() }, ""},
		{"an error", func(h *holder) { h.err = io.ErrUnexpectedEOF }, ".err"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, h := Of(reflect.TypeFor[holder]()), new(holder)
			before := s.Observe(unsafe.Pointer(h))
			test.after(h)
			found := survived(s, unsafe.Pointer(h), before)
			if (test.want == "") != (len(found) == 0) || test.want != "" && found[0].Path != test.want {
				t.Errorf("found %v, want %q", found, test.want)
			}
		})
	}

	z := gzip.NewWriter(io.Discard)
	s := Of(reflect.TypeFor[gzip.Writer]())
	before := s.Observe(unsafe.Pointer(z))
	z.Write([]byte("hello"))
	z.Close()
	z.Reset(io.Discard)
	if found := survived(s, unsafe.Pointer(z), before); len(found) > 0 {
		t.Errorf("found %v in a gzip.Writer that was reset", found)
	}
}

// A map that is cleared gets another seed, by which Judge knows that the reset
// cleared it.
func TestMapSeed(t *testing.T) {
	for n := range 40 {
		m := map[string]int{}
		for i := range n + 1 {
			m[fmt.Sprint(i)] = i
		}
		seed := mapSeed(unsafe.Pointer(&m))
		m["0"]++
		if again := mapSeed(unsafe.Pointer(&m)); again != seed {
			t.Errorf("the seed of a map with %d entries changes by itself", n+1)
		}
		if clear(m); mapSeed(unsafe.Pointer(&m)) == seed {
			t.Errorf("clear does not change the seed of a map with %d entries", n+1)
		}
	}
}

func BenchmarkJudge(b *testing.B) {
	x := newEvent()
	s, p := shapeFor(x)
	end := s.Observe(p)
	*x = event{}
	var h Habits
	for b.Loop() {
		h.Judge(s, Lease{Object: p, End: end}, func([]Finding) {})
	}
}
