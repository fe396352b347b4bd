package compat_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/HdrHistogram/hdrhistogram-go"
	"github.com/andybalholm/brotli"
	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"
	"github.com/mailru/easyjson/jwriter"
	"github.com/pierrec/lz4/v4"
	"github.com/valyala/bytebufferpool"
	"github.com/valyala/fasthttp"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rctest"
)

// The types of libraries, used as they are used and reset by the methods that they
// have for that. No reset of them is dirty.

// leased uses objects of a pool in which every lease is checked, and fails the
// test if a reset is reported.
func leased[T any](name string, pool *rcpool.Pool[T], use func(*T, *rand.Rand)) func(*testing.T) {
	return func(t *testing.T) {
		r := rand.New(rand.NewPCG(1, 2))
		defer rcpool.SetChecking(1)()
		rcpool.ForgetReports()
		pool.Name = name
		rctest.Resets(t, pool)
		for i := range 400 {
			rcpool.SetChecking(1)
			if i%4 > 0 {
				rcpool.SetChecking(0) // so that the object is leased again
			}
			ref := pool.Get()
			use(ref.Value(), r)
			ref.Release()
		}
		for _, report := range rcpool.Reports() {
			if report.Pool == name {
				t.Errorf("%s", report)
			}
		}
	}
}

func text(r *rand.Rand) string { return strings.Repeat(fmt.Sprint("text ", r.IntN(1e6)), r.IntN(200)) }

// writers are what somebody might pool together.
type writers struct {
	buffer  bytes.Buffer
	buffed  *bufio.Writer
	reader  *bufio.Reader
	zipped  *gzip.Writer
	zstd    *zstd.Encoder
	lz4     *lz4.Writer
	brotli  *brotli.Writer
	s2      *s2.Writer
	hash    *xxhash.Digest
	table   tabwriter.Writer
	builder strings.Builder
	bytes   bytebufferpool.ByteBuffer
}

func newWriters() *writers {
	w := &writers{buffed: bufio.NewWriter(nil), reader: bufio.NewReader(nil), zipped: gzip.NewWriter(nil), lz4: lz4.NewWriter(nil), brotli: brotli.NewWriter(nil), s2: s2.NewWriter(nil), hash: xxhash.New()}
	w.zstd, _ = zstd.NewWriter(nil)
	return w
}

func (w *writers) use(r *rand.Rand) {
	s := text(r)
	w.buffer.WriteString(s)
	w.buffed.Reset(&w.buffer)
	w.reader.Reset(strings.NewReader(s))
	w.reader.ReadString('9')
	w.table.Init(&w.buffer, 0, 8, 1, ' ', 0)
	for _, to := range []interface {
		io.Writer
		Reset(io.Writer)
	}{w.zipped, w.zstd, w.lz4, w.brotli, w.s2} {
		to.Reset(&w.buffer)
		io.WriteString(to, s)
		if r.IntN(2) == 0 {
			to.(io.Closer).Close()
		}
	}
	fmt.Fprint(w.buffed, s)
	fmt.Fprint(w.hash, s)
	fmt.Fprintf(&w.table, "%s\t%s\n", s, s)
	w.builder.WriteString(s)
	w.bytes.WriteString(s)
}

func (w *writers) Reset() {
	w.buffer.Reset()
	w.buffed.Reset(nil)
	w.reader.Reset(nil)
	w.zipped.Reset(nil)
	w.zstd.Reset(nil)
	w.lz4.Reset(nil)
	w.brotli.Reset(nil)
	w.s2.Reset(nil)
	w.hash.Reset()
	w.table = tabwriter.Writer{}
	w.builder.Reset()
	w.bytes.Reset()
}

// web is the parts of a request to a server and of one that it makes.
type web struct {
	request  fasthttp.Request
	response fasthttp.Response
	args     fasthttp.Args
	uri      fasthttp.URI
	cookie   fasthttp.Cookie
	answer   structpb.Struct
	at       *timestamppb.Timestamp
	out      jwriter.Writer
	times    *hdrhistogram.Histogram
}

func newWeb() *web {
	return &web{at: new(timestamppb.Timestamp), times: hdrhistogram.New(1, 1000, 2)}
}

func (w *web) use(r *rand.Rand) {
	s := text(r)
	w.request.Header.Set("X-Text", "a"+s)
	w.request.SetRequestURI("http://example.org/" + s + "?a=b")
	w.request.PostArgs().Add("a", s)
	w.request.SetBodyString(s)
	w.response.SetStatusCode(200 + r.IntN(100))
	w.response.Header.Set("Content-Type", "text/plain")
	w.response.SetBodyString(s)
	w.response.WriteTo(io.Discard)
	w.args.Parse("a=" + s)
	w.uri.Parse([]byte("example.org"), []byte("/"+s))
	w.cookie.SetKey("k")
	w.cookie.SetValue(s)
	w.answer.Fields = map[string]*structpb.Value{"a": structpb.NewStringValue(s)}
	_ = w.answer.String()
	w.at.Seconds = r.Int64()
	_ = w.at.String()
	w.out.String(s)
	w.times.RecordValue(int64(r.IntN(1000)))
}

func (w *web) Reset() {
	w.request.Reset()
	w.response.Reset()
	w.args.Reset()
	w.uri.Reset()
	w.cookie.Reset()
	w.answer.Reset()
	w.at.Reset()
	w.out = jwriter.Writer{}
	w.times.Reset()
}

func TestDirtyReset_NotOfLibraries(t *testing.T) {
	t.Run("writers", leased("writers", &rcpool.Pool[writers]{New: newWriters}, (*writers).use))
	t.Run("web", leased("web", &rcpool.Pool[web]{New: newWeb}, (*web).use))
	t.Run("bytes.Buffer", leased("bytes.Buffer", new(rcpool.Pool[bytes.Buffer]), func(b *bytes.Buffer, r *rand.Rand) { b.WriteString(text(r)) }))
	t.Run("strings.Builder", leased("strings.Builder", new(rcpool.Pool[strings.Builder]), func(b *strings.Builder, r *rand.Rand) { b.WriteString(text(r)) }))
	t.Run("fasthttp.Request", leased("fasthttp.Request", new(rcpool.Pool[fasthttp.Request]), func(q *fasthttp.Request, r *rand.Rand) {
		q.SetRequestURI("http://example.org/" + text(r))
		q.Header.SetMethod("POST")
		q.SetBodyString(text(r))
		_ = q.String()
	}))
	t.Run("fasthttp.Response", leased("fasthttp.Response", new(rcpool.Pool[fasthttp.Response]), func(q *fasthttp.Response, r *rand.Rand) {
		q.SetStatusCode(200 + r.IntN(300))
		q.SetBodyString(text(r))
		q.ImmediateHeaderFlush = r.IntN(2) == 0
		_ = q.String()
	}))
	t.Run("fasthttp.RequestHeader", leased("fasthttp.RequestHeader", new(rcpool.Pool[fasthttp.RequestHeader]), func(h *fasthttp.RequestHeader, r *rand.Rand) {
		h.Set("A", text(r))
		h.SetHost("example.org")
		h.SetContentLength(r.IntN(100))
	}))
	t.Run("structpb.Struct", leased("structpb.Struct", new(rcpool.Pool[structpb.Struct]), func(s *structpb.Struct, r *rand.Rand) {
		s.Fields = map[string]*structpb.Value{"a": structpb.NewStringValue(text(r))}
		_ = s.String()
	}))
	t.Run("hdrhistogram.Histogram", leased("hdrhistogram.Histogram", &rcpool.Pool[hdrhistogram.Histogram]{New: func() *hdrhistogram.Histogram { return hdrhistogram.New(1, 1000, 2) }},
		func(h *hdrhistogram.Histogram, r *rand.Rand) { h.RecordValue(int64(r.IntN(1000))) }))
	t.Run("xxhash.Digest", leased("xxhash.Digest", &rcpool.Pool[xxhash.Digest]{New: xxhash.New}, func(d *xxhash.Digest, r *rand.Rand) { d.WriteString(text(r)) }))
	t.Run("bytebufferpool.ByteBuffer", leased("bytebufferpool.ByteBuffer", new(rcpool.Pool[bytebufferpool.ByteBuffer]), func(b *bytebufferpool.ByteBuffer, r *rand.Rand) { b.WriteString(text(r)) }))
}
