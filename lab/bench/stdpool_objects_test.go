package bench_test

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"crypto"
	"crypto/sha256"
	"encoding/json"
	"hash"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	fastgzip "github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/valyala/bytebufferpool"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

// What each of these benchmarks compares:
//
//	pool=none    a new object each time
//	pool=sync    a sync.Pool, used by hand as it should be: reset for the next
//	             target, with nothing of the old one kept where that is cheap
//	pool=rcpool  the package stdpool

// page is 4 KiB of what a web service sends.
var page = []byte(strings.Repeat("<tr><td>hello, world</td><td class=\"number\">42</td></tr>\n", 72))[:4096]

// target hides the methods of io.Discard that a writer could take a short cut by.
type target struct{}

func (target) Write(p []byte) (int, error) { return len(p), nil }

var nowhere io.Writer = target{}

// run measures f, and what it allocates.
func run(b *testing.B, pool string, f func()) {
	b.Run("pool="+pool, func(b *testing.B) {
		f()
		b.ReportAllocs()
		for b.Loop() {
			f()
		}
	})
}

func BenchmarkStdpoolBuffer(b *testing.B) {
	run(b, "none", func() {
		var buffer bytes.Buffer
		for chunk := page; len(chunk) > 0; chunk = chunk[min(len(chunk), 256):] {
			buffer.Write(chunk[:min(len(chunk), 256)])
		}
		nowhere.Write(buffer.Bytes())
	})
	pool := sync.Pool{New: func() any { return new(bytes.Buffer) }}
	run(b, "sync", func() {
		buffer := pool.Get().(*bytes.Buffer)
		for chunk := page; len(chunk) > 0; chunk = chunk[min(len(chunk), 256):] {
			buffer.Write(chunk[:min(len(chunk), 256)])
		}
		nowhere.Write(buffer.Bytes())
		if buffer.Cap() <= 64<<10 {
			buffer.Reset()
			pool.Put(buffer)
		}
	})
	var byteBuffers bytebufferpool.Pool
	run(b, "bytebufferpool", func() {
		buffer := byteBuffers.Get()
		for chunk := page; len(chunk) > 0; chunk = chunk[min(len(chunk), 256):] {
			buffer.Write(chunk[:min(len(chunk), 256)])
		}
		nowhere.Write(buffer.Bytes())
		byteBuffers.Put(buffer)
	})
	run(b, "rcpool", func() {
		ref := stdpool.Buffer()
		buffer := ref.Value()
		for chunk := page; len(chunk) > 0; chunk = chunk[min(len(chunk), 256):] {
			buffer.Write(chunk[:min(len(chunk), 256)])
		}
		nowhere.Write(buffer.Bytes())
		ref.Release()
	})
}

func BenchmarkStdpoolBufioWriter(b *testing.B) {
	run(b, "none", func() {
		w := bufio.NewWriter(nowhere)
		w.Write(page[:1000])
		w.Flush()
	})
	pool := sync.Pool{New: func() any { return bufio.NewWriter(nil) }}
	run(b, "sync", func() {
		w := pool.Get().(*bufio.Writer)
		w.Reset(nowhere)
		w.Write(page[:1000])
		w.Flush()
		w.Reset(nil)
		pool.Put(w)
	})
	run(b, "rcpool", func() {
		ref := stdpool.BufioWriter(nowhere)
		w := ref.Value()
		w.Write(page[:1000])
		w.Flush()
		ref.Release()
	})
}

func BenchmarkStdpoolBufioReader(b *testing.B) {
	source := bytes.NewReader(nil)
	readLines := func(r *bufio.Reader) {
		for {
			if _, err := r.ReadSlice('\n'); err != nil {
				return
			}
		}
	}
	run(b, "none", func() {
		source.Reset(page[:1000])
		readLines(bufio.NewReader(source))
	})
	pool := sync.Pool{New: func() any { return bufio.NewReader(nil) }}
	run(b, "sync", func() {
		source.Reset(page[:1000])
		r := pool.Get().(*bufio.Reader)
		r.Reset(source)
		readLines(r)
		r.Reset(nil)
		pool.Put(r)
	})
	run(b, "rcpool", func() {
		source.Reset(page[:1000])
		r := stdpool.BufioReader(source)
		readLines(r.Value())
		r.Release()
	})
}

// compressor is what the compressors have in common.
type compressor interface {
	io.WriteCloser
	Reset(io.Writer)
}

func benchmarkCompressor[T any, P interface {
	*T
	io.WriteCloser
}](b *testing.B, fresh func() compressor, lease func(io.Writer) rcpool.Ref[T]) {
	run(b, "none", func() {
		w := fresh()
		w.Reset(nowhere)
		w.Write(page)
		w.Close()
	})
	pool := sync.Pool{New: func() any { return fresh() }}
	run(b, "sync", func() { // which keeps its target: to reset it once more takes 10 µs
		w := pool.Get().(compressor)
		w.Reset(nowhere)
		w.Write(page)
		w.Close()
		pool.Put(w)
	})
	run(b, "rcpool", func() {
		ref := lease(nowhere)
		w := P(ref.Value())
		w.Write(page)
		w.Close()
		ref.Release()
	})
}

func BenchmarkStdpoolGzipWriter(b *testing.B) {
	for _, level := range []struct {
		name  string
		level int
	}{{"1", 1}, {"6", 6}} {
		b.Run("level="+level.name, func(b *testing.B) {
			benchmarkCompressor(b,
				func() compressor { w, _ := gzip.NewWriterLevel(nil, level.level); return w },
				func(w io.Writer) rcpool.Ref[stdpool.Writer[*gzip.Writer]] { return stdpool.GzipWriter(w, level.level) })
		})
	}
}

func BenchmarkStdpoolFlateWriter(b *testing.B) {
	benchmarkCompressor(b,
		func() compressor { w, _ := flate.NewWriter(nil, 6); return w },
		func(w io.Writer) rcpool.Ref[stdpool.Writer[*flate.Writer]] { return stdpool.FlateWriter(w, 6) })
}

func BenchmarkStdpoolZlibWriter(b *testing.B) {
	benchmarkCompressor(b,
		func() compressor { w, _ := zlib.NewWriterLevel(nil, 6); return w },
		func(w io.Writer) rcpool.Ref[stdpool.Writer[*zlib.Writer]] { return stdpool.ZlibWriter(w, 6) })
}

// The compressors of github.com/klauspost/compress, through Resettable.

func newFastGzip() *fastgzip.Writer {
	w, err := fastgzip.NewWriterLevel(nil, 6)
	if err != nil {
		panic(err)
	}
	return w
}

func newZstd() *zstd.Encoder {
	w, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		panic(err)
	}
	return w
}

func BenchmarkStdpoolResettable(b *testing.B) {
	b.Run("type=klauspost/gzip", func(b *testing.B) {
		pool := stdpool.NewWriterPool("klauspost/gzip", newFastGzip)
		benchmarkCompressor(b, func() compressor { return newFastGzip() }, pool.Get)
	})
	b.Run("type=klauspost/zstd", func(b *testing.B) {
		pool := stdpool.NewWriterPool("klauspost/zstd", newZstd)
		benchmarkCompressor(b, func() compressor { return newZstd() }, pool.Get)
	})
}

func BenchmarkStdpoolGzipReader(b *testing.B) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write(page)
	w.Close()
	source := bytes.NewReader(nil)
	var body io.Reader = struct{ io.Reader }{source} // like that of a request, without ReadByte
	into := make([]byte, len(page))
	run(b, "none", func() {
		source.Reset(packed.Bytes())
		r, err := gzip.NewReader(body)
		if err != nil {
			b.Fatal(err)
		}
		io.ReadFull(r, into)
	})
	pool := sync.Pool{New: func() any { return new(gzip.Reader) }}
	run(b, "sync", func() {
		source.Reset(packed.Bytes())
		r := pool.Get().(*gzip.Reader)
		if err := r.Reset(body); err != nil {
			b.Fatal(err)
		}
		io.ReadFull(r, into)
		pool.Put(r)
	})
	run(b, "rcpool", func() {
		source.Reset(packed.Bytes())
		r, err := stdpool.GzipReader(body)
		if err != nil {
			b.Fatal(err)
		}
		io.ReadFull(r.Value(), into)
		r.Release()
	})
}

// An answer is a JSON document of some 700 bytes.
type answer struct {
	ID    int
	User  string
	Tags  []string
	Items []answerItem
}

type answerItem struct {
	SKU   string
	Count int
	Price float64
}

func (a *answer) Reset() { *a = answer{Tags: a.Tags[:0], Items: a.Items[:0]} }

var theAnswer = func() answer {
	a := answer{ID: 42, User: "somebody@example.com", Tags: []string{"new", "paid", "gift"}}
	for i := range 16 {
		a.Items = append(a.Items, answerItem{"SKU-0815", i, 9.99})
	}
	return a
}()

func BenchmarkStdpoolEncodeJSON(b *testing.B) {
	run(b, "none", func() {
		data, err := json.Marshal(&theAnswer)
		if err != nil {
			b.Fatal(err)
		}
		nowhere.Write(data)
	})
	pool := sync.Pool{New: func() any { return new(bytes.Buffer) }}
	run(b, "sync", func() {
		buffer := pool.Get().(*bytes.Buffer)
		if err := json.NewEncoder(buffer).Encode(&theAnswer); err != nil {
			b.Fatal(err)
		}
		nowhere.Write(buffer.Bytes())
		buffer.Reset()
		pool.Put(buffer)
	})
	run(b, "rcpool", func() {
		buffer, err := stdpool.EncodeJSON(&theAnswer)
		if err != nil {
			b.Fatal(err)
		}
		nowhere.Write(buffer.Value().Bytes())
		buffer.Release()
	})
}

func BenchmarkStdpoolDecodeJSON(b *testing.B) {
	data, _ := json.Marshal(&theAnswer)
	run(b, "none", func() {
		var a answer
		if err := json.Unmarshal(data, &a); err != nil {
			b.Fatal(err)
		}
	})
	pool := sync.Pool{New: func() any { return new(answer) }}
	run(b, "sync", func() { // which must drop the slices, or show what is beyond their length
		a := pool.Get().(*answer)
		if err := json.Unmarshal(data, a); err != nil {
			b.Fatal(err)
		}
		*a = answer{}
		pool.Put(a)
	})
	answers := rcpool.Pool[answer]{Name: "answers"}
	run(b, "rcpool", func() {
		a, err := stdpool.DecodeJSON(data, &answers)
		if err != nil {
			b.Fatal(err)
		}
		a.Release()
	})
}

func BenchmarkStdpoolHash(b *testing.B) {
	var sum [sha256.Size]byte
	run(b, "none", func() {
		h := crypto.SHA256.New()
		h.Write(page[:256])
		h.Sum(sum[:0])
	})
	pool := sync.Pool{New: func() any { return crypto.SHA256.New() }}
	run(b, "sync", func() {
		h := pool.Get().(hash.Hash)
		h.Write(page[:256])
		h.Sum(sum[:0])
		h.Reset()
		pool.Put(h)
	})
	run(b, "rcpool", func() {
		h := stdpool.Hash(crypto.SHA256)
		h.Value().Write(page[:256])
		h.Value().Sum(sum[:0])
		h.Release()
	})
}

func BenchmarkStdpoolTimer(b *testing.B) {
	run(b, "none", func() {
		t := time.NewTimer(time.Minute)
		t.Stop()
	})
	pool := sync.Pool{New: func() any { return time.NewTimer(time.Hour) }}
	run(b, "sync", func() {
		t := pool.Get().(*time.Timer)
		t.Reset(time.Minute)
		t.Stop()
		pool.Put(t)
	})
	run(b, "rcpool", func() { stdpool.Timer(time.Minute).Release() })
}

// The klauspost writers must work as the tests of stdpool ask of any.
func TestStdpool_KlauspostWriters(t *testing.T) {
	fast, encoders := stdpool.NewWriterPool("klauspost/gzip", newFastGzip), stdpool.NewWriterPool("klauspost/zstd", newZstd)
	for range 3 {
		for _, end := range []bool{false, true} {
			var g, z bytes.Buffer
			gz, zs := fast.Get(&g), encoders.Get(&z)
			for _, w := range []io.WriteCloser{gz.Value(), zs.Value()} {
				w.Write(page)
				if end {
					if err := w.Close(); err != nil {
						t.Fatal(err)
					}
				}
			}
			gz.Release()
			zs.Release()
			if !end {
				continue
			}
			fromGzip, err := fastgzip.NewReader(&g)
			if err != nil {
				t.Fatal(err)
			}
			fromZstd, err := zstd.NewReader(&z)
			if err != nil {
				t.Fatal(err)
			}
			for name, r := range map[string]io.Reader{"gzip": fromGzip, "zstd": fromZstd} {
				if got, err := io.ReadAll(r); !bytes.Equal(got, page) || err != nil {
					t.Errorf("%s: read %d bytes, %v", name, len(got), err)
				}
			}
			fromZstd.Close()
		}
	}
}
