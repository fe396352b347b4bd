package shape

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unsafe"
)

// The programs of this file are made at random: a type, a New, a Reset that is
// right, uses of the objects. Each field comes from a style, which is how people
// write such a field and its part of the Reset. A broken program is the same with
// one field that the Reset forgets. RCPOOL_PROGRAMS says how many programs there
// are of each sort.

// A style is a way to use and to reset a field. Its functions get a pointer to
// the field.
type style struct {
	name  string
	typ   reflect.Type
	build func(field any, r *rand.Rand) // by New; nil if New does nothing
	use   func(field any, r *rand.Rand) // by a lease
	reset func(field any)
	seen  func(field any) any // what of the last lease its owner would see; nil for nothing
	path  string              // of what is left, below that of the field
}

// styleOf makes a style of functions for a *F. The zero value, and what is equal
// to reset's value of an untouched field, is nothing to see.
func styleOf[F any](name string, build, use func(*F, *rand.Rand), reset func(*F), seen func(*F) any) style {
	s := style{name: name, typ: reflect.TypeFor[F](),
		use:   func(f any, r *rand.Rand) { use(f.(*F), r) },
		reset: func(f any) { reset(f.(*F)) },
		seen:  func(f any) any { return seen(f.(*F)) },
	}
	if build != nil {
		s.build = func(f any, r *rand.Rand) { build(f.(*F), r) }
	}
	return s
}

// somePart is a sub-object that objects own.
type somePart struct {
	Level int
	Name  string
	Data  []byte
}

func (p *somePart) use(r *rand.Rand) {
	p.Name, p.Level = text(r), r.IntN(9)
	p.Data = append(p.Data, text(r)...)
}

func (p *somePart) reset() { p.Name, p.Level, p.Data = "", 0, p.Data[:0] }

// A ring keeps its buffer, and so the mask that belongs to it.
type ring struct {
	buf     []int
	mask, n int
}

// A setting is what a program reads in many places and changes at times.
type setting struct {
	version int
	name    string
	at      time.Time
	part    *somePart
	draw    func() string
	err     error
}

// now is the present one. change changes it, sometimes.
var now = new(setting)

func (s *setting) change(r *rand.Rand) {
	if r.IntN(8) > 0 && s.version > 0 {
		return
	}
	version, name := s.version+1, text(r)
	*s = setting{version, name, time.Unix(int64(r.Uint32()), 7), &somePart{Name: name}, func() string { return name }, errors.New(name)}
}

// both are styles of a field to which the reset writes the same as each lease
// does, and New too.
func both[F any](name string, write func(*F)) []style {
	use := func(f *F, _ *rand.Rand) { write(f) }
	return []style{
		styleOf(name+" that leases write too", nil, use, write, nothing[F]),
		styleOf(name+" that leases and New write too", use, use, write, nothing[F]),
	}
}

// other returns what is in a field if it is not the default.
func other[F comparable](usual F) func(*F) any {
	return func(f *F) any {
		if *f == usual {
			return nil
		}
		return *f
	}
}

var errIdle = errors.New("idle")

func idle() string { return "idle" }

// named has a label that is made of its name.
type named[N any] struct {
	Name  N
	Label N
}

// lazy is the same, with a name that is kept from the first lease on.
type lazy[N any] struct {
	Name  N `rcpool:"keep"`
	Label N
}

// derived are styles of a label that is the name of the object.
func derived[N any](name string, make func(*rand.Rand) N) []style {
	return []style{
		styleOf(name+" of the name that New gives", func(f *named[N], r *rand.Rand) { f.Name = make(r) },
			func(f *named[N], _ *rand.Rand) { f.Label = f.Name }, func(f *named[N]) { f.Label = f.Name }, nothing[named[N]]),
		styleOf(name+" of the name that is kept", nil, func(f *lazy[N], r *rand.Rand) {
			if reflect.ValueOf(f.Name).IsZero() {
				f.Name = make(r)
			}
			f.Label = f.Name
		}, func(f *lazy[N]) { f.Label = f.Name }, nothing[lazy[N]]),
	}
}

var (
	server    = &somePart{Level: 3, Name: "server"}
	newLevels = func() []int { return []int{3, 1, 4, 1, 5} }
	words     = []string{"GET", "POST", "info", "debug", "a", "bb"}
	generated int
)

func text(r *rand.Rand) string {
	if r.IntN(3) == 0 {
		return words[r.IntN(len(words))]
	}
	return fmt.Sprint("text ", r.Uint32())
}

func nothing[F any](*F) any { return nil }

func value[F comparable](f *F) any {
	if *f == *new(F) {
		return nil
	}
	return *f
}

func numbers[N int8 | int32 | int | uint64 | uint16](name string) []style {
	use := func(f *N, r *rand.Rand) {
		if r.IntN(4) > 0 {
			*f = N(r.IntN(1 << (1 + r.IntN(30))))
		}
	}
	return []style{
		styleOf(name, nil, use, func(f *N) { *f = 0 }, value[N]),
		styleOf(name+" with a default", nil, use, func(f *N) { *f = 3 }, nothing[N]),
		styleOf(name+" with a default that leases set too", nil, func(f *N, r *rand.Rand) { *f = 2 + N(r.IntN(2)) }, func(f *N) { *f = 3 }, nothing[N]),
		styleOf(name+" with a default from New", func(f *N, _ *rand.Rand) { *f = 3 }, use, func(f *N) { *f = 3 }, nothing[N]),
		styleOf(name+" that counts resets", nil, func(*N, *rand.Rand) {}, func(f *N) { *f++ }, nothing[N]),
		styleOf(name+" that New draws", func(f *N, r *rand.Rand) { *f = N(r.IntN(100)) }, func(*N, *rand.Rand) {}, func(*N) {}, nothing[N]),
	}
}

// styles are all that there are. A style with nothing to see is never broken.
var styles = slices.Concat(
	numbers[int8]("int8"), numbers[int32]("int32"), numbers[int]("int"), numbers[uint64]("uint64"), numbers[uint16]("uint16"),
	both("constant text", func(f *string) { *f = "idle" }),
	both("constant number", func(f *int) { *f = 100 }),
	both("constant array", func(f *[12]byte) { *f = [12]byte{1, 2, 3} }),
	both("constant elements", func(f *[]int) { *f = append((*f)[:0], 3, 1, 4, 1, 5) }),
	both("constant texts", func(f *[]string) { *f = append((*f)[:0], "a", "bb") }),
	both("constant error", func(f *error) { *f = errIdle }),
	both("constant in an interface", func(f *any) { *f = "idle" }),
	both("constant function", func(f *func() string) { *f = idle }),
	both("constant entry", func(f *map[string]int) {
		if *f == nil {
			*f = map[string]int{}
		}
		(*f)["mode"] = 1
	}),
	both("coarse time", func(f *time.Time) { *f = now.at }),
	both("text of the setting", func(f *string) { *f = now.name }),
	both("number of the setting", func(f *int) { *f = now.version }),
	both("part of the setting", func(f **somePart) { *f = now.part }),
	both("function of the setting", func(f *func() string) { *f = now.draw }),
	both("error of the setting", func(f *error) { *f = now.err }),
	both("setting", func(f **setting) { *f = now }),
	both("copy of the setting", func(f *setting) { *f = *now }),
	both("time", func(f *time.Time) { *f = time.Now() }),
	both("random number", func(f *uint64) { *f = rand.Uint64() }),
	both("random text", func(f *string) { *f = fmt.Sprint(rand.Uint64()) }),
	both("number from a counter", func(f *int) { *f = generated }),
	derived("text", text), derived("number", func(r *rand.Rand) int { return r.IntN(1e6) + 3 }),
	[]style{
		styleOf("id from a counter", nil, func(*int, *rand.Rand) {}, func(f *int) { generated++; *f = generated }, nothing[int]),
		styleOf("time of the reset", nil, func(f *time.Time, r *rand.Rand) { *f = now.at }, func(f *time.Time) { *f = time.Now() }, nothing[time.Time]),
		styleOf("text that New writes", func(f *string, _ *rand.Rand) { *f = "info" }, func(f *string, r *rand.Rand) { *f = text(r) }, func(f *string) { *f = "info" }, other("info")),
		styleOf("number that New writes", func(f *int, _ *rand.Rand) { *f = 3 }, func(f *int, r *rand.Rand) { *f = r.IntN(1e6) }, func(f *int) { *f = 3 }, other(3)),
		styleOf("text that is always the same", nil, func(f *string, _ *rand.Rand) { *f = "GET" }, func(f *string) { *f = "" }, value[string]),
		styleOf("error that is always the same", nil, func(f *error, _ *rand.Rand) { *f = io.EOF }, func(f *error) { *f = nil }, value[error]),

		styleOf("bool", nil, func(f *bool, r *rand.Rand) { *f = r.IntN(2) == 0 }, func(f *bool) { *f = false }, value[bool]),
		styleOf("bool with a default", nil, func(f *bool, r *rand.Rand) { *f = r.IntN(2) == 0 }, func(f *bool) { *f = true }, nothing[bool]),
		styleOf("float", nil, func(f *float64, r *rand.Rand) { *f = r.Float64() }, func(f *float64) { *f = 0 }, value[float64]),
		styleOf("duration", nil, func(f *time.Duration, r *rand.Rand) { *f = time.Duration(r.IntN(60)) * time.Second }, func(f *time.Duration) { *f = 30 * time.Second }, nothing[time.Duration]),
		{name: "time", typ: reflect.TypeFor[time.Time](),
			use:   func(f any, r *rand.Rand) { *f.(*time.Time) = time.Unix(int64(r.Uint32()), int64(r.IntN(1e9))) },
			reset: func(f any) { *f.(*time.Time) = time.Time{} },
			seen:  func(f any) any { return value(f.(*time.Time)) }, path: "."},

		styleOf("text", nil, func(f *string, r *rand.Rand) { *f = text(r) }, func(f *string) { *f = "" }, value[string]),
		styleOf("text with a default", nil, func(f *string, r *rand.Rand) { *f = text(r) }, func(f *string) { *f = strings.Clone("info") }, nothing[string]),
		styleOf("text with a default from New", func(f *string, r *rand.Rand) { *f = "info" }, func(f *string, r *rand.Rand) { *f = text(r) }, func(f *string) { *f = "info" }, nothing[string]),

		styleOf("bytes, capacity kept", nil, useBytes, func(f *[]byte) { *f = (*f)[:0] }, seenBytes),
		styleOf("bytes, dropped", nil, useBytes, func(f *[]byte) { *f = nil }, seenBytes),
		styleOf("bytes, zeroed", nil, useBytes, func(f *[]byte) { clear((*f)[:cap(*f)]); *f = (*f)[:0] }, seenBytes),
		styleOf("bytes, dropped when large", nil, useBytes, dropLargeBytes, seenBytes),
		styleOf("bytes from New", newBytes, useBytes, func(f *[]byte) { *f = (*f)[:0] }, seenBytes),
		styleOf("bytes from New, dropped when large", newBytes, useBytes, dropLargeBytes, seenBytes),
		styleOf("bytes from New, with length", func(f *[]byte, _ *rand.Rand) { *f = make([]byte, 64) },
			func(f *[]byte, r *rand.Rand) { useBytes(f, r) }, func(f *[]byte) { *f = (*f)[:0] }, seenBytes),
		styleOf("scratch of any length", nil, func(f *[]byte, r *rand.Rand) {
			n := 1 + r.IntN(100)
			if *f = slices.Grow((*f)[:0], n)[:n]; r.IntN(2) == 0 {
				(*f)[0] = byte(r.IntN(256))
			}
		}, func(f *[]byte) { clear(*f) }, nothing[[]byte]),
		styleOf("table that is filled", nil, func(f *[]int, r *rand.Rand) {
			if *f == nil {
				*f = slices.Repeat([]int{-1}, 8+r.IntN(8))
			}
			if r.IntN(2) == 0 {
				(*f)[r.IntN(8)] = r.IntN(100)
			}
		}, func(f *[]int) {
			for i := range *f {
				(*f)[i] = -1
			}
		}, nothing[[]int]),
		styleOf("slice with default elements", nil, func(f *[]int, r *rand.Rand) { *f = append(*f, r.IntN(10)) }, func(f *[]int) { *f = append((*f)[:0], newLevels()...) }, nothing[[]int]),
		styleOf("texts", nil, func(f *[]string, r *rand.Rand) { *f = append(*f, text(r)) }, func(f *[]string) { clear(*f); *f = (*f)[:0] }, seenSlice[string]),
		styleOf("structs", nil, func(f *[]pair[string, int], r *rand.Rand) { *f = append(*f, pair[string, int]{text(r), r.IntN(10)}) },
			func(f *[]pair[string, int]) { *f = (*f)[:0] }, seenSlice[pair[string, int]]),
		styleOf("structs that keep their slices", nil, func(f *[]pair[[]byte, int], r *rand.Rand) {
			if n := len(*f); n < cap(*f) {
				*f = (*f)[:n+1]
			} else {
				*f = append(*f, pair[[]byte, int]{})
			}
			last := &(*f)[len(*f)-1]
			last.First, last.Second = append(last.First, text(r)...), r.IntN(10)
		}, func(f *[]pair[[]byte, int]) {
			for i := range *f {
				(*f)[i].First, (*f)[i].Second = (*f)[i].First[:0], 0
			}
			*f = (*f)[:0]
		}, func(f *[]pair[[]byte, int]) any {
			if len(*f) == 0 {
				return nil
			}
			return *f
		}),
		styleOf("table of parts", nil, func(f *[]*somePart, r *rand.Rand) {
			if len(*f) < 4 {
				*f = append(*f, new(somePart))
			}
			(*f)[r.IntN(len(*f))].use(r)
		}, func(f *[]*somePart) {
			for _, p := range *f {
				p.reset()
			}
		}, nothing[[]*somePart]),
		styleOf("ring", nil, func(f *ring, r *rand.Rand) {
			if f.n == len(f.buf) {
				f.buf = append(make([]int, 0, 2*len(f.buf)+8), f.buf...)
				f.buf = f.buf[:cap(f.buf)]
				f.mask = len(f.buf) - 1
			}
			for range r.IntN(8) {
				f.buf[f.n&f.mask], f.n = r.IntN(100), f.n+1
				if f.n == len(f.buf) {
					break
				}
			}
		}, func(f *ring) { clear(f.buf); f.n = 0 }, nothing[ring]),
		styleOf("args", nil, func(f *[]any, r *rand.Rand) { *f = append(*f, text(r), r.IntN(1e6)) }, func(f *[]any) { clear(*f); *f = (*f)[:0] }, seenSlice[any]),

		styleOf("map, cleared", nil, useMap, func(f *map[string]int) { clear(*f) }, seenMap),
		styleOf("map, dropped", nil, useMap, func(f *map[string]int) { *f = nil }, seenMap),
		styleOf("map, made anew", nil, useMap, func(f *map[string]int) { *f = map[string]int{} }, seenMap),
		styleOf("map, dropped when large", nil, useMap, dropLargeMap, seenMap),
		styleOf("map from New, cleared", newMap, useMap, func(f *map[string]int) { clear(*f) }, seenMap),
		styleOf("map from New, made anew when large", newMap, useMap, func(f *map[string]int) {
			if clear(*f); len(*f) > 20 {
				*f = map[string]int{}
			}
		}, seenMap),
		styleOf("map from New, dropped when large", newMap, useMap, dropLargeMap, seenMap),
		styleOf("map with defaults", nil, useMap, func(f *map[string]int) {
			if *f == nil {
				*f = map[string]int{}
			}
			clear(*f)
			(*f)["GET"] = 1
		}, nothing[map[string]int]),
		styleOf("map that comes with the lease", nil, func(f *map[string]int, r *rand.Rand) {
			if *f = nil; r.IntN(3) > 0 {
				*f = map[string]int{text(r): 1}
			}
		}, func(f *map[string]int) { clear(*f) }, seenMap),

		styleOf("pointer", nil, func(f **somePart, r *rand.Rand) { *f = new(somePart); (*f).use(r) }, func(f **somePart) { *f = nil }, seenPart),
		styleOf("pointer to a part that is kept", nil, func(f **somePart, r *rand.Rand) {
			if *f == nil {
				*f = new(somePart)
			}
			(*f).use(r)
		}, func(f **somePart) {
			if *f != nil {
				(*f).reset()
			}
		}, nothing[*somePart]),
		styleOf("pointer to a part from New", func(f **somePart, _ *rand.Rand) { *f = new(somePart) }, func(f **somePart, r *rand.Rand) { (*f).use(r) },
			func(f **somePart) { (*f).reset() }, nothing[*somePart]),
		styleOf("pointer to a part from New, made anew when large", func(f **somePart, _ *rand.Rand) { *f = new(somePart) }, func(f **somePart, r *rand.Rand) { (*f).use(r) },
			func(f **somePart) {
				if (*f).reset(); cap((*f).Data) > 32 {
					*f = new(somePart)
				}
			}, nothing[*somePart]),
		styleOf("pointer to a part with defaults", nil, func(f **somePart, r *rand.Rand) {
			if *f == nil {
				*f = &somePart{Level: 7}
			}
			if r.IntN(2) == 0 {
				(*f).use(r)
			}
		}, func(f **somePart) {
			if *f != nil {
				(*f).reset()
				(*f).Level = 7
			}
		}, nothing[*somePart]),
		styleOf("pointer to the server", nil, func(f **somePart, r *rand.Rand) { *f = server }, func(f **somePart) {}, nothing[*somePart]),
		styleOf("pointer to the server from New", func(f **somePart, _ *rand.Rand) { *f = server }, func(f **somePart, r *rand.Rand) { (*f).Level = r.IntN(10) }, func(f **somePart) {}, nothing[*somePart]),
		styleOf("pointer to what has been made of it", nil, func(f **ring, r *rand.Rand) {
			if *f == nil {
				*f = &ring{buf: make([]int, 4), mask: 3}
			}
		}, func(f **ring) {}, nothing[*ring]),

		styleOf("error", nil, func(f *error, r *rand.Rand) {
			if *f = nil; r.IntN(2) == 0 {
				*f = errors.New(text(r))
			}
		}, func(f *error) { *f = nil }, value[error]),
		styleOf("any", nil, func(f *any, r *rand.Rand) { *f = text(r) }, func(f *any) { *f = nil }, value[any]),
		styleOf("any number", nil, func(f *any, r *rand.Rand) { *f = r.IntN(1e6) }, func(f *any) { *f = nil }, value[any]),
		styleOf("any pointer", nil, func(f *any, r *rand.Rand) { p := new(somePart); p.use(r); *f = p }, func(f *any) { *f = nil }, value[any]),
		styleOf("writer that is kept", nil, func(f *io.Writer, r *rand.Rand) {
			if *f == nil {
				*f = new(bytes.Buffer)
			}
			io.WriteString(*f, text(r))
		}, func(f *io.Writer) {
			if b, ok := (*f).(*bytes.Buffer); ok {
				b.Reset()
			}
		}, nothing[io.Writer]),
		styleOf("writer with a default", nil, func(f *io.Writer, r *rand.Rand) {
			if *f = io.Discard; r.IntN(2) == 0 {
				*f = new(bytes.Buffer)
			}
		}, func(f *io.Writer) { *f = io.Discard }, nothing[io.Writer]),

		styleOf("function", nil, func(f *func() string, r *rand.Rand) { s := text(r); *f = func() string { return s } }, func(f *func() string) { *f = nil },
			func(f *func() string) any {
				if *f == nil {
					return nil
				}
				return (*f)()
			}),
		styleOf("function made once", nil, func(f *func() string, r *rand.Rand) {
			if *f == nil {
				*f = func() string { return fmt.Sprint(f) }
			}
		}, func(f *func() string) {}, nothing[func() string]),
		styleOf("method of a part", nil, func(f *pair[func(), *somePart], r *rand.Rand) {
			if f.First == nil {
				f.Second = new(somePart)
				f.First = f.Second.reset
			}
		}, func(f *pair[func(), *somePart]) {}, nothing[pair[func(), *somePart]]),
		styleOf("function made anew", nil, func(f *func() string, r *rand.Rand) { *f = func() string { return "" } }, func(f *func() string) { *f = func() string { return fmt.Sprint(f) } }, nothing[func() string]),

		styleOf("channel", nil, func(f *chan int, r *rand.Rand) { *f = make(chan int, 1); *f <- r.IntN(100) }, func(f *chan int) { *f = nil },
			func(f *chan int) any {
				if *f == nil || len(*f) == 0 {
					return nil
				}
				return *f
			}),
		styleOf("channel that is drained", nil, func(f *chan int, r *rand.Rand) {
			if *f == nil {
				*f = make(chan int, 1)
			}
			if len(*f) == 0 {
				*f <- 1
			}
		}, func(f *chan int) {
			if len(*f) > 0 {
				<-*f
			}
		}, nothing[chan int]),
		styleOf("channel made anew", func(f *chan int, _ *rand.Rand) { *f = make(chan int) }, func(f *chan int, r *rand.Rand) {}, func(f *chan int) { *f = make(chan int) }, nothing[chan int]),

		styleOf("array", nil, func(f *[16]byte, r *rand.Rand) {
			for i := range f {
				f[i] = byte(r.IntN(256))
			}
		}, func(f *[16]byte) { *f = [16]byte{} }, value[[16]byte]),
		styleOf("array, used part zeroed", nil, func(f *pair[int, [40]int], r *rand.Rand) {
			for f.First = 0; f.First < r.IntN(40); f.First++ {
				f.Second[f.First] = r.IntN(1000)
			}
		}, func(f *pair[int, [40]int]) { clear(f.Second[:]); f.First = 0 }, nothing[pair[int, [40]int]]),
		styleOf("array that is filled", nil, func(f *[12]int, r *rand.Rand) {
			if f[0] == 0 {
				for i := range f {
					f[i] = -1
				}
			}
			if r.IntN(2) == 0 {
				f[r.IntN(12)] = r.IntN(10)
			}
		}, func(f *[12]int) {
			for i := range f {
				f[i] = -1
			}
		}, nothing[[12]int]),
		{name: "array of texts", typ: reflect.TypeFor[[4]string](),
			use:   func(f any, r *rand.Rand) { f.(*[4]string)[r.IntN(4)] = text(r) },
			reset: func(f any) { clear(f.(*[4]string)[:]) },
			seen:  func(f any) any { return value(f.(*[4]string)) }, path: "["},

		{name: "buffer", typ: reflect.TypeFor[bytes.Buffer](),
			use:   func(f any, r *rand.Rand) { f.(*bytes.Buffer).WriteString(text(r)) },
			reset: func(f any) { f.(*bytes.Buffer).Reset() },
			seen: func(f any) any {
				if f.(*bytes.Buffer).Len() == 0 {
					return nil
				}
				return f.(*bytes.Buffer).String()
			}, path: ".buf"},
		{name: "nested", typ: reflect.TypeFor[somePart](),
			use:   func(f any, r *rand.Rand) { f.(*somePart).use(r) },
			reset: func(f any) { f.(*somePart).reset() },
			seen: func(f any) any {
				if p := f.(*somePart); p.Name != "" || p.Level != 0 || len(p.Data) > 0 {
					return *p
				}
				return nil
			}, path: "."},
	},
)

func useBytes(f *[]byte, r *rand.Rand) { *f = append(*f, text(r)...) }

func newBytes(f *[]byte, _ *rand.Rand) { *f = make([]byte, 0, 32) }

func seenBytes(f *[]byte) any { return seenSlice(f) }

func dropLargeBytes(f *[]byte) {
	if *f = (*f)[:0]; cap(*f) > 30 {
		*f = nil
	}
}

func seenSlice[E any](f *[]E) any {
	if len(*f) == 0 {
		return nil
	}
	return *f
}

func useMap(f *map[string]int, r *rand.Rand) {
	if *f == nil {
		*f = map[string]int{}
	}
	for range r.IntN(40) {
		(*f)[text(r)] = r.IntN(100)
	}
}

func newMap(f *map[string]int, _ *rand.Rand) { *f = map[string]int{} }

func dropLargeMap(f *map[string]int) {
	if len(*f) > 20 {
		*f = nil
	}
	clear(*f)
}

func seenMap(f *map[string]int) any {
	if len(*f) == 0 {
		return nil
	}
	return *f
}

func seenPart(f **somePart) any {
	if *f == nil {
		return nil
	}
	return **f
}

// A program is a type with its New, its Reset and its uses.
type program struct {
	typ    reflect.Type
	fields []style
	names  []string // paths
	index  [][]int
	broken int // the field that the reset forgets, or -1
	r      *rand.Rand

	shape  *Shape
	habits Habits
	tries  int

	reported map[string]string // what, by path
	visible  int               // leases that left something to see in the broken field
}

// newProgram makes one. Fields lie in nested structs too.
func newProgram(r *rand.Rand, broken bool) *program {
	p := &program{r: r, broken: -1, reported: map[string]string{}}
	var outer, inner []reflect.StructField
	for i := range 1 + r.IntN(8) {
		s := styles[r.IntN(len(styles))]
		field := reflect.StructField{Name: fmt.Sprint("F", i), Type: s.typ}
		p.fields = append(p.fields, s)
		if r.IntN(4) == 0 {
			p.names, p.index = append(p.names, ".Inner."+field.Name), append(p.index, []int{0, len(inner)})
			inner = append(inner, field)
		} else {
			p.names, p.index = append(p.names, "."+field.Name), append(p.index, []int{1 + len(outer)})
			outer = append(outer, field)
		}
	}
	p.typ = reflect.StructOf(append([]reflect.StructField{{Name: "Inner", Type: reflect.StructOf(inner)}}, outer...))
	if broken {
		for range 100 {
			if i := r.IntN(len(p.fields)); p.breakable(i) {
				p.broken = i
			}
		}
	}
	p.shape = Of(p.typ)
	return p
}

// breakable reports whether the next owner would see what is left in a field.
func (p *program) breakable(i int) bool {
	s := p.fields[i]
	object := reflect.New(s.typ).Interface()
	if s.build != nil {
		s.build(object, p.r)
	}
	for range 20 {
		if s.use(object, p.r); s.seen(object) != nil {
			return true
		}
	}
	return false
}

func (p *program) field(object reflect.Value, i int) any {
	return object.Elem().FieldByIndex(p.index[i]).Addr().Interface()
}

// run leases objects, each for the first time, and checks them as rcpool does it.
func (p *program) run(leases int) {
	for range leases {
		now.change(p.r)
		object := p.fresh()
		at := object.UnsafePointer()
		lease := Lease{Object: at, Begin: p.shape.Observe(at), Try: p.try}
		var before any
		if p.broken >= 0 {
			before = p.look(object)
		}
		for i, s := range p.fields {
			if p.r.IntN(4) > 0 {
				s.use(p.field(object, i), p.r)
			}
		}
		lease.End, lease.Tried = p.shape.Observe(at), p.habits.Tried()
		p.reset(object)
		if p.broken >= 0 {
			if after := p.look(object); after != nil && !reflect.DeepEqual(before, after) {
				p.visible++
			}
		}
		lease.After = p.shape.Observe(at)
		p.habits.Judge(p.shape, lease, func(found []Finding) {
			for _, f := range found {
				p.reported[f.Path] = f.What
			}
		})
	}
}

// fresh returns a new object.
func (p *program) fresh() reflect.Value {
	object := reflect.New(p.typ)
	for i, s := range p.fields {
		if s.build != nil {
			s.build(p.field(object, i), p.r)
		}
	}
	return object
}

func (p *program) reset(object reflect.Value) {
	for i, s := range p.fields {
		if i != p.broken {
			s.reset(p.field(object, i))
		}
	}
}

// try resets a new object.
func (p *program) try(see func(unsafe.Pointer)) bool {
	if p.tries++; p.tries > maxTrials {
		panic("too many trials")
	}
	object := p.fresh()
	see(object.UnsafePointer())
	p.reset(object)
	see(object.UnsafePointer())
	return true
}

// look returns a copy of what the next owner would see of the broken field.
func (p *program) look(object reflect.Value) any {
	seen := p.fields[p.broken].seen(p.field(object, p.broken))
	switch seen := seen.(type) {
	case []byte, []int, []string, []pair[string, int], []any, map[string]int:
		return fmt.Sprint(seen)
	case []pair[[]byte, int]:
		return fmt.Sprint(seen)
	}
	return seen
}

// named reports whether the broken field was reported.
func (p *program) named() bool {
	for path := range p.reported {
		if rest, ok := strings.CutPrefix(path, p.names[p.broken]); ok && (rest == "" || strings.HasPrefix(rest, p.fields[p.broken].path) && p.fields[p.broken].path != "") {
			return true
		}
	}
	return false
}

// others returns what was reported of fields that are in order.
func (p *program) others() string {
	var wrong []string
	for path, what := range p.reported {
		for i, name := range p.names {
			if rest, ok := strings.CutPrefix(path, name); ok && (rest == "" || rest[0] == '.' || rest[0] == '[') && i != p.broken {
				wrong = append(wrong, fmt.Sprintf("%s, %s: %s", path, p.fields[i].name, what))
			}
		}
	}
	return strings.Join(wrong, "; ")
}

func programs(t *testing.T) int {
	if n, err := strconv.Atoi(os.Getenv("RCPOOL_PROGRAMS")); err == nil {
		return n
	}
	if testing.Short() {
		return 300
	}
	return 2000
}

func TestHabits_CorrectProgramsAreNotReported(t *testing.T) {
	failed := 0
	for seed := range programs(t) {
		p := newProgram(rand.New(rand.NewPCG(uint64(seed), 1)), false)
		p.run(40)
		if wrong := p.others(); wrong != "" {
			t.Errorf("seed %d: %s", seed, wrong)
			if failed++; failed > 20 {
				t.FailNow()
			}
		}
	}
}

func TestHabits_BrokenProgramsAreReported(t *testing.T) {
	visible, named := map[string]int{}, map[string]int{}
	for seed := range programs(t) {
		p := newProgram(rand.New(rand.NewPCG(uint64(seed), 2)), true)
		if p.broken < 0 {
			continue
		}
		p.run(40)
		if wrong := p.others(); wrong != "" {
			t.Errorf("seed %d: %s", seed, wrong)
		}
		if p.visible > 0 {
			style := p.fields[p.broken].name
			visible[style]++
			visible[""]++
			if p.named() {
				named[style]++
				named[""]++
			}
		}
	}
	if 100*named[""] < 99*visible[""] {
		t.Errorf("%d of %d broken programs were reported", named[""], visible[""])
	}
	for style := range visible {
		t.Logf("%6d of %6d: %s", named[style], visible[style], style)
	}
}

// Under -race this fails if a report of an earlier lease, made by another
// goroutine, is not ordered after what that lease wrote.
func TestHabits_AreSafeForConcurrentUse(t *testing.T) {
	type object struct {
		N int
		P *somePart
	}
	var h Habits
	s := Of(reflect.TypeFor[object]())
	counts := make(chan int)
	for g := range 4 {
		go func() {
			n := 0
			r := rand.New(rand.NewPCG(uint64(g), 5))
			for range 200 {
				x := new(object)
				if r.IntN(2) == 0 {
					x.N, x.P = 1+r.IntN(9), &somePart{Name: text(r)}
				}
				p := unsafe.Pointer(x)
				left := s.Observe(p)
				stacks := []int{len(left)}
				h.Judge(s, Lease{Object: p, End: left, After: s.Observe(p)}, func(found []Finding) {
					if n := len(found); n > 0 && stacks[0] == 0 {
						t.Errorf("%v was reported of a lease that left nothing", found)
					}
				})
				n += len(left)
			}
			counts <- n
		}()
	}
	for range 4 {
		if <-counts == 0 {
			t.Error("no lease left anything")
		}
	}
	if h.first == nil || !h.first.varies {
		t.Error("the number is not known to vary")
	}
}

// A number that is the same whenever it is seen is reported of no lease; once it
// is seen to vary, it is reported of the lease that was the suspect.
func TestHabits_ReportTheEarlierLease(t *testing.T) {
	type object struct{ N int }
	var h Habits
	s := Of(reflect.TypeFor[object]())
	reported := map[int]string{}
	lease := func(id, n int) {
		x := &object{n}
		p := unsafe.Pointer(x)
		h.Judge(s, Lease{Object: p, End: s.Observe(p), After: s.Observe(p)}, func(found []Finding) {
			reported[id] += found[0].Path
		})
	}
	lease(1, 5)
	lease(2, 5)
	if len(reported) > 0 {
		t.Fatalf("reported %v", reported)
	}
	lease(3, 0)
	lease(4, 5)
	if want := map[int]string{1: ".N", 4: ".N"}; !reflect.DeepEqual(reported, want) {
		t.Errorf("reported %v, want %v", reported, want)
	}
}

// A text that is also in another field may be a copy that the reset made, but only
// if that field lasts longer than the lease.
func TestHabits_TextInTwoFields(t *testing.T) {
	type twins struct{ Name, Label string }
	s := Of(reflect.TypeFor[twins]())
	for _, test := range []struct {
		name  string
		begin twins
		want  []string
	}{
		{"of which one lasts", twins{Name: "alice"}, nil},
		{"that the lease wrote", twins{}, []string{".Name", ".Label"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			object := test.begin
			lease := Lease{Object: unsafe.Pointer(&object), Begin: s.Observe(unsafe.Pointer(&object))}
			object.Name = "alice"
			object.Label = object.Name
			lease.End = s.Observe(unsafe.Pointer(&object))
			lease.After = lease.End
			var got []string
			new(Habits).Judge(s, lease, func(found []Finding) {
				for _, f := range found {
					got = append(got, f.Path)
				}
			})
			if !slices.Equal(got, test.want) {
				t.Errorf("reported %q, want %q", got, test.want)
			}
		})
	}
}
