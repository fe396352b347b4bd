package stdpool_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"
	"weak"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rctest"
	"github.com/rcpool/rcpool/stdpool"
)

type item struct {
	SKU   string
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

// An order has a field of each kind that JSON can set.
type order struct {
	base
	Name    string
	Items   []item
	Place   place
	Other   *place
	Attrs   map[string]string
	Any     any
	Raw     json.RawMessage
	When    time.Time
	Numbers [3]int
	Blob    []byte
	Matrix  [][]int
	Flag    *bool
	Ignored string `json:"-"`
	Renamed []item `json:"renamed,omitempty"`
	private []string
}

var event = order{
	base: base{ID: 7, Refs: []int{1, 2}}, Name: "<first>", Items: []item{{"a", 1, []string{"x"}}, {"b", 2, nil}},
	Attrs: map[string]string{"k": "v"}, When: time.Unix(1e9, 0).UTC(), Any: 1.5,
}

var eventJSON, _ = json.Marshal(&event)

type broken struct{}

func (broken) MarshalJSON() ([]byte, error) { panic("broken") }

func TestEncodeJSON_IsMarshal(t *testing.T) {
	rctest.NoLeaks(t)
	for _, v := range []any{nil, 1, "<&>", event, &event, []int{}, map[string]int{"b": 1, "a": 2}, math.Inf(1), make(chan int), strings.Repeat("long", 50_000)} {
		want, wantErr := json.Marshal(v)
		ref, err := stdpool.EncodeJSON(v)
		if (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
			t.Errorf("%T: error %v, want %v", v, err, wantErr)
		}
		if err != nil {
			if !ref.IsZero() {
				t.Errorf("%T: returned an error and a reference", v)
			}
			continue
		}
		if got := ref.Value().Bytes(); !bytes.Equal(got, want) {
			t.Errorf("%T: got %.100s, want %.100s", v, got, want)
		}
		ref.Release()
	}
	if got := panics(func() { stdpool.EncodeJSON(broken{}) }); got != "broken" {
		t.Errorf("panicked with %v", got)
	}
}

func TestEncodeJSON_DropsTheBuffer(t *testing.T) {
	rctest.Deterministic(t)
	p := stdpool.Pools{MaxBuffer: 1} // so that the buffer is not kept
	ref, err := p.EncodeJSON(text)
	if err != nil {
		t.Fatal(err)
	}
	buffer := weak.Make(ref.Value())
	ref.Release()
	wantCollected(t, buffer)
	runtime.KeepAlive(&p)
}

// documents are decoded into one object, in all pairs.
var documents = []string{
	`{}`,
	`null`,
	string(eventJSON),
	`{"ID":1,"Refs":[1,2,3],"Name":"n","Items":[{"SKU":"s","Count":3,"Tags":["t","u"]},{"SKU":"s2"},{"Count":9}],"Attrs":{"a":"1","b":"2"},"Other":{"City":"c","Items":[{"SKU":"o"}]},"Place":{"City":"p","Items":[{"SKU":"q","Tags":["r"]}]}}`,
	`{"Items":[{"Count":1}],"Place":{"Items":[{"Count":2}]},"Other":{},"Attrs":{"c":"3"}}`,
	`{"Items":[],"Refs":[],"Attrs":{},"Any":{},"Blob":"","Matrix":[],"Raw":{}}`,
	`{"Items":null,"Refs":null,"Attrs":null,"Any":null,"Blob":null,"Matrix":null,"Raw":null,"Other":null,"Flag":null}`,
	`{"Any":{"x":[1,{"y":2}]},"Raw":[1,2,3],"Numbers":[1,2,3,4],"Blob":"AAECAw==","Matrix":[[1],[2,3]],"Flag":true,"renamed":[{"SKU":"z"}]}`,
	`{"Numbers":[9],"Matrix":[[],[4],[5,6,7]],"Flag":false,"renamed":[{},{}],"Raw":"r","Ignored":"yes","private":["no"]}`,
	`{"Items":[{"SKU":"1","Count":1},{"SKU":"2","Count":2}],"items":[{"Count":3}],"ITEMS":[{"SKU":"4"},{"Tags":[]},{}]}`,
}

// resets are what a Reset may leave in an object, from nothing to everything.
var resets = map[string]func(*order){
	"zero": nil,
	"capacity": func(o *order) {
		*o = order{Items: o.Items[:0], Renamed: o.Renamed[:0], Matrix: o.Matrix[:0], Blob: o.Blob[:0],
			base: base{Refs: o.Refs[:0]}, Place: place{Items: o.Place.Items[:0]}}
	},
	"nothing": func(*order) {},
}

func TestDecodeJSON_IsUnmarshalIntoNew(t *testing.T) {
	for name, reset := range resets {
		t.Run(name, func(t *testing.T) {
			rctest.Deterministic(t)
			pool := rcpool.Pool[order]{Reset: reset, New: func() *order {
				return &order{Name: "default", Other: &place{City: "default"}, Attrs: map[string]string{"default": ""}, Items: make([]item, 1, 9)}
			}}
			for _, first := range documents {
				for _, second := range documents {
					for _, document := range []string{first, second} {
						decodeLikeNew(t, &pool, document)
					}
				}
			}
		})
	}
}

func decodeLikeNew(t *testing.T, pool *rcpool.Pool[order], document string) {
	t.Helper()
	var want order
	wantErr := json.Unmarshal([]byte(document), &want)
	data := []byte(document)
	ref, err := stdpool.DecodeJSON(data, pool)
	if !reflect.DeepEqual(err, wantErr) {
		t.Fatalf("%s\nerror %v, want %v", document, err, wantErr)
	}
	if err != nil {
		if !ref.IsZero() {
			t.Fatalf("returned an error and a reference")
		}
		return
	}
	defer ref.Release()
	clear(data) // the object must not share its memory
	got := *ref.Value()
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%s\ngot  %+v\nwant %+v", document, got, want)
	}
}

func FuzzDecodeJSON(f *testing.F) {
	for _, document := range documents {
		f.Add([]byte(string(eventJSON)), []byte(document))
	}
	pool := rcpool.Pool[order]{Reset: resets["capacity"]}
	f.Fuzz(func(t *testing.T, first, second []byte) {
		decodeLikeNew(t, &pool, string(first))
		decodeLikeNew(t, &pool, string(second))
	})
}

// DecodeJSON reuses capacity that a Reset keeps.
func TestDecodeJSON_ReusesSlices(t *testing.T) {
	rctest.Deterministic(t)
	pool := rcpool.Pool[order]{Reset: resets["capacity"]}
	var first *item
	for range 2 {
		ref, err := stdpool.DecodeJSON(eventJSON, &pool)
		if err != nil {
			t.Fatal(err)
		}
		if first != nil && first != &ref.Value().Items[0] {
			t.Error("the elements are new")
		}
		first = &ref.Value().Items[0]
		ref.Release()
	}
}

// DecodeJSON leaves fields that JSON cannot set as the pool made them.
func TestDecodeJSON_LeavesOtherFields(t *testing.T) {
	pool := rcpool.Pool[order]{New: func() *order { return &order{Ignored: "kept", private: []string{"kept"}} }}
	ref, err := stdpool.DecodeJSON([]byte(`{"Ignored":"set","private":["set"]}`), &pool)
	if err != nil {
		t.Fatal(err)
	}
	defer ref.Release()
	if o := ref.Value(); o.Ignored != "kept" || len(o.private) != 1 || o.private[0] != "kept" {
		t.Errorf("%+v", o)
	}
}

type (
	hidden  struct{ A, B int }
	through struct {
		*hidden
		C int
	}
	itself struct{ A, B int }
)

func (i *itself) UnmarshalJSON(data []byte) error {
	type plain itself // merges with the existing value
	return json.Unmarshal(data, (*plain)(i))
}

func TestDecodeJSON_OddTypes(t *testing.T) {
	rctest.Deterministic(t)
	self := rcpool.Pool[itself]{Reset: func(*itself) {}}
	numbers := rcpool.Pool[[]int]{Reset: func(*[]int) {}}
	table := rcpool.Pool[map[string]int]{Reset: func(*map[string]int) {}}
	pointer := rcpool.Pool[through]{Reset: func(*through) {}, New: func() *through { return &through{hidden: &hidden{A: 1}} }}
	for range 2 {
		wantDecoded(t, &self, `{"A":1}`, itself{A: 1})
		wantDecoded(t, &self, `{"B":2}`, itself{B: 2})
		wantDecoded(t, &numbers, `[1,2]`, []int{1, 2})
		wantDecoded(t, &numbers, `null`, nil)
		wantDecoded(t, &table, `{"a":1}`, map[string]int{"a": 1})
		wantDecoded(t, &table, `{"b":2}`, map[string]int{"b": 2})
		wantDecoded(t, &pointer, `{"C":3}`, through{C: 3})
		if _, err := stdpool.DecodeJSON([]byte(`{"A":3}`), &pointer); err == nil {
			t.Fatal("set a field that json.Unmarshal cannot set in a new object")
		}
	}
}

func wantDecoded[T any](t *testing.T, pool *rcpool.Pool[T], document string, want T) {
	t.Helper()
	ref, err := stdpool.DecodeJSON([]byte(document), pool)
	if err != nil {
		t.Fatal(err)
	}
	defer ref.Release()
	if got := *ref.Value(); !reflect.DeepEqual(got, want) {
		t.Errorf("%s: got %+v, want %+v", document, got, want)
	}
}

func TestDecodeJSON_ErrorsLeaseNothing(t *testing.T) {
	checked(t)
	rctest.NoLeaks(t)
	pool := rcpool.Pool[order]{Name: "orders"}
	for _, bad := range []string{``, `{`, `[]`, `{"ID":"x"}`, `{} {}`} {
		if ref, err := stdpool.DecodeJSON([]byte(bad), &pool); err == nil || !ref.IsZero() {
			t.Fatalf("%q: %v", bad, err)
		}
		if ref, err := stdpool.ReadJSON(strings.NewReader(bad), &pool); err == nil || !ref.IsZero() {
			t.Fatalf("%q: %v", bad, err)
		}
	}
	failing := io.MultiReader(strings.NewReader(`{}`), failingReader{})
	if _, err := stdpool.ReadJSON(failing, &pool); !errors.Is(err, io.ErrClosedPipe) {
		t.Fatalf("the error of the reader is lost: %v", err)
	}
	ref, err := stdpool.ReadJSON(onlyReader{bytes.NewReader(eventJSON)}, &pool)
	if err != nil {
		t.Fatal(err)
	}
	defer ref.Release()
	if ref.Value().Name != "<first>" {
		t.Errorf("decoded %+v", ref.Value())
	}
}

type failingReader struct{}

func (failingReader) Read([]byte) (int, error) { return 0, io.ErrClosedPipe }
