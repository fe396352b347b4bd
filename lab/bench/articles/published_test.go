package articles_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"sync"
	"testing"

	"github.com/rcpool/rcpool"
)

// BenchmarkPublished has the shape in which the article of 2019 measured, with
// its faults. See the comment on this package before you believe a figure.
func BenchmarkPublished(b *testing.B) {
	b.Run("work=encode", func(b *testing.B) {
		encode := func(buffer *bytes.Buffer) {
			_ = json.NewEncoder(buffer).Encode(&theDocument)
			_, _ = io.Copy(io.Discard, buffer)
		}
		measure(b, "none", func() { encode(new(bytes.Buffer)) })
		bySync := sync.Pool{New: func() any { return new(bytes.Buffer) }}
		measure(b, "sync", func() {
			buffer := bySync.Get().(*bytes.Buffer)
			encode(buffer)
			buffer.Reset()
			bySync.Put(buffer)
		})
		var byRef rcpool.Pool[bytes.Buffer]
		measure(b, "rcpool", func() {
			ref := byRef.Get()
			encode(ref.Value())
			ref.Release()
		})
	})
	b.Run("work=bufio", func(b *testing.B) {
		fresh := func() *bufio.Writer { return bufio.NewWriter(io.Discard) }
		write := func(w *bufio.Writer) { _, _ = io.Copy(w, bytes.NewReader(sentence)) }
		measure(b, "none", func() { write(fresh()) })
		bySync := sync.Pool{New: func() any { return fresh() }}
		measure(b, "sync", func() {
			w := bySync.Get().(*bufio.Writer)
			write(w)
			_ = w.Flush()
			bySync.Put(w)
		})
		byRef := rcpool.Pool[bufio.Writer]{New: fresh, Reset: func(w *bufio.Writer) { _ = w.Flush() }}
		measure(b, "rcpool", func() {
			ref := byRef.Get()
			write(ref.Value())
			ref.Release()
		})
	})
	b.Run("work=decode", func(b *testing.B) {
		decode := func(d *document) { _ = json.NewDecoder(bytes.NewReader(theJSON)).Decode(d) }
		measure(b, "none", func() { decode(new(document)) })
		bySync := sync.Pool{New: func() any { return new(document) }}
		measure(b, "sync", func() {
			d := bySync.Get().(*document)
			decode(d)
			bySync.Put(d)
		})
		byRef := rcpool.Pool[document]{Reset: func(*document) {}}
		measure(b, "rcpool", func() {
			ref := byRef.Get()
			decode(ref.Value())
			ref.Release()
		})
	})
	b.Run("work=gzip", func(b *testing.B) {
		fresh := func() *gzip.Writer { return gzip.NewWriter(io.Discard) }
		write := func(w *gzip.Writer) { _, _ = io.Copy(w, bytes.NewReader(sentence)) }
		measure(b, "none", func() { write(fresh()) })
		bySync := sync.Pool{New: func() any { return fresh() }}
		measure(b, "sync", func() {
			w := bySync.Get().(*gzip.Writer)
			write(w)
			_ = w.Flush()
			bySync.Put(w)
		})
		byRef := rcpool.Pool[gzip.Writer]{New: fresh, Reset: func(w *gzip.Writer) { _ = w.Flush() }}
		measure(b, "rcpool", func() {
			ref := byRef.Get()
			write(ref.Value())
			ref.Release()
		})
	})
}

// measure measures f, and what it allocates.
func measure(b *testing.B, pool string, f func()) {
	b.Run("pool="+pool, func(b *testing.B) {
		f()
		b.ReportAllocs()
		for b.Loop() {
			f()
		}
	})
}
