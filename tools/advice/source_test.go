package advice_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rcpool/rcpool/tools/advice"
	"github.com/rcpool/rcpool/tools/allocation"
)

// source is a module. A line that is to be judged ends with a comment: the size of
// its objects, and the verdict, what it is and the fate, or a part of each.
const source = `package shop

import (
	"bytes"
	"container/list"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"unsafe"
)

type box struct{ data [100]byte; next *box }

type shelf struct{ boxes map[string]*box; last *box }

var shared *box

func ends(w io.Writer) {
	b := &box{} // 112 pool: a new box: ends
	b.data[0] = 1
	fmt.Fprint(w, b.data[:])
}

func made() byte {
	b := new(box) // 112 pool: a new box: ends
	c := b
	return c.data[0]
}

func returned() *box {
	b := new(box) // 112 perhaps: a new box: outlives
	return b
}

func returnedInPart() []byte {
	b := new(box) // 112 perhaps: a new box: outlives
	return b.data[:]
}

func returnedAtOnce() *box {
	return &box{} // 112 perhaps: a new box: outlives
}

func (s *shelf) put() {
	b := &box{} // 112 perhaps: a new box: outlives
	s.last = b
}

func inMap(s *shelf) {
	s.boxes["a"] = &box{} // 112 perhaps: a new box: outlives
}

func global() {
	shared = &box{} // 112 perhaps: a new box: outlives
}

func sent(c chan *box) {
	c <- &box{} // 112 perhaps: a new box: outlives
}

func spawned() {
	b := &box{} // 112 perhaps: a new box: outlives
	go consume(b)
}

func passed() {
	b := &box{} // 112 pool: a new box: ends
	consume(b)
	same(b)
	b.clear()
}

func inLiteral() *shelf {
	b := &box{} // 112 perhaps: a new box: outlives
	return &shelf{last: b}
}

func inMapLiteral() map[string]string {
	labels := map[string]string{} // 48 perhaps: a new map[string]string: outlives
	return label(labels).labels
}

type labeled struct{ labels map[string]string }

func label(labels map[string]string) *labeled {
	return &labeled{
		labels: labels,
	}
}

func inSlice() []*box {
	b := &box{} // 112 perhaps: a new box: outlives
	return []*box{b}
}

func appended(all []*box) []*box {
	b := &box{} // 112 perhaps: a new box: outlives
	return append(all, b)
}

func copiedTo(all []*box) {
	b := &box{} // 112 perhaps: a new box: not known
	copy(all, []*box{b})
}

func throughPointer(p **box) {
	b := &box{} // 112 perhaps: a new box: outlives
	*p = b
}

func inResult() (r *box) {
	b := &box{} // 112 perhaps: a new box: outlives
	r = b
	return
}

func inInterface() any {
	b := &box{} // 112 perhaps: a new box: outlives
	var i any = b
	return i
}

func inStruct() shelf {
	var s shelf
	s.last = &box{} // 112 perhaps: a new box: outlives
	return s
}

func throughFunction() *box {
	b := &box{} // 112 perhaps: a new box: outlives
	return identity(b)
}

func identity(b *box) *box { return b }

func deferredCall() {
	b := &box{} // 112 perhaps: a new box: outlives
	defer keep(b)
}

func switched() {
	b := &box{} // 112 perhaps: a new box: not known
	var i any = b
	switch y := i.(type) {
	case *box:
		shared = y
	}
}

func selected(c chan *box) {
	b := &box{} // 112 perhaps: a new box: outlives
	select {
	case c <- b:
	default:
	}
}

func literalCalled() {
	b := &box{} // 112 perhaps: a new box: outlives
	f := func() { shared = b }
	f()
}

func listed() {
	b := &box{} // 112 perhaps: a new box: not known
	l := list.New()
	l.PushBack(b)
}

func put(p *sync.Pool) {
	b := &box{} // 112 perhaps: a new box: not known
	p.Put(b)
}

func pointed() *byte {
	b := &box{} // 112 perhaps: a new box: outlives
	p := &b.data[3]
	return p
}

func wrapped() io.Reader {
	b := make([]byte, 100) // 112 perhaps: a new []byte: outlives
	return bytes.NewReader(b)
}

func unsafely() string {
	b := make([]byte, 100) // 112 perhaps: a new []byte: not known
	return unsafe.String(&b[0], len(b))
}

func methodValue() func() {
	b := &box{} // 112 perhaps: a new box: not known
	return b.clear
}

func panics() {
	b := &box{} // 112 perhaps: a new box: outlives
	panic(b)
}

func handled() {
	b := &handler{} // 16 perhaps: a new handler: not known
	http.Handle("/", b)
}

type handler struct{ n [2]int }

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {}

func encoded(e *encoder) {
	b := &box{} // 112 perhaps: a new box: outlives
	e.Encode(b)
}

type encoder struct{ last *box }

func (e *encoder) Encode(b *box) { e.last = b }

func inContext(ctx context.Context) context.Context {
	b := &box{} // 112 perhaps: a new box: outlives
	return context.WithValue(ctx, "b", b)
}

func passedToAValue(f func(*box)) {
	b := &box{} // 112 perhaps: a new box: not known
	f(b)
}

func passedToAnInterface(k interface{ keep(*box) }) {
	b := &box{} // 112 perhaps: a new box: not known
	k.keep(b)
}

func passedFar() {
	b := &box{} // 112 perhaps: a new box: outlives
	far(b)
}

func far(b *box) { keep(b) }

func keep(b *box) { shared = b }

func (b *box) clear() { b.data = [100]byte{} }

func same[T any](p *T) bool { return p == nil }

func keptByItself() {
	b := &box{} // 112 perhaps: a new box: outlives
	b.keepMe()
}

func (b *box) keepMe() { shared = b }

func ranged() (found *box) {
	boxes := make([]*box, 3) // 24 perhaps: a new []*box: outlives
	for _, b := range boxes {
		found = b
	}
	return found
}

func key(m map[*box]int) {
	b := &box{} // 112 perhaps: a new box: not known
	m[b] = 1
}

func recursive(n int) {
	b := &box{} // 112 pool: a new box: ends
	if n > 0 {
		again(b, n-1)
	}
}

func again(b *box, n int) {
	if n > 0 {
		b.clear()
	}
}

func captured() func() {
	b := &box{} // 112 perhaps: a new box: not known
	return func() { b.next = nil }
}

func deferred() {
	b := &box{} // 112 pool: a new box: ends
	defer func() { b.next = nil }()
}

func moved() {
	var b box // 112 pool: the variable b: ends
	consume(&b)
}

func decoded(data []byte) (n byte, err error) {
	b := new(box) // 112 pool: a new box: ends
	err = json.Unmarshal(data, b)
	return b.data[0], err
}

func consume(b *box) {}

func grown(all []string, s string) []string {
	return append(all, s) // 64 instead: a []string that grows:
}

func filled(m map[string]int, s string) {
	m[s] = 1 // 288 instead: a map that is filled:
}

func copied(b []byte) string {
	return string(b) // 1024 instead: a copy as string:
}

func joined(a, b string) string {
	return a + ", " + b // 64 instead: a joined string:
}

func logged(n int) {
	slog.Debug("n", "n", n) // 8 instead: values that are boxed:
}

func started() {
	go consume(nil) // 16 leave: a goroutine:
}

func several(b []byte) (any, string) {
	return func() { consume(nil); _ = b }, string(b) // 64 perhaps: an object of yours: not known
}

func buffered(n int) int {
	b := make([]byte, n) // 4096 pool: a new []byte: ends
	return copy(b, "x")
}

func zeroes() {
	println(len(shared.data)) // 64 perhaps: an object of yours: not known
}

func text(w io.Writer) {
	var b bytes.Buffer
	b.WriteString("x") // bytes.Buffer pool: bytes.Buffer: ends
	w.Write(b.Bytes())
}

func textReturned() []byte {
	var b bytes.Buffer
	b.WriteString("x") // bytes.Buffer perhaps: bytes.Buffer: outlives
	return b.Bytes()
}

func textAsString() string {
	b := new(bytes.Buffer)
	b.WriteString("x") // bytes.Buffer pool: bytes.Buffer: ends
	return b.String()
}

func textFrom(r *http.Request) {
	b := lease(r)
	b.WriteString("x") // bytes.Buffer pool: bytes.Buffer: not known
}

func textOf(b *bytes.Buffer) {
	b.WriteString("x") // bytes.Buffer pool: bytes.Buffer: not known
}

func lease(r *http.Request) *bytes.Buffer { return nil }

type generic[T any] struct{ v T }

func (g *generic[T]) get() *T {
	return new(T) // 112 perhaps: a new T: outlives
}

func inner() {
	f := func() *box {
		return &box{} // 112 perhaps: a new box: outlives
	}
	f()
	_ = strings.ToUpper
}
`

// functionOf says what a profile calls the function of a line.
var functionOf = regexp.MustCompile(`^func (?:\((?:\w+) (\*?)(\w+)(\[T any\]|\[T\])?\) )?(\w+)`)

func TestAdvise_LooksAtTheSource(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/shop\n\ngo 1.24\n", "shop.go": source} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("GOWORK", "off")
	want := regexp.MustCompile(`// (\S+) (\w+): (.*): ?(.*)$`)
	var records []allocation.Record
	wants := make(map[int][]string)
	function := ""
	for i, line := range strings.Split(source, "\n") {
		if f := functionOf.FindStringSubmatch(line); f != nil {
			function = f[4]
			if receiver := f[2]; receiver != "" {
				if f[3] != "" {
					receiver += "[...]"
				}
				function = fmt.Sprintf("(%s%s).%s", f[1], receiver, f[4])
			}
		}
		w := want.FindStringSubmatch(line)
		if w == nil {
			continue
		}
		place := allocation.Frame{Function: "example.com/shop." + function, File: "/build/shop/shop.go", Line: i + 1}
		if function == "inner" {
			place.Function += ".func1"
		}
		stack := []allocation.Frame{place}
		size, err := strconv.ParseFloat(w[1], 64)
		if err != nil { // a library allocates
			size = 4096
			stack = append([]allocation.Frame{{Function: "bytes.growSlice", File: "/go/src/bytes/buffer.go"}, {Function: "bytes.(*Buffer).WriteString", File: "/go/src/bytes/buffer.go"}}, place)
		}
		records = append(records, allocation.Record{Stack: stack, Size: size, Allocated: allocation.Amount{Bytes: 1e10, Objects: 1e10 / size}})
		wants[i+1] = w[2:]
	}
	a := advise(t, tenSeconds(records...), advice.Options{Source: dir})
	if a.Source != "" || len(a.Items) != len(wants) || len(wants) < 30 {
		t.Fatalf("%d items of %d; problem %q", len(a.Items), len(wants), a.Source)
	}
	for _, i := range a.Items {
		w := wants[i.Line]
		fate := ""
		if i.Lifetime != nil {
			fate = string(i.Lifetime.Fate) + ": " + i.Lifetime.Why
		}
		if string(i.Verdict) != w[0] || !strings.HasPrefix(i.What, w[1]) || !strings.HasPrefix(fate, w[2]) {
			t.Errorf("line %d, %s: %s: %s: %s\nwant %s: %s: %s", i.Line, i.Function, i.Verdict, i.What, fate, w[0], w[1], w[2])
		}
	}
}

// An object that a helper has as a parameter is made in the caller.
func TestAdvise_FindsWhereAnObjectIsMade(t *testing.T) {
	dir := t.TempDir()
	const source = `package shop

import (
	"compress/gzip"
	"encoding/json"
	"io"
)

func page(w io.Writer) {
	gz := gzip.NewWriter(w)
	encode(gz)
	gz.Close()
}

func encode(w io.Writer) { json.NewEncoder(w).Encode(1) }
`
	for name, text := range map[string]string{"go.mod": "module example.com/shop\n\ngo 1.24\n", "shop.go": source} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("GOWORK", "off")
	p := tenSeconds(record(648<<10, 1000, "compress/flate.NewWriter", "compress/gzip.(*Writer).Write", "encoding/json.(*Encoder).Encode", "example.com/shop.encode:15", "example.com/shop.page:11"))
	i := advise(t, p, advice.Options{Source: dir}).Items[0]
	if i.Made == nil || i.Made.Line != 10 || i.Made.Function != "example.com/shop.page" || i.Line != 15 || i.Lifetime.Fate != advice.Ends {
		t.Errorf("made %+v, used in line %d, lifetime %v", i.Made, i.Line, i.Lifetime)
	}

	p.Records[0].Stack[4].Line = 300
	i = advise(t, p, advice.Options{Source: dir}).Items[0]
	if i.Made != nil || i.Lifetime.Fate != advice.Unknown || !strings.Contains(i.Lifetime.Why, "another version") {
		t.Errorf("the source is older: made %+v, lifetime %v", i.Made, i.Lifetime)
	}
}

func TestAdvise_SaysWhyThereIsNoSource(t *testing.T) {
	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, "go.mod"), []byte("module example.com/other\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for says, dir := range map[string]string{"no source was given": "", "there is no go.mod": t.TempDir(), "which is not in the profile": other} {
		a := advise(t, tenSeconds(record(4096, 1e7, handler)), advice.Options{Source: dir})
		if !strings.Contains(a.Source, says) || a.Items[0].Lifetime.Fate != advice.Unknown {
			t.Errorf("problem %q, want %q", a.Source, says)
		}
	}
}
