package rcpool_test

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/internal/race"
)

// A scratch has buffers in it, and one that is made with the object.
type scratch struct {
	id    int
	out   bytes.Buffer
	parts [2]bytes.Buffer
}

func (s *scratch) Reset() {
	s.id = 0
	s.out.Reset()
	s.parts[0].Reset()
	s.parts[1].Reset()
}

// memoryTest has a lease of a pool. stale is a slice that its user has kept: of
// memory that the next owner would get.
type memoryTest func(pool string) (stale func() (write func()))

// leaseFor leases an object, has it used, and releases it.
func leaseFor[T any](p *rcpool.Pool[T], use func(*T) (write func())) func() func() {
	return func() func() {
		ref := p.Get()
		defer ref.Release()
		return use(ref.Value())
	}
}

// writeTo returns a function that writes to a slice.
func writeTo(b []byte) func() { return func() { b[0] = 'x' } }

// Memory of these types is watched without Pool.Memory.
var ownMemory = map[string]memoryTest{
	"bytes.Buffer": func(name string) func() func() {
		return leaseFor(&rcpool.Pool[bytes.Buffer]{Name: name}, func(b *bytes.Buffer) func() {
			b.WriteString("the last owner's")
			return writeTo(b.Bytes())
		})
	},
	"bytes.Buffer with New": func(name string) func() func() {
		p := &rcpool.Pool[bytes.Buffer]{Name: name, New: func() *bytes.Buffer { return bytes.NewBuffer(make([]byte, 0, 4096)) }}
		return leaseFor(p, func(b *bytes.Buffer) func() { return writeTo(append(b.AvailableBuffer(), 'a')) })
	},
	"a pointer to a buffer": func(name string) func() func() {
		p := &rcpool.Pool[*bytes.Buffer]{
			Name: name, New: func() **bytes.Buffer { b := new(bytes.Buffer); return &b },
			Reset: func(b **bytes.Buffer) { (*b).Reset() },
		}
		return leaseFor(p, func(b **bytes.Buffer) func() {
			(*b).WriteString("the last owner's")
			return writeTo((*b).Bytes())
		})
	},
	"bufio.Reader": func(name string) func() func() {
		p := &rcpool.Pool[bufio.Reader]{Name: name, Reset: func(r *bufio.Reader) { r.Reset(nil) }}
		return leaseFor(p, func(r *bufio.Reader) func() {
			r.Reset(strings.NewReader("the last owner's"))
			line, _ := r.Peek(5)
			return writeTo(line)
		})
	},
	"bufio.Writer": func(name string) func() func() {
		p := &rcpool.Pool[bufio.Writer]{
			Name: name, New: func() *bufio.Writer { return bufio.NewWriter(nil) },
			Reset: func(w *bufio.Writer) { w.Reset(nil) },
		}
		return leaseFor(p, func(w *bufio.Writer) func() {
			w.Reset(io.Discard)
			return writeTo(append(w.AvailableBuffer(), 'a'))
		})
	},
	"[]byte": func(name string) func() func() {
		p := &rcpool.Pool[[]byte]{Name: name, Reset: func(b *[]byte) { *b = (*b)[:0] }}
		return leaseFor(p, func(b *[]byte) func() {
			*b = append(*b, "the last owner's"...)
			return writeTo(*b)
		})
	},
	"a slice of structs": func(name string) func() func() {
		p := &rcpool.Pool[[]message]{Name: name, Reset: func(m *[]message) { *m = (*m)[:0] }}
		return leaseFor(p, func(m *[]message) func() {
			*m = append(*m, message{body: "the last owner's"}, message{})
			stale := &(*m)[1]
			return func() { stale.body = "late" }
		})
	},
}

// A borrower has memory of others, and leaves it where it was: nobody but its
// owner may see that the lease is over.
type borrower struct {
	line    []byte
	lines   [1][]byte
	pointer *bytes.Buffer `rcpool:"keep"`
	text    strings.Builder
	reader  bytes.Reader
	input   bytes.Buffer
	inputs  [1]bytes.Buffer
}

func (b *borrower) Reset() {
	b.line, b.lines[0] = b.line[:0], b.lines[0][:0]
	b.text.Reset()
	b.reader.Reset(nil)
	b.input.Reset()
	b.inputs[0].Reset()
}

func TestMemory_OfOthersIsLeftAlone(t *testing.T) {
	c := checked(t)
	line, pointer := []byte("a line"), bytes.NewBufferString("a buffer")
	large := bytes.NewBufferString("a large buffer")
	borrowers := rcpool.Pool[borrower]{Reset: (*borrower).Reset}
	dropped := rcpool.Pool[bytes.Buffer]{Keep: func(b *bytes.Buffer) bool { return false }}
	pointers := rcpool.Pool[struct{ *bytes.Buffer }]{Reset: func(s *struct{ *bytes.Buffer }) {}}
	for range 20 {
		b := borrowers.Get()
		*b.Value() = borrower{line: line, lines: [1][]byte{line}, pointer: pointer, reader: *bytes.NewReader(line)}
		b.Value().input, b.Value().inputs[0] = *bytes.NewBuffer(line), *bytes.NewBuffer(line)
		b.Value().text.WriteString("some text")
		text := b.Value().text.String()
		b.Release()
		d := dropped.Get()
		*d.Value() = *large
		d.Release()
		p := pointers.Get()
		p.Value().Buffer = pointer
		p.Release()
		if string(line) != "a line" || pointer.String() != "a buffer" || large.String() != "a large buffer" || text != "some text" {
			t.Fatalf("somebody else's memory is overwritten: %q, %q, %q, %q", line, pointer, large, text)
		}
		line[0], pointer.Bytes()[0], large.Bytes()[0] = 'a', 'a', 'a'
	}
	c.none(t)
}

// A slice that is kept is written to after the lease.
func TestMemory_LateWrite(t *testing.T) {
	if race.Enabled {
		t.Skip("the write is a race")
	}
	for name, test := range ownMemory {
		t.Run(name, func(t *testing.T) {
			c := checked(t)
			lease := test("memory")
			lease()()
			r := c.only(t, rcpool.LateWrite)
			if r.Pool != "memory" || len(r.Fields) != 1 || !strings.HasSuffix(r.Fields[0].Path, "]") {
				t.Errorf("reported\n%v", r)
			}
		})
	}
}

// What a correct program keeps, and writes to, is not reported.
func TestMemory_CorrectPrograms(t *testing.T) {
	for name, test := range ownMemory {
		t.Run(name, func(t *testing.T) {
			c := checked(t)
			lease := test("memory")
			for range 200 {
				lease()
			}
			c.none(t)
		})
	}
}
