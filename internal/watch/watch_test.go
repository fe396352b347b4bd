package watch

import (
	"reflect"
	"runtime"
	"sync"
	"testing"
	"time"
	"unsafe"

	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/internal/shape"
)

type message struct {
	id   int
	body string
	next *message
}

// found collects what is reported.
type found struct {
	mu  sync.Mutex
	all []shape.Finding
}

func (f *found) add(more []shape.Finding) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.all = append(f.all, more...)
}

func (f *found) paths() (paths []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, one := range f.all {
		paths = append(paths, one.Path)
	}
	return paths
}

// retire has an object watched, with a write to it and its memory after that.
func retire(f *found, isNew bool, late func(*message, []byte)) {
	object, memory := new(message), make([]byte, 100)
	Retired(object, isNew, shape.Of(reflect.TypeFor[message]()), memory, f.add)
	late(object, memory)
}

func TestRetired_ReportsLateWrites(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector reports the late write itself, and fails the test")
	}
	for name, isNew := range map[string]bool{"by a finalizer": true, "when it makes room for others": false} {
		for _, test := range []struct {
			name string
			late func(*message, []byte)
			want []string
		}{
			{"nothing", func(*message, []byte) {}, nil},
			{"a field", func(m *message, _ []byte) { m.id = 1 }, []string{".id"}},
			{"a pointer", func(m *message, _ []byte) { m.next = new(message) }, []string{".next"}},
			{"the memory behind it", func(_ *message, b []byte) { b[7] = 0 }, []string{"memory[7]"}},
		} {
			t.Run(name+"/"+test.name, func(t *testing.T) {
				f := new(found)
				retire(f, isNew, test.late)
				end := new(found)
				retire(end, true, func(m *message, _ []byte) { m.id = 1 }) // is reported in any case
				for range maxHeld + 1 {
					retire(new(found), false, func(*message, []byte) {})
				}
				for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); runtime.Gosched() {
					runtime.GC()
					if len(end.paths()) > 0 && len(f.paths()) == len(test.want) {
						break
					}
				}
				if got := f.paths(); !reflect.DeepEqual(got, test.want) {
					t.Errorf("reported %v, want %v", got, test.want)
				}
			})
		}
	}
}

func TestRetired_FillsTheObjectAndItsMemory(t *testing.T) {
	if race.Enabled {
		t.Skip("another goroutine fills the object")
	}
	object, memory := &message{id: 1, body: "body"}, []byte("memory")
	Retired(object, true, shape.Of(reflect.TypeFor[message]()), memory, func([]shape.Finding) {})
	if object.id == 1 || object.body == "body" || string(memory) == "memory" {
		t.Errorf("the object is %+v, its memory %q", object, memory)
	}
}

// Memory that is a part of the object must not keep the object alive.
func TestRetired_IgnoresMemoryInsideTheObject(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector reports the late write itself, and fails the test")
	}
	type small struct {
		used int
		data [64]byte
	}
	f := new(found)
	func() {
		object := new(small)
		Retired(object, true, shape.Of(reflect.TypeFor[small]()), object.data[:], f.add)
		object.used = 1
	}()
	for deadline := time.Now().Add(10 * time.Second); len(f.paths()) == 0; runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatal("the object was never verified")
		}
		runtime.GC()
	}
}

func TestList_IsBounded(t *testing.T) {
	s := shape.Of(reflect.TypeFor[[1024]byte]())
	for _, test := range []struct {
		name        string
		memory      int
		added, want int
	}{
		{"by number", 0, maxHeld + 3, maxHeld},
		{"by size", 1<<20 - 1024, maxHeldSize>>20 + 3, maxHeldSize >> 20},
		{"too large to be held", maxHeldSize, 1, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			var l list
			r := retired{shape: s, memory: make([]byte, test.memory), report: func([]shape.Finding) {}}
			object := new([1024]byte)
			r.fill(unsafe.Pointer(object))
			for range test.added {
				l.add(r, unsafe.Pointer(object))
			}
			if len(l.held) != test.want || l.size != uintptr(test.want)*r.space() {
				t.Errorf("%d objects of %d bytes are held, want %d", len(l.held), l.size, test.want)
			}
		})
	}
}
