package shape

import (
	"bufio"
	"bytes"
	"reflect"
	"strings"
	"sync"
	"testing"
	"unsafe"
)

// lent is somebody else's.
var lent = []byte("somebody else's")

type own struct {
	Name    string
	Line    []byte
	out     bytes.Buffer
	buffers [2]bytes.Buffer
	in      struct{ bufio.Reader }
	mu      sync.Mutex
}

type strange struct {
	Slice   []byte
	slices  [2][]byte
	pointer *bytes.Buffer
	text    strings.Builder
	reader  bytes.Reader
	list    []bytes.Buffer
	any     any
}

func TestShape_Behind(t *testing.T) {
	buffer := func() *bytes.Buffer { b := new(bytes.Buffer); b.Grow(1); return b }
	full := func() *own {
		o := &own{Line: lent[:0], out: *buffer(), in: struct{ bufio.Reader }{*bufio.NewReaderSize(nil, 16)}}
		o.buffers[1] = *buffer()
		return o
	}
	pointer, none := buffer(), (*bytes.Buffer)(nil)
	var text strings.Builder
	text.WriteString("text")
	inside := new(struct {
		out   bytes.Buffer
		array [100]byte
	})
	inside.out = *bytes.NewBuffer(inside.array[:0])
	for _, test := range []struct {
		object any
		want   string // the paths
	}{
		{buffer(), ".buf"},
		{new(bytes.Buffer), ""},
		{bufio.NewWriter(nil), ".buf"},
		{&pointer, ".buf"},
		{&none, ""},
		{full(), ".in.Reader.buf"},
		{&own{out: *bytes.NewBuffer(lent), buffers: [2]bytes.Buffer{*bytes.NewBuffer(lent)}}, ""},
		{&[1]bytes.Buffer{*bytes.NewBuffer(lent)}, ""},
		{&[2]bufio.Reader{*bufio.NewReader(nil)}, "[0].buf"},
		{new(own), ""},
		{new([3]bytes.Buffer), ""},
		{&[]byte{1, 2}, "[]"},
		{&[]string{"a"}, "[]"},
		{&[]pair[string, *int]{{}}, "[]"},
		{&[][]byte{lent}, "[]"},
		{&[]struct{}{{}}, ""},
		{new([]byte), ""},
		{&[2][]byte{lent, lent}, ""},
		{&text, ""},
		{new(string), ""},
		{bytes.NewReader(lent), ""},
		{inside, ""},
		{&strange{lent, [2][]byte{lent}, buffer(), text, *bytes.NewReader(lent), []bytes.Buffer{*buffer()}, buffer()}, ""},
	} {
		v := reflect.ValueOf(test.object)
		t.Run(v.Type().String(), func(t *testing.T) {
			var paths []string
			for _, m := range Of(v.Type().Elem()).Behind(v.UnsafePointer()) {
				paths = append(paths, m.path)
				if m.path == "" {
					paths = []string{"[]"}
				}
				if _, found := poisoned(m).Verify(); found {
					t.Errorf("%s: finds what nobody has written", m.path)
				}
			}
			if got := strings.Join(paths, " "); got != test.want {
				t.Errorf("found %q, want %q", got, test.want)
			}
		})
	}
	if string(lent) != "somebody else's" {
		t.Errorf("somebody else's memory is %q", lent)
	}
}

func poisoned(m Memory) Memory {
	m.Poison()
	return m
}

func TestMemory_VerifyNamesWhatWasWritten(t *testing.T) {
	numbers, flags := make([]int32, 100), make([]bool, 33)
	users := make([]pair[string, *int], 5, 7)
	given := make([]byte, 50)
	for _, test := range []struct {
		memory []Memory
		write  func()
		want   Finding
	}{
		{behind(&numbers), func() { numbers[50] = 1 }, Finding{"[50]", 200, writtenLate}},
		{behind(&flags), func() { flags[32] = false }, Finding{"[32]", 32, writtenLate}},
		{behind(&users), func() { users[:7][6].Second = new(int) }, Finding{"[6]", 6 * unsafe.Sizeof(users[0]), writtenLate}},
		{behind(&users), func() { users[1].First = "" }, Finding{"[1]", unsafe.Sizeof(users[0]), writtenLate}},
		{Of(reflect.TypeFor[int]()).Given(unsafe.Pointer(new(int)), given), func() { given[49]++ }, Finding{"memory[49]", 49, writtenLate}},
	} {
		m := poisoned(test.memory[0])
		if found, ok := m.Verify(); ok {
			t.Errorf("found %v before the write", found)
		}
		if half := m.Head(m.Size() / 2); half.Size() == 0 || half.Size() > m.Size()/2 {
			t.Errorf("half of %d bytes is %d", m.Size(), half.Size())
		}
		test.write()
		if found, ok := m.Verify(); !ok || found != test.want {
			t.Errorf("found %v, want %v", found, test.want)
		}
	}
	if object := new([8]byte); Of(reflect.TypeFor[[8]byte]()).Given(unsafe.Pointer(object), object[3:]) != nil {
		t.Error("a part of the object is taken for memory behind it")
	}
}

func behind[T any](object *T) []Memory {
	s, p := shapeFor(object)
	return s.Behind(p)
}

// The types in owners make their memory themselves, or own it by contract.
func TestOwners_KeepTheirMemoryWhenTheyAreReset(t *testing.T) {
	source, target := strings.NewReader(strings.Repeat("x", 100)), new(bytes.Buffer)
	var b bytes.Buffer
	r, w := bufio.NewReader(source), bufio.NewWriter(target)
	r.ReadByte()
	for name, use := range map[string]func() []Memory{
		"Buffer": func() []Memory { b.WriteString("text"); b.Reset(); return behind(&b) },
		"Reader": func() []Memory { r.ReadByte(); r.Reset(source); return behind(r) },
		"Writer": func() []Memory { w.WriteString("text"); w.Reset(target); return behind(w) },
	} {
		before, after := use(), use()
		if len(before) != 1 || len(after) != 1 || before[0].Data() != after[0].Data() || before[0].Size() != after[0].Size() {
			t.Errorf("%s: has %v after the reset, had %v", name, after, before)
		}
	}
}
