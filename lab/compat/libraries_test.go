package compat_test

import (
	"hash"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/VictoriaMetrics/easyproto"
	"github.com/beorn7/perks/quantile"
	"github.com/gammazero/deque"
	"github.com/go-chi/chi/v5"
	"github.com/go-faster/jx"
	"github.com/gobwas/ws"
	"github.com/gobwas/ws/wsutil"
	"github.com/golang/snappy"
	"github.com/influxdata/tdigest"
	jsoniter "github.com/json-iterator/go"
	"github.com/spaolacci/murmur3"
	"github.com/tidwall/btree"
	"github.com/tinylib/msgp/msgp"
	"github.com/ugorji/go/codec"
	"github.com/valyala/fastjson"
	"github.com/vmihailenco/msgpack/v5"
	"github.com/zeebo/blake3"
	"github.com/zeebo/xxh3"
	"go.uber.org/zap/buffer"

	"github.com/rcpool/rcpool"
)

// reused returns a test of a pool of objects that their library can reset.
func reused[T any](fresh func() *T, use func(*T, *rand.Rand), reset func(*T)) func(*testing.T) {
	return func(t *testing.T) {
		leased(t.Name(), &rcpool.Pool[T]{New: fresh, Reset: reset}, use)(t)
	}
}

var cbor codec.CborHandle

// More libraries whose types are made to be used again.
func TestReuse_NotDirty(t *testing.T) {
	type digest struct{ hash.Hash }
	for name, test := range map[string]func(*testing.T){
		"snappy.Writer": reused(func() *snappy.Writer { return snappy.NewBufferedWriter(nil) }, func(w *snappy.Writer, r *rand.Rand) {
			w.Reset(io.Discard)
			io.WriteString(w, text(r))
			w.Close()
		}, func(w *snappy.Writer) { w.Reset(nil) }),
		"snappy.Reader": reused(func() *snappy.Reader { return snappy.NewReader(nil) }, func(s *snappy.Reader, r *rand.Rand) {
			s.Reset(strings.NewReader(text(r)))
			s.ReadByte()
		}, func(r *snappy.Reader) { r.Reset(nil) }),
		"xxh3":    reused(xxh3.New, func(h *xxh3.Hasher, r *rand.Rand) { h.WriteString(text(r)) }, (*xxh3.Hasher).Reset),
		"blake3":  reused(blake3.New, func(h *blake3.Hasher, r *rand.Rand) { h.WriteString(text(r)) }, (*blake3.Hasher).Reset),
		"murmur3": reused(func() *digest { return &digest{murmur3.New128()} }, func(d *digest, r *rand.Rand) { io.WriteString(d, text(r)) }, func(d *digest) { d.Hash.Reset() }),
		"fastjson.Arena": reused(nil, func(a *fastjson.Arena, r *rand.Rand) {
			object := a.NewObject()
			object.Set("a", a.NewString(text(r)))
			object.MarshalTo(nil)
		}, (*fastjson.Arena).Reset),
		"jsoniter.Stream": reused(func() *jsoniter.Stream { return jsoniter.NewStream(jsoniter.ConfigDefault, nil, 64) }, func(s *jsoniter.Stream, r *rand.Rand) {
			s.Reset(io.Discard)
			s.WriteVal(map[string]string{"a": text(r)})
		}, func(s *jsoniter.Stream) { s.Reset(nil) }),
		"jsoniter.Iterator": reused(func() *jsoniter.Iterator { return jsoniter.NewIterator(jsoniter.ConfigDefault) }, func(i *jsoniter.Iterator, r *rand.Rand) {
			i.ResetBytes([]byte(`{"a":"` + text(r) + `"}`))
			i.Read()
		}, func(i *jsoniter.Iterator) { i.ResetBytes(nil); i.Error = nil }),
		"msgpack.Encoder": reused(func() *msgpack.Encoder { return msgpack.NewEncoder(nil) }, func(e *msgpack.Encoder, r *rand.Rand) {
			e.Reset(io.Discard)
			e.Encode(map[string]any{"a": text(r)})
		}, func(e *msgpack.Encoder) { e.Reset(nil) }),
		"msgpack.Decoder": reused(func() *msgpack.Decoder { return msgpack.NewDecoder(nil) }, func(d *msgpack.Decoder, r *rand.Rand) {
			encoded, _ := msgpack.Marshal(text(r))
			d.Reset(strings.NewReader(string(encoded)))
			d.DecodeInterface()
		}, func(d *msgpack.Decoder) { d.Reset(nil) }),
		"msgp.Writer": reused(func() *msgp.Writer { return msgp.NewWriter(io.Discard) }, func(w *msgp.Writer, r *rand.Rand) {
			w.Reset(io.Discard)
			w.WriteString(text(r))
			w.Flush()
		}, func(w *msgp.Writer) { w.Reset(io.Discard) }),
		"msgp.Reader": reused(func() *msgp.Reader { return msgp.NewReader(nil) }, func(m *msgp.Reader, r *rand.Rand) {
			m.Reset(strings.NewReader(string(msgp.AppendString(nil, text(r)))))
			m.ReadString()
		}, func(m *msgp.Reader) { m.Reset(nil) }),
		"wsutil.Writer": reused(func() *wsutil.Writer { return wsutil.NewWriter(io.Discard, ws.StateServerSide, ws.OpText) }, func(w *wsutil.Writer, r *rand.Rand) {
			w.Reset(io.Discard, ws.StateServerSide, ws.OpBinary)
			io.WriteString(w, text(r))
			w.Flush()
		}, func(w *wsutil.Writer) { w.Reset(io.Discard, ws.StateServerSide, ws.OpText) }),
		"jx.Encoder": reused(nil, func(e *jx.Encoder, r *rand.Rand) { e.ObjStart(); e.FieldStart("a"); e.Str(text(r)); e.ObjEnd() }, (*jx.Encoder).Reset),
		"jx.Decoder": reused(func() *jx.Decoder { return jx.DecodeBytes(nil) }, func(d *jx.Decoder, r *rand.Rand) { d.ResetBytes([]byte(`["` + text(r) + `"]`)); d.Skip() }, func(d *jx.Decoder) { d.ResetBytes(nil) }),
		"zap buffer": reused(nil, func(b *buffer.Buffer, r *rand.Rand) { b.AppendString(text(r)) }, (*buffer.Buffer).Reset),
		"chi.Context": reused(chi.NewRouteContext, func(c *chi.Context, r *rand.Rand) {
			c.URLParams.Add("id", text(r))
			c.RoutePath, c.RouteMethod = "/"+text(r), "GET"
			c.RoutePatterns = append(c.RoutePatterns, "/{id}")
		}, (*chi.Context).Reset),
		"quantile.Stream": reused(func() *quantile.Stream { return quantile.NewTargeted(map[float64]float64{0.5: 0.05}) }, func(s *quantile.Stream, r *rand.Rand) {
			for range r.IntN(1000) {
				s.Insert(r.Float64())
			}
			s.Query(0.5)
		}, (*quantile.Stream).Reset),
		"easyproto.Marshaler": reused(nil, func(m *easyproto.Marshaler, r *rand.Rand) {
			m.MessageMarshaler().AppendString(1, text(r))
			m.Marshal(nil)
		}, (*easyproto.Marshaler).Reset),
		"roaring.Bitmap": reused(roaring.New, func(b *roaring.Bitmap, r *rand.Rand) {
			for range r.IntN(100) {
				b.Add(r.Uint32())
			}
		}, (*roaring.Bitmap).Clear),
		"deque.Deque": reused(nil, func(d *deque.Deque[string], r *rand.Rand) {
			for range r.IntN(100) {
				d.PushBack(text(r))
			}
		}, (*deque.Deque[string]).Clear),
		"btree.Map": reused(nil, func(m *btree.Map[string, int], r *rand.Rand) {
			for range r.IntN(100) {
				m.Set(text(r), r.IntN(10))
			}
		}, (*btree.Map[string, int]).Clear),
		"codec.Encoder": reused(func() *codec.Encoder { return codec.NewEncoder(nil, &cbor) }, func(e *codec.Encoder, r *rand.Rand) {
			e.Reset(io.Discard)
			e.Encode(map[string]string{"a": text(r)})
		}, func(e *codec.Encoder) { e.Reset(nil) }),
		"tdigest.TDigest": reused(tdigest.New, func(d *tdigest.TDigest, r *rand.Rand) {
			for range r.IntN(1000) {
				d.Add(r.Float64(), 1)
			}
			d.Quantile(0.5)
		}, (*tdigest.TDigest).Reset),
	} {
		t.Run(name, test)
	}
}
