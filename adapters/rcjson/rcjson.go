// Package rcjson decodes JSON into pooled objects without copying its strings:
// they share the memory of the body, a block of stdpool.Bytes that the object
// keeps leased.
//
//	type order struct {
//		rcjson.Body // holds the body
//
//		ID    string
//		Items []item
//	}
//
//	var orders = rcpool.Pool[order]{Name: "orders", Reset: rcjson.Reset[order]}
//
//	order, err := rcjson.Read(http.MaxBytesReader(w, r.Body, limit), &orders)
//	if err != nil { … }
//	defer order.Release()
//
// # Who owns what
//
// The object owns a reference to the body. When the last reference to the object
// is released, [Reset] clears the object, so that no string of it is left, and then
// releases the body. So however many owners the object gets, each of them reads the
// strings safely for as long as it has its reference.
//
// A string of the object is borrowed like the object itself: it is valid as long as
// the Ref that the object came from. Use strings.Clone for a string that is kept
// longer, or that goes to something that keeps it, such as a map, a cache or a
// metric. That holds for keys of maps, for strings in values of type any, for
// json.Number, and for every part of such a string.
//
// Nobody may write to the bytes of a body after it was decoded. Appending to other
// references to its block is safe, because that never changes bytes that a
// reference shows.
//
// # What is caught
//
//   - A body belongs to the object once it is passed to this package. Using the
//     reference that was passed panics with an *rcpool.Misuse at that line, and does
//     the object no harm.
//   - A string that was kept beyond the lease, like a kept *T, cannot notice it. In
//     production it may show bytes of the next body. The block of a checked lease
//     is never leased again but filled with a pattern, so the string turns into
//     garbage at once instead of the data of somebody else. To find such strings, run
//     tests with every lease checked (rcpool.SetChecking(1), or RCPOOL_CHECK=1) and
//     without the race detector, which does not look at the bytes of strings.
//   - A type without a [Body] does not compile. A pool without a Reset panics at the
//     first [Decode], and one whose Reset does not call [Reset] at the second.
//   - A Reset that overwrites the Body leaks the body: the garbage collector takes
//     it, and the leak is counted, and reported if the lease of the body is checked.
//     The strings stay valid.
//
// The decoder is compiled at run time, so the race detector does not see what it
// writes. It sees everything that your code and rcpool do with the object.
//
// # What is copied
//
// The strings of a body are shared with it, except those with escapes, such as "\n",
// whose decoded form is not in the body. They are ordinary strings. If a body has
// invalid UTF-8, all its strings are copies. A method UnmarshalJSON or UnmarshalText
// must copy what it keeps, as package json demands. Slices of bytes are decoded from
// base64, and so are copies.
//
// The decoder is github.com/bytedance/sonic, which shares strings on amd64 and arm64
// with the Go releases that it knows. Elsewhere encoding/json decodes, and copies all
// strings: the program works the same, but allocates. [Shares] tells.
//
// What sonic rejects is given to encoding/json. So what encoding/json accepts is
// accepted, and errors are those of encoding/json. Three differences are known: sonic
// accepts bad escapes in strings that are skipped, and some bad base64; and in a map,
// null for a key that the JSON has given before leaves the value as it is.
//
// The first decoding of a type compiles it, which takes some milliseconds.
//
// A body is in memory as long as one string of it is needed. Copy what you need
// of a large body, and release the object, rather than keep it for one field.
package rcjson

import (
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"unicode/utf8"
	"unsafe"

	"github.com/bytedance/sonic"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

// Reports name the caller of this package.
func init() { rcpool.HideFrames("github.com/rcpool/rcpool/adapters/rcjson") }

// Shares reports whether decoded strings share the memory of the body on this
// platform, with this Go release. Otherwise they are copies.
const Shares = sonic.APIKind == sonic.UseSonicJSON

// A Body holds the bodies that the strings of an object share. Embed it, by value,
// in the type of the object. The zero Body holds nothing. It has no exported methods
// or fields, and encoding/json ignores it.
type Body struct {
	blocks []stdpool.ByteRef
	ready  bool // Reset has left the object as Decode wants it
}

func (b *Body) held() *Body { return b }

// An Object is a pointer to a struct that embeds a [Body].
type Object interface{ held() *Body }

// Decode leases an object from pool and decodes body, one JSON value, into it. The
// caller owns the reference that it returns. Decode takes over body: the object
// holds it until the last reference to the object is released. If json.Unmarshal
// fails, Decode releases both, and returns the zero Ref and the error.
//
// The object holds what json.Unmarshal would store in a new(T), whatever New and the
// last owner left in it; but a map that the JSON leaves out may be empty instead of
// nil. Fields that JSON cannot set are as Get leaves them.
//
// Decode panics with an *rcpool.Misuse if body is zero or stale. It panics if the
// Reset of the pool is not [Reset] and does not call it. If Get or an unmarshaling
// method panics, Decode releases body and the object, and the panic continues.
func Decode[T any, P interface {
	*T
	Object
}](body stdpool.ByteRef, pool *rcpool.Pool[T]) (rcpool.Ref[T], error) {
	defer body.Drop()
	ref := pool.Get()
	defer rcpool.Drop(&ref)
	o := ref.Value()
	if _, own := any(o).(interface{ Reset() }); pool.Reset == nil && !own {
		panic(fmt.Sprintf("rcjson: the pool %q has no Reset; set it to rcjson.Reset[%v]", pool.Name, reflect.TypeFor[T]()))
	}
	b := P(o).held()
	if len(b.blocks) > 0 {
		panic(fmt.Sprintf("rcjson: the Reset of the pool %q must call rcjson.Reset: an object has the body of its last lease", pool.Name))
	}
	if !b.ready {
		planOf(reflect.TypeFor[T]()).empty(unsafe.Pointer(o))
	}
	b.ready = false
	if err := b.decode(body.Move(), o); err != nil {
		return rcpool.Ref[T]{}, err
	}
	return rcpool.Move(&ref), nil
}

// Read reads r to its end into a block of stdpool.Default, and decodes it like
// [Decode]. If reading fails, it returns the zero Ref and the error. Read has no
// limit: if r comes from outside, wrap it in an http.MaxBytesReader or an
// io.LimitedReader.
func Read[T any, P interface {
	*T
	Object
}](r io.Reader, pool *rcpool.Pool[T]) (rcpool.Ref[T], error) {
	body := stdpool.Bytes(0)
	defer body.Drop()
	if _, err := body.ReadFrom(r); err != nil {
		return rcpool.Ref[T]{}, err
	}
	return Decode[T, P](body.Move(), pool)
}

// DecodeInto decodes body, one JSON value, into *v, which is a part of the object o
// or has no string that is used after the lease of o. It takes over body: o holds it,
// beside those that it already holds, until its lease ends. So an object can be
// put together from several bodies.
//
// *v should be as a Reset leaves it, because JSON is merged with what is there, as
// by json.Unmarshal. If json.Unmarshal fails, DecodeInto returns the error, and in *v
// is what json.Unmarshal has left there.
//
// The caller must be the only one who uses o. DecodeInto panics with an
// *rcpool.Misuse if body is zero or stale, and if v is no pointer.
func DecodeInto(o Object, v any, body stdpool.ByteRef) error {
	return o.held().decode(body, v)
}

// aliasing is encoding/json, but for the copies of strings.
var aliasing = sonic.Config{ValidateString: true, CompactMarshaler: true}.Froze()

// decode takes over the body, and decodes it into the object behind v.
func (b *Body) decode(body stdpool.ByteRef, v any) error {
	// A reference of its own, so that nobody else can release it.
	own := body.Retain()
	body.Release()
	// Held before the first string shares it, and also if decoding fails: what was
	// decoded so far is in use until the reset.
	b.blocks = append(b.blocks, own)

	text, at := own.Value(), reflect.ValueOf(v)
	if at.Kind() != reflect.Pointer || at.IsNil() {
		panic(fmt.Sprintf("rcjson: cannot decode into a %T: it must be a pointer that is not nil", v))
	}
	plan, object := planOf(at.Type().Elem()), at.UnsafePointer()
	// The text does not change as long as the string is in use: bytes of a block are
	// given out once, and this package asks its users not to write to them.
	shared := Shares && utf8.Valid(text) && aliasing.UnmarshalFromString(unsafe.String(unsafe.SliceData(text), len(text)), v) == nil
	if !shared {
		plan.empty(object)
		if err := json.Unmarshal(text, v); err != nil {
			return err
		}
	}
	plan.finish(object)
	return nil
}
