package ownership_test

import (
	"fmt"
	"strings"
)

// An owner is something that owns an object, such as a Ref or a struct with one. The texts are Go,
// in which %s stands for the owner, or for what was borrowed from it.
type owner struct {
	name     string
	imports  string
	declares string // what all its programs use
	typ      string
	get      string
	release  string // a statement
	use      string // an int that the object tells
	lent     string // the type of borrowed
	borrowed string // memory of the object
	read     string // an int that borrowed memory tells
	copied   string // what borrowed is, but not of the object
	lossy    bool   // it comes from a pool that may lose its objects
}

const (
	rcpoolImport  = `"github.com/rcpool/rcpool"`
	stdpoolImport = `"github.com/rcpool/rcpool/stdpool"`
	eventDeclared = `type event struct{ n int; body []byte }
func (e *event) Reset() { e.n = 0; e.body = e.body[:0] }
var events rcpool.Pool[event]
`
	pooledDeclared = `type event struct{ n int; body []byte }
func (e *event) Reset() { e.n = 0; e.body = e.body[:0] }
var raw = sync.Pool{New: func() any { return new(event) }}
`
)

// ofEvent is an owner of a Ref of an event; path leads from it to the Ref.
func ofEvent(name, typ, get, path, more string) owner {
	return owner{
		name: name, imports: rcpoolImport, declares: eventDeclared + more, typ: typ, get: get,
		release: "%s" + path + ".Release()", use: "%s" + path + ".Value().n",
		lent: "*event", borrowed: "%s" + path + ".Value()", read: "%s.n", copied: "&event{n: %s" + path + ".Value().n}",
	}
}

// closing makes an owner release by a method of its own.
func closing(o owner, release string) owner {
	o.release = release
	return o
}

// ofPooled is an owner from a sync.Pool whose memory is bytes.
func ofPooled(name string, lossy bool, imports, declares, typ, get, release, use, borrowed string) owner {
	return ofBytes(owner{name: name, lossy: lossy, imports: imports + "\n" + `"sync"`, declares: declares, typ: typ, get: get, release: release, use: use, borrowed: borrowed})
}

// ofBytes says what one does with borrowed bytes.
func ofBytes(o owner) owner {
	o.imports += "\n" + `"bytes"`
	o.declares += "\nvar _ bytes.Buffer\n"
	o.lent, o.read, o.copied = "[]byte", "int(%s[0])", "bytes.Clone("+o.borrowed+")"
	return o
}

const arrowImports = `"github.com/apache/arrow-go/v18/arrow"
"github.com/apache/arrow-go/v18/arrow/array"
"github.com/apache/arrow-go/v18/arrow/memory"`

const arrayDeclared = `func newArray() arrow.Array {
	b := array.NewInt64Builder(memory.DefaultAllocator)
	defer b.Release()
	b.Append(1)
	return b.NewArray()
}
`

const recordDeclared = arrayDeclared + `var schema = arrow.NewSchema([]arrow.Field{{Name: "a", Type: arrow.PrimitiveTypes.Int64}}, nil)
func newRecord() arrow.RecordBatch {
	a := newArray()
	defer a.Release()
	return array.NewRecordBatch(schema, []arrow.Array{a}, 1)
}
var spare = newArray()
func other(arrow.RecordBatch) arrow.Array { return spare }
`

// shared is what the programs of all owners have.
var shared = struct{ imports, declares string }{
	imports: `"container/heap"
"container/list"
"errors"
sharedsync "sync"
`,
	declares: `var (
	_ heap.Interface
	_ list.List
	_ sharedsync.Mutex
)
var errBad = errors.New("bad")
func check(n int) error { if n > 3 { return errBad }; return nil }
`,
}

var owners = []owner{
	ofEvent("ref", "rcpool.Ref[event]", "events.Get()", "", ""),
	ofBytes(owner{
		name: "byteref", imports: stdpoolImport, typ: "stdpool.ByteRef", get: "stdpool.Bytes(9)",
		release: "%s.Release()", use: "int(%s.Value()[0])", borrowed: "%s.Value()",
	}),
	{
		name: "bufref", imports: rcpoolImport + "\n" + stdpoolImport + "\n" + `"bytes"`, typ: "rcpool.Ref[bytes.Buffer]", get: "stdpool.Buffer()",
		release: "%s.Release()", use: "%s.Value().Len()",
		lent: "*bytes.Buffer", borrowed: "%s.Value()", read: "%s.Len()", copied: "bytes.NewBufferString(%s.Value().String())",
	},
	ofEvent("structval", "job", "job{ev: events.Get()}", ".ev", "type job struct { ev rcpool.Ref[event]; id int }\n"),
	ofEvent("structptr", "*job", "&job{ev: events.Get()}", ".ev", "type job struct { ev rcpool.Ref[event]; id int }\n"),
	ofEvent("embedded", "*job", "&job{Ref: events.Get()}", "", "type job struct { rcpool.Ref[event]; id int }\n"),
	closing(ofEvent("closer", "*conn", "newConn()", ".ev", `type conn struct { ev rcpool.Ref[event]; id int }
func newConn() *conn { return &conn{ev: events.Get()} }
func (c *conn) close() { c.ev.Release() }
`), "%s.close()"),
	closing(ofEvent("generic", "*held[event]", "hold(&events)", ".ref", `type held[T any] struct { ref rcpool.Ref[T]; id int }
func hold[T any](p *rcpool.Pool[T]) *held[T] { return &held[T]{ref: p.Get()} }
func (h *held[T]) drop() { h.ref.Release() }
`), "%s.drop()"),
	{
		name: "syncpool", lossy: true, imports: `"sync"`, declares: pooledDeclared, typ: "*event", get: "raw.Get().(*event)",
		release: "raw.Put(%s)", use: "%s.n", lent: "*event", borrowed: "%s", read: "%s.n", copied: "&event{n: %s.n}",
	},
	{
		name: "syncwrap", lossy: true, imports: `"sync"`, declares: pooledDeclared + `func getEvent() *event { return raw.Get().(*event) }
func putEvent(e *event) { e.Reset(); raw.Put(e) }
`, typ: "*event", get: "getEvent()",
		release: "putEvent(%s)", use: "%s.n", lent: "*event", borrowed: "%s", read: "%s.n", copied: "&event{n: %s.n}",
	},
	{
		name: "typedpool", lossy: true, imports: `"sync"`, declares: `type event struct{ n int }
type pool[T any] struct { p sync.Pool; fresh func() *T }
func (p *pool[T]) get() *T { if v, ok := p.p.Get().(*T); ok { return v }; return p.fresh() }
func (p *pool[T]) put(v *T) { p.p.Put(v) }
var raw = &pool[event]{fresh: func() *event { return new(event) }}
`, typ: "*event", get: "raw.get()",
		release: "raw.put(%s)", use: "%s.n", lent: "*event", borrowed: "%s", read: "%s.n", copied: "&event{n: %s.n}",
	},
	ofPooled("poolbuf", true, "", `var raw = sync.Pool{New: func() any { return new(bytes.Buffer) }}
func getBuf() *bytes.Buffer { b := raw.Get().(*bytes.Buffer); b.Reset(); return b }
func putBuf(b *bytes.Buffer) { if b.Cap() > 1<<16 { return }; raw.Put(b) }
`, "*bytes.Buffer", "getBuf()", "putBuf(%s)", "%s.Len()", "%s.Bytes()"),
	ofPooled("poolbytes", true, "", `var raw = sync.Pool{New: func() any { b := make([]byte, 4096); return &b }}
`, "*[]byte", "raw.Get().(*[]byte)", "raw.Put(%s)", "len(*%s)", "(*%s)[:16]"),
	{
		name: "poolbufio", lossy: true, imports: `"bufio"` + "\n" + `"io"` + "\n" + `"sync"`, declares: `var raw = sync.Pool{New: func() any { return bufio.NewWriter(io.Discard) }}
`, typ: "*bufio.Writer", get: "raw.Get().(*bufio.Writer)",
		release: "raw.Put(%s)", use: "%s.Available()", lent: "*bufio.Writer", borrowed: "%s", read: "%s.Available()", copied: "bufio.NewWriterSize(io.Discard, %s.Size())",
	},
	ofBytes(owner{
		name: "bytebuffer", lossy: true, imports: `"github.com/valyala/bytebufferpool"`, typ: "*bytebufferpool.ByteBuffer", get: "bytebufferpool.Get()",
		release: "bytebufferpool.Put(%s)", use: "%s.Len()", borrowed: "%s.B",
	}),
	ofBytes(owner{
		name: "response", lossy: true, imports: `"github.com/valyala/fasthttp"`, typ: "*fasthttp.Response", get: "fasthttp.AcquireResponse()",
		release: "fasthttp.ReleaseResponse(%s)", use: "%s.StatusCode()", borrowed: "%s.Body()",
	}),
	ofBytes(owner{
		name: "request", lossy: true, imports: `"github.com/valyala/fasthttp"`, typ: "*fasthttp.Request", get: "fasthttp.AcquireRequest()",
		release: "fasthttp.ReleaseRequest(%s)", use: "len(%s.Body())", borrowed: "%s.Header.Peek(\"X\")",
	}),
	{
		name: "array", imports: arrowImports + "\n" + `"slices"`, declares: "var _ = slices.Clone[[]int]\n" + arrayDeclared, typ: "arrow.Array", get: "newArray()",
		release: "%s.Release()", use: "%s.Len()",
		lent: "[]int64", borrowed: "%s.(*array.Int64).Int64Values()", read: "int(%s[0])", copied: "slices.Clone(%s.(*array.Int64).Int64Values())",
	},
	{
		name: "record", imports: arrowImports, declares: recordDeclared, typ: "arrow.RecordBatch", get: "newRecord()",
		release: "%s.Release()", use: "int(%s.NumRows())",
		lent: "arrow.Array", borrowed: "%s.Column(0)", read: "%s.Len()", copied: "other(%s)",
	},
	ofBytes(owner{
		name: "membuffer", imports: `"google.golang.org/grpc/mem"`, declares: `func newBuffer() mem.Buffer { return mem.Copy([]byte("x"), mem.DefaultBufferPool()) }
`, typ: "mem.Buffer", get: "newBuffer()",
		release: "%s.Free()", use: "%s.Len()", borrowed: "%s.ReadOnlyData()",
	}),
	ofBytes(owner{
		name: "incref", imports: `"sync"` + "\n" + `"sync/atomic"`, declares: `type blob struct { refs atomic.Int32; n int; data []byte }
func newBlob() *blob { b := &blob{data: *pages.Get().(*[]byte)}; b.refs.Store(1); return b }
func (b *blob) IncRef() { b.refs.Add(1) }
func (b *blob) DecRef() { if b.refs.Add(-1) == 0 { pages.Put(&b.data) } }
var pages = sync.Pool{New: func() any { p := make([]byte, 512); return &p }}
`, typ: "*blob", get: "newBlob()", release: "%s.DecRef()", use: "%s.n", borrowed: "%s.data",
	}),
	ofPooled("counted", false, `"sync/atomic"`, `type frame struct { refs atomic.Int32; n int; data []byte }
var raw = sync.Pool{New: func() any { return &frame{data: make([]byte, 0, 512)} }}
func newFrame() *frame { f := raw.Get().(*frame); f.refs.Store(1); f.n = 0; f.data = f.data[:0]; return f }
func (f *frame) Retain() *frame { f.refs.Add(1); return f }
func (f *frame) Release() { if f.refs.Add(-1) == 0 { raw.Put(f) } }
func (f *frame) Bytes() []byte { return f.data }
`, "*frame", "newFrame()", "%s.Release()", "%s.n", "%s.Bytes()"),
}

// write puts the owner into a pattern: OWNER is its type, and LENT that of what it lends; GET gets
// one; REL(x), USE(x), BORROW(x), COPY(x) and READ(b) are what is done with it.
func (o *owner) write(pattern string) string {
	pattern = operation.ReplaceAllStringFunc(pattern, func(text string) string {
		at := operation.FindStringSubmatch(text)
		form := map[string]string{"REL": o.release, "USE": o.use, "BORROW": o.borrowed, "COPY": o.copied, "READ": o.read}[at[1]]
		return fmt.Sprintf(form, at[2])
	})
	return strings.NewReplacer("OWNER", o.typ, "LENT", o.lent, "GET", o.get).Replace(pattern)
}
