package rcjson_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"
	"unsafe"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/adapters/internal/testbed"
	"github.com/rcpool/rcpool/adapters/rcjson"
	"github.com/rcpool/rcpool/rctest"
	"github.com/rcpool/rcpool/stdpool"
)

type sku string

type item struct {
	SKU   sku
	Count int
	Tags  []string
}

type place struct {
	City  string
	Items []item
}

type base struct {
	ID   int
	Refs []int
}

// data has a field of each kind that JSON can set.
type data struct {
	base
	Name    string
	Items   []item
	Place   place
	Other   *place
	Attrs   map[string]string
	ByID    map[int]item
	Any     any
	Raw     json.RawMessage
	Number  json.Number
	When    time.Time
	Duo     [2]string
	Blob    []byte
	Matrix  [][]string
	Pointer *string
	Flag    bool
	Float   float64
	Small   int8
	Quoted  int      `json:",string"`
	Ignored string   `json:"-"`
	Renamed []string `json:"renamed,omitempty"`
	private []string
}

type order struct {
	rcjson.Body
	data
}

var orders = rcpool.Pool[order]{Name: "orders", Reset: rcjson.Reset[order]}

// block returns a body that has the text.
func block(text string) stdpool.ByteRef {
	b := stdpool.Bytes(0)
	b.WriteString(text)
	return b
}

// documents are decoded into one object, in all pairs.
var documents = []string{
	`{}`,
	`null`,
	`{"ID":1,"Refs":[1,2,3],"Name":"n","Items":[{"SKU":"s","Count":3,"Tags":["t","u"]},{"SKU":"s2"},{"Count":9}],"Attrs":{"a":"1","b":"2"},"Other":{"City":"c","Items":[{"SKU":"o"}]},"Place":{"City":"p","Items":[{"SKU":"q","Tags":["r"]}]}}`,
	`{"Items":[{"Count":1}],"Place":{"Items":[{"Count":2}]},"Other":{},"Attrs":{"c":"3"},"ByID":{"7":{"SKU":"seven"}}}`,
	`{"Items":[],"Refs":[],"Attrs":{},"ByID":{},"Any":{},"Blob":"","Matrix":[],"Raw":{}}`,
	`{"Items":null,"Refs":null,"Attrs":null,"Any":null,"Blob":null,"Matrix":null,"Raw":null,"Other":null,"Pointer":null}`,
	`{"Any":{"x":["a",{"y":"b"}]},"Raw":["raw", 2,3],"Duo":["1","2","3"],"Blob":"AAECAw==","Matrix":[["1"],["2","3"]],"Flag":true,"renamed":["z"],"Number":12.50,"Pointer":"to"}`,
	`{"Duo":["9"],"Matrix":[[],["4"]],"Raw":"r","Ignored":"yes","private":["no"],"Quoted":"12","When":"2026-01-02T03:04:05Z","Float":-0.0,"Any":-0}`,
	`{"Items":[{"SKU":"1","Count":1},{"SKU":"2","Count":2}],"items":[{"Count":3}],"ITEMS":[{"SKU":"4"},{"Tags":[]},{}]}`,
	`{"Name":"a\nb\u0041\ud83d\ude00","Attrs":{"k\t":"v\\"},"Any":"\ud800"}`,
	"{\"Name\":\"\xff\xfe\",\"Any\":\"ok \xe2\x82\",\"\xff\":1}",
	`{"Name":"first","name":"second","NAME":"third"}`,
	` [1]`, `"x"`, ``, `{`, `{"Name":"cut`, `{"Name":"a"} x`, `{"Name":1}`, `{"Items":[{"SKU":"a"},{"SKU":2}],"Name":"after"}`,
	`{"Small":300}`, `{"Number":"12"}`, `{"Number":"x"}`, `{"Quoted":5}`, `{"When":"x"}`, `{"Any":1e999}`, `{"Blob":"?"}`, "{\"Name\":\"a\tb\"}",
	`{"Any":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}`,
	`{"skipped":` + strings.Repeat("[", 20000) + strings.Repeat("]", 20000) + `}`,
	`{"skipped":{"a":01}}`, `{"skipped":"` + "\x01" + `"}`, `{"Name":"` + strings.Repeat("long ", 30000) + `"}`,
}

func TestDecode_IsUnmarshalIntoNew(t *testing.T) {
	rctest.Deterministic(t)
	pool := rcpool.Pool[order]{Reset: rcjson.Reset[order], New: func() *order {
		return &order{data: data{Name: "default", Other: &place{City: "default"}, Attrs: map[string]string{"default": ""}, Items: make([]item, 1, 9)}}
	}}
	for _, first := range documents {
		for _, second := range documents {
			decodeLikeNew(t, &pool, first)
			decodeLikeNew(t, &pool, second)
		}
	}
}

// decodeLikeNew decodes a document into a pooled object as json.Unmarshal does into
// a new one.
func decodeLikeNew(t *testing.T, pool *rcpool.Pool[order], document string) {
	t.Helper()
	var want data
	wantErr := json.Unmarshal([]byte(document), &want)
	ref, err := rcjson.Decode(block(document), pool)
	if err == nil && wantErr != nil && tolerated(wantErr) {
		ref.Release()
		return
	}
	if fmt.Sprint(err) != strings.ReplaceAll(fmt.Sprint(wantErr), "field data.", "field order.data.") && !sameKind(err, wantErr) {
		t.Fatalf("%.200q\nerror %v, want %v", document, err, wantErr)
	}
	if err != nil {
		if !ref.IsZero() {
			t.Fatalf("returned an error and a reference")
		}
		return
	}
	defer ref.Release()
	got := ref.Value().data
	sameMaps(document, got.Attrs, want.Attrs)
	sameMaps(document, got.ByID, want.ByID)
	emptyMaps(&got)
	emptyMaps(&want)
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%.200q\ngot  %+v\nwant %+v", document, got, want)
	}
}

// sameKind reports whether both errors are of one type of package json, and so the
// same mistake: their texts name the type that was decoded into.
func sameKind(a, b error) bool {
	return a != nil && b != nil && reflect.TypeOf(a) == reflect.TypeOf(b)
}

// tolerated reports whether the decoder is known to miss a mistake: a bad escape in a
// string that is skipped, or bad base64.
func tolerated(err error) bool {
	var base64Err base64.CorruptInputError
	var syntax *json.SyntaxError
	return errors.As(err, &base64Err) ||
		errors.As(err, &syntax) && (strings.Contains(err.Error(), "escape"))
}

// sameMaps makes got like want where the decoder is known to differ: it ignores null
// for a key that was there before in the JSON.
func sameMaps[K comparable, V any](document string, got, want map[K]V) {
	for key, v := range want {
		if _, ok := got[key]; ok && reflect.ValueOf(v).IsZero() && strings.Contains(document, "null") {
			got[key] = v
		}
	}
}

// emptyMaps makes nil of empty maps, which Decode does not tell apart.
func emptyMaps(d *data) {
	if len(d.Attrs) == 0 {
		d.Attrs = nil
	}
	if len(d.ByID) == 0 {
		d.ByID = nil
	}
}

func FuzzDecode(f *testing.F) {
	for _, document := range documents {
		if len(document) < 1000 {
			f.Add(documents[2], document)
		}
	}
	f.Fuzz(func(t *testing.T, first, second string) {
		decodeLikeNew(t, &orders, first)
		decodeLikeNew(t, &orders, second)
	})
}

// Documents that are mostly right reach further into a decoder than those that a
// fuzzer makes.
func TestDecode_IsUnmarshalForGeneratedDocuments(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	n := 20_000
	if testing.Short() {
		n = 2000
	}
	for range n {
		var text strings.Builder
		writeObject(r, &text, 4)
		document := []byte(text.String())
		if r.IntN(8) == 0 && len(document) > 0 {
			document[r.IntN(len(document))] = byte(r.Uint32())
		}
		decodeLikeNew(t, &orders, string(document))
	}
}

var (
	keys = []string{"ID", "Refs", "Name", "name", "Items", "SKU", "Count", "Tags", "Place", "City", "Other", "Attrs", "ByID", "Any", "Raw", "Number",
		"When", "Duo", "Blob", "Matrix", "Pointer", "Flag", "Float", "Small", "Quoted", "Ignored", "renamed", "private", "7", "", "unknown", `N\u0061me`}
	strs    = []string{`""`, `"s"`, `"12"`, `"AAEC"`, `"\n"`, `"\u0041\ud83d\ude00"`, `"\ud800x"`, `"ü€😀"`, "\"\xff\"", `"2026-01-02T03:04:05Z"`, `"\/\"\\"`}
	numbers = []string{"0", "-0", "1", "-1", "127", "128", "1.5", "1e3", "-1.25E-7", "12345678901234567890", "1e400", "9007199254740993", "0.1"}
)

func writeObject(r *rand.Rand, to *strings.Builder, depth int) {
	to.WriteByte('{')
	for i := range r.IntN(5) {
		if i > 0 {
			to.WriteByte(',')
		}
		fmt.Fprintf(to, `"%s":`, keys[r.IntN(len(keys))])
		writeValue(r, to, depth-1)
	}
	to.WriteByte('}')
}

func writeValue(r *rand.Rand, to *strings.Builder, depth int) {
	kind := r.IntN(10)
	if depth <= 0 {
		kind = r.IntN(6)
	}
	if r.IntN(4) == 0 {
		to.WriteString([]string{" ", "\n", "\t ", "\r"}[r.IntN(4)])
	}
	switch kind {
	case 0:
		to.WriteString([]string{"null", "true", "false"}[r.IntN(3)])
	case 1, 2:
		to.WriteString(numbers[r.IntN(len(numbers))])
	case 3, 4, 5:
		to.WriteString(strs[r.IntN(len(strs))])
	case 6, 7:
		writeObject(r, to, depth)
	default:
		to.WriteByte('[')
		for i := range r.IntN(4) {
			if i > 0 {
				to.WriteByte(',')
			}
			writeValue(r, to, depth-1)
		}
		to.WriteByte(']')
	}
}

// within reports whether the bytes of s are in the body.
func within(s string, body []byte) bool {
	at, start := uintptr(unsafe.Pointer(unsafe.StringData(s))), uintptr(unsafe.Pointer(unsafe.SliceData(body)))
	return at >= start && at+uintptr(len(s)) <= start+uintptr(len(body))
}

func TestDecode_SharesStrings(t *testing.T) {
	rctest.NoLeaks(t)
	body := block(`{"Name":"shared","Items":[{"SKU":"shared","Tags":["shared"]}],"Attrs":{"key":"shared"},"Any":["shared"],"Number":12,"Duo":["escaped\n"]}`)
	watched := body.Retain()
	defer watched.Release()
	text := watched.Value()
	ref, err := rcjson.Decode(body, &orders)
	if err != nil {
		t.Fatal(err)
	}
	defer ref.Release()
	o := ref.Value()
	for what, s := range map[string]string{
		"a string": o.Name, "a named string": string(o.Items[0].SKU), "an element": o.Items[0].Tags[0],
		"a value of a map": o.Attrs["key"], "in an any": o.Any.([]any)[0].(string), "a Number": string(o.Number),
	} {
		if within(s, text) != rcjson.Shares {
			t.Errorf("%s: in the body: %v, want %v", what, within(s, text), rcjson.Shares)
		}
	}
	if s := o.Duo[0]; s != "escaped\n" || within(s, text) {
		t.Errorf("a string with an escape: %q, in the body: %v", s, within(s, text))
	}
	for key := range o.Attrs {
		if within(key, text) != rcjson.Shares {
			t.Errorf("a key of a map: in the body: %v, want %v", within(key, text), rcjson.Shares)
		}
	}
}

// The decoder allocates nothing for strings, lists and maps that it has room for.
func TestDecode_AllocatesNoStrings(t *testing.T) {
	if testbed.RaceEnabled || !rcjson.Shares {
		t.Skip("with every lease checked, or with encoding/json, it does")
	}
	document := `{"Name":"n","Place":{"City":"c","Items":[{"SKU":"1"},{"SKU":"2"},{"SKU":"3"}]},"Items":[{"SKU":"1"},{"SKU":"2"}],"Attrs":{"a":"b","c":"d"},"Number":12}`
	decode := func() {
		ref, err := rcjson.Decode(block(document), &orders)
		if err != nil {
			t.Fatal(err)
		}
		ref.Release()
	}
	decode() // compiles the decoder
	rctest.Deterministic(t)
	if n := testing.AllocsPerRun(200, decode); n > 1 { // of sonic
		t.Errorf("%v allocations", n)
	}
}

func TestDecode_BodyEndsWithTheLastReference(t *testing.T) {
	rctest.Deterministic(t)
	pools := stdpool.Pools{Name: testbed.Name(t)}
	body := pools.Bytes(0)
	body.WriteString(`{"Name":"held"}`)
	first, err := rcjson.Decode(body, &orders)
	if err != nil {
		t.Fatal(err)
	}
	second := first.Retain()
	first.Release()
	if s := testbed.Stats(pools.Name); s.InUse != 1 {
		t.Errorf("the body was released before the last reference to the object: %+v", s)
	}
	other := pools.Bytes(0) // the next body must not get this block
	other.WriteString(`{"Name":"next"}`)
	if got := second.Value().Name; got != "held" {
		t.Errorf("the name is %q", got)
	}
	other.Release()
	second.Release()
	if s := testbed.Stats(pools.Name); s.InUse != 0 {
		t.Errorf("the body outlives the object: %+v", s)
	}
}

// Other references to the block stay valid, and the object does not depend on them.
func TestDecode_PartOfABlock(t *testing.T) {
	rctest.NoLeaks(t)
	all := block(`{"Name":"one"}{"Name":"two"}`)
	var refs []rcpool.Ref[order]
	for i := range 2 {
		ref, err := rcjson.Decode(all.Slice(14*i, 14*i+14), &orders)
		if err != nil {
			t.Fatal(err)
		}
		refs = append(refs, ref)
	}
	all.WriteString("more") // in place, behind the bodies
	all.Release()
	for i, want := range []string{"one", "two"} {
		if got := refs[i].Value().Name; got != want {
			t.Errorf("object %d has %q, want %q", i, got, want)
		}
		refs[i].Release()
	}
}

// After a failure nothing is leased, however far the decoder came.
func TestDecode_FailureReleasesBoth(t *testing.T) {
	rctest.NoLeaks(t)
	for _, document := range []string{``, `{"Name":"a","Items":[{"SKU":"b"},`, `{"Name":"a","Small":1000}`, `{"When":"never"}`} {
		if ref, err := rcjson.Decode(block(document), &orders); err == nil || !ref.IsZero() {
			t.Errorf("%s: returned %v, %v", document, ref, err)
		}
	}
	if _, err := rcjson.Read(iotest.ErrReader(io.ErrUnexpectedEOF), &orders); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("Read returned %v", err)
	}
}

type explosive struct {
	rcjson.Body
	Fuse fuse
}

type fuse struct{}

func (*fuse) UnmarshalJSON([]byte) error { panic("lit") }

func TestDecode_PanicOfAMethodReleasesBoth(t *testing.T) {
	rctest.NoLeaks(t)
	pool := rcpool.Pool[explosive]{Reset: rcjson.Reset[explosive]}
	if got := panics(func() { rcjson.Decode(block(`{"Fuse":1}`), &pool) }); got != "lit" {
		t.Errorf("panicked with %v", got)
	}
}

func TestRead(t *testing.T) {
	rctest.NoLeaks(t)
	long := strings.Repeat("long ", 3000)
	ref, err := rcjson.Read(iotest.HalfReader(strings.NewReader(`{"Name":"`+long+`"}`)), &orders)
	if err != nil {
		t.Fatal(err)
	}
	defer ref.Release()
	if ref.Value().Name != long {
		t.Error("the name differs")
	}
}

// composed gets its parts from several bodies.
type composed struct {
	rcjson.Body
	User  place
	Order item
	note  string
}

func TestDecodeInto(t *testing.T) {
	rctest.NoLeaks(t)
	pool := rcpool.Pool[composed]{Reset: rcjson.Reset[composed]}
	for range 3 {
		ref := pool.Get()
		c := ref.Value()
		c.note = "kept"
		if err := rcjson.DecodeInto(c, &c.User, block(`{"City":"here","Items":[{"SKU":"a"}]}`)); err != nil {
			t.Error(err)
		}
		if err := rcjson.DecodeInto(c, &c.Order, block(`{"SKU":"b","Count":"wrong"}`)); err == nil {
			t.Error("no error")
		}
		if err := rcjson.DecodeInto(c, &c.Order, block(`{"SKU":"b","Count":2}`)); err != nil {
			t.Error(err)
		}
		if c.note != "kept" || c.User.City != "here" || c.User.Items[0].SKU != "a" || c.Order.SKU != "b" {
			t.Errorf("%+v", c)
		}
		ref.Release()
	}
}

func TestDecodeInto_NotAPointer(t *testing.T) {
	rctest.NoLeaks(t)
	pool := rcpool.Pool[composed]{Reset: rcjson.Reset[composed]}
	ref := pool.Get()
	defer ref.Release()
	for _, v := range []any{nil, place{}, (*place)(nil)} {
		if got := fmt.Sprint(panics(func() { rcjson.DecodeInto(ref.Value(), v, block(`{}`)) })); !strings.Contains(got, "must be a pointer") {
			t.Errorf("%T: panicked with %v", v, got)
		}
	}
}

func panics(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

func wantMisuse(t *testing.T, kind rcpool.Kind, f func()) {
	t.Helper()
	if err, ok := panics(f).(error); !ok || !errors.Is(err, kind) {
		t.Errorf("panicked with %v, want a misuse: %v", err, kind)
	}
}

// A body is used up when it is passed on. The one who uses it panics, and the object
// is not affected.
func TestMisuse_BodyUsedAfterDecode(t *testing.T) {
	for name, use := range map[string]struct {
		kind rcpool.Kind
		f    func(b *stdpool.ByteRef)
	}{
		"Release":      {rcpool.DoubleRelease, func(b *stdpool.ByteRef) { b.Release() }},
		"Drop":         {rcpool.DoubleRelease, func(b *stdpool.ByteRef) { b.Drop() }},
		"Value":        {rcpool.UseAfterRelease, func(b *stdpool.ByteRef) { b.Value() }},
		"WriteString":  {rcpool.UseAfterRelease, func(b *stdpool.ByteRef) { b.WriteString("x") }},
		"Detach":       {rcpool.UseAfterRelease, func(b *stdpool.ByteRef) { b.Detach() }},
		"Decode again": {rcpool.StaleRetain, func(b *stdpool.ByteRef) { rcjson.Decode(*b, &orders) }},
	} {
		t.Run(name, func(t *testing.T) {
			rctest.NoLeaks(t)
			body := block(`{"Name":"mine"}`)
			ref, err := rcjson.Decode(body, &orders)
			if err != nil {
				t.Fatal(err)
			}
			wantMisuse(t, use.kind, func() { use.f(&body) })
			next := block(`{"Name":"next"}`)
			if got := ref.Value().Name; got != "mine" {
				t.Errorf("the name is %q", got)
			}
			next.Release()
			ref.Release()
		})
	}
}

func TestMisuse_NoBody(t *testing.T) {
	rctest.NoLeaks(t)
	wantMisuse(t, rcpool.ZeroRef, func() { rcjson.Decode(stdpool.ByteRef{}, &orders) }) //rcpool:ignore it panics
	stale := block(`{}`)
	stale.Release()
	wantMisuse(t, rcpool.StaleRetain, func() { rcjson.Decode(stale, &orders) })
}

func TestMisuse_ObjectUsedAfterRelease(t *testing.T) {
	ref, err := rcjson.Decode(block(`{"Name":"mine"}`), &orders)
	if err != nil {
		t.Fatal(err)
	}
	ref.Release()
	wantMisuse(t, rcpool.UseAfterRelease, func() { _ = ref.Value().Name })
	wantMisuse(t, rcpool.DoubleRelease, func() { ref.Release() })
}

func TestMisuse_PoolWithoutReset(t *testing.T) {
	rctest.NoLeaks(t)
	pool := rcpool.Pool[order]{Name: "unset"}
	got := fmt.Sprint(panics(func() { rcjson.Decode(block(`{}`), &pool) }))
	if want := `rcjson: the pool "unset" has no Reset; set it to rcjson.Reset[rcjson_test.order]`; got != want {
		t.Errorf("panicked with %q, want %q", got, want)
	}
}

func TestMisuse_OtherReset(t *testing.T) {
	rctest.Deterministic(t)
	pool := rcpool.Pool[order]{Name: "other", Reset: func(o *order) { o.data = data{} }}
	ref, err := rcjson.Decode(block(`{"Name":"a"}`), &pool)
	if err != nil {
		t.Fatal(err)
	}
	ref.Release()
	got := fmt.Sprint(panics(func() { rcjson.Decode(block(`{}`), &pool) }))
	if !strings.Contains(got, `the Reset of the pool "other" must call rcjson.Reset`) {
		t.Errorf("panicked with %q", got)
	}
}

// A string that is kept beyond a checked lease shows a pattern, and not the body of
// somebody else.
func TestMisuse_KeptStringOfACheckedLease(t *testing.T) {
	if testbed.RaceEnabled || !rcjson.Shares {
		t.Skip("the block is not filled with a pattern under the race detector; or the string is a copy")
	}
	defer rcpool.SetChecking(1)()
	ref, err := rcjson.Decode(block(`{"Name":"secret"}`), &orders)
	if err != nil {
		t.Fatal(err)
	}
	kept := ref.Value().Name
	copied := strings.Clone(kept)
	ref.Release()
	if want := strings.Repeat("\xdb", len(copied)); kept != want || copied != "secret" {
		t.Errorf("the kept string is %q, want %q; the clone is %q", kept, want, copied)
	}
	next := block(`{"Name":"public"}`)
	defer next.Release()
	if kept == "public" {
		t.Error("the kept string shows the next body")
	}
}

// Nothing of one body is in the next object, neither in its fields nor in the memory
// that they keep.
func TestReset_LeavesNothing(t *testing.T) {
	rctest.Deterministic(t)
	ref, err := rcjson.Decode(block(documents[2]), &orders)
	if err != nil {
		t.Fatal(err)
	}
	o := ref.Value()
	o.private, o.Ignored = []string{"x"}, "x"
	ref.Release()
	again := orders.Get()
	defer again.Release()
	o = again.Value()
	if cap(o.Items) < 3 || cap(o.Place.Items) < 1 || cap(o.Refs) < 3 || o.Attrs == nil {
		t.Errorf("memory was not kept: %+v", o)
	}
	for _, i := range append(o.Items[:cap(o.Items)], o.Place.Items[:cap(o.Place.Items)]...) {
		if i.SKU != "" || i.Tags != nil || i.Count != 0 {
			t.Errorf("an idle element is %+v", i)
		}
	}
	o.Items, o.Place.Items, o.Refs, o.Attrs = nil, nil, nil, nil
	if !reflect.DeepEqual(o.data, data{}) {
		t.Errorf("the object is %+v", o.data)
	}
}

func TestReset_KeepsNothingHuge(t *testing.T) {
	rctest.Deterministic(t)
	ref := orders.Get()
	o := ref.Value()
	o.Items, o.Attrs, o.Blob = make([]item, 2000), map[string]string{}, make([]byte, 10)
	for i := range 1000 {
		o.Attrs[fmt.Sprint(i)] = ""
	}
	ref.Release()
	ref = orders.Get()
	defer ref.Release()
	if o := ref.Value(); o.Items != nil || o.Attrs != nil || o.Blob != nil {
		t.Errorf("kept %d items, %d attributes and %d bytes", cap(o.Items), len(o.Attrs), cap(o.Blob))
	}
}

// Owners on several goroutines read what they got, while blocks and objects go
// round: the race detector watches.
func TestDecode_ManyOwners(t *testing.T) {
	t.Cleanup(rcpool.SetChecking(0)) // so that objects and blocks are leased again under the race detector
	pools := stdpool.Pools{Name: testbed.Name(t)}
	pool := rcpool.Pool[order]{Name: testbed.Name(t), Reset: rcjson.Reset[order]}
	var owners, makers sync.WaitGroup
	for m := range 4 {
		makers.Go(func() {
			for i := range 300 {
				token := fmt.Sprintf("token-%d-%d", m, i)
				body := pools.Bytes(0)
				fmt.Fprintf(&body, `{"Name":%q,"Items":[{"SKU":%[1]q}],"Attrs":{%[1]q:%[1]q}}`, token)
				ref, err := rcjson.Decode(body, &pool)
				if err != nil {
					t.Error(err)
					return
				}
				for range 2 {
					owners.Go(ref.Hold(func(o *order) {
						if o.Name != token || string(o.Items[0].SKU) != token || o.Attrs[token] != token {
							t.Errorf("the object of %s has %s, %s, %v", token, o.Name, o.Items[0].SKU, o.Attrs)
						}
					}))
				}
				ref.Release()
			}
		})
	}
	makers.Wait()
	owners.Wait()
	if s := testbed.Quiet(testbed.Name(t), time.Second); s.InUse != 0 {
		t.Errorf("%+v", s)
	}
}

// rcjson.Body is no part of the JSON.
func TestBody_IsNotEncoded(t *testing.T) {
	ref, err := rcjson.Decode(block(`{"SKU":"a"}`), &encodable)
	if err != nil {
		t.Fatal(err)
	}
	defer ref.Release()
	if text, err := json.Marshal(ref.Value()); err != nil || string(text) != `{"SKU":"a","Count":0,"Tags":null}` {
		t.Errorf("%s, %v", text, err)
	}
}

var encodable = rcpool.Pool[struct {
	rcjson.Body
	item
}]{Reset: func(o *struct {
	rcjson.Body
	item
}) {
	rcjson.Reset(o)
}}
