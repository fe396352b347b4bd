package rcjson_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sync"
	"testing"

	"github.com/bytedance/sonic"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/adapters/rcjson"
	"github.com/rcpool/rcpool/stdpool"
)

type basket struct {
	rcjson.Body
	User, Session, Campaign string
	Items                   []article
	Attributes              map[string]string
}

type article struct {
	SKU, Category, Size string
	Count               int
}

// BenchmarkDecode reads a body and decodes it: into a new object with encoding/json;
// with sonic, which copies the strings, into an object and a buffer that are pooled
// by hand; and with rcjson.
func BenchmarkDecode(b *testing.B) {
	for _, items := range []int{1, 20, 200} {
		text := basketText(items)
		for _, p := range []struct {
			name   string
			decode func(*testing.B)
		}{{"default", decodeNew(text)}, {"sync", decodeByHand(text)}, {"rcpool", decodeShared(text)}} {
			b.Run(fmt.Sprintf("items=%d/pool=%s", items, p.name), func(b *testing.B) {
				b.ReportAllocs()
				p.decode(b)
			})
		}
	}
}

func basketText(items int) []byte {
	value := basket{User: "u-00001", Session: "s-00001-web", Campaign: "c-0001", Attributes: map[string]string{"theme": "theme-1a2b", "consent": "consent-3c4d"}}
	for i := range items {
		value.Items = append(value.Items, article{fmt.Sprintf("sku-%06d", i), fmt.Sprintf("category-%d", i%7), fmt.Sprintf("size-%d", i%11), i})
	}
	text, err := json.Marshal(&value)
	if err != nil {
		panic(err)
	}
	return text
}

func decodeNew(text []byte) func(*testing.B) {
	return func(b *testing.B) {
		for b.Loop() {
			var body bytes.Buffer
			body.ReadFrom(bytes.NewReader(text))
			var object basket
			if err := json.Unmarshal(body.Bytes(), &object); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func decodeByHand(text []byte) func(*testing.B) {
	objects := sync.Pool{New: func() any { return new(basket) }}
	buffers := sync.Pool{New: func() any { return new(bytes.Buffer) }}
	return func(b *testing.B) {
		for b.Loop() {
			body, object := buffers.Get().(*bytes.Buffer), objects.Get().(*basket)
			body.ReadFrom(bytes.NewReader(text))
			if err := sonic.ConfigStd.UnmarshalFromString(body.String(), object); err != nil {
				b.Fatal(err)
			}
			clear(object.Items)
			clear(object.Attributes)
			*object = basket{Items: object.Items[:0], Attributes: object.Attributes}
			body.Reset()
			objects.Put(object)
			buffers.Put(body)
		}
	}
}

func decodeShared(text []byte) func(*testing.B) {
	pool := rcpool.Pool[basket]{Name: "bench", Reset: rcjson.Reset[basket]}
	pools := stdpool.Pools{Name: "bench", Dirty: true}
	return func(b *testing.B) {
		for b.Loop() {
			body := pools.Bytes(0)
			body.Grow(len(text) + 1)
			body.ReadFrom(bytes.NewReader(text))
			ref, err := rcjson.Decode(body, &pool)
			if err != nil {
				b.Fatal(err)
			}
			ref.Release()
		}
	}
}
