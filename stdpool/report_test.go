package stdpool_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rctest"
	"github.com/rcpool/rcpool/stdpool"
)

// reportOnly has misuses only reported during the test.
func reportOnly(t *testing.T) {
	t.Helper()
	rcpool.ForgetReports()
	t.Cleanup(rcpool.ForgetReports)
	t.Cleanup(rcpool.SetPanicOnMisuse(false))
}

// wantReports fails the test unless something was reported.
func wantReports(t *testing.T) {
	t.Helper()
	if len(rcpool.Reports()) == 0 {
		t.Error("nothing is reported")
	}
	rcpool.ForgetReports()
}

func TestWriters_ReportOnly(t *testing.T) {
	for _, w := range writers {
		t.Run(w.pool, func(t *testing.T) {
			rctest.Deterministic(t)
			reportOnly(t)
			p := stdpool.Pools{Name: "stale"}
			var first, second bytes.Buffer
			s, release := w.lease(&p, &first)
			s.Write(textBytes)
			release()
			s.Write(bytes.Repeat([]byte("x"), 5000))
			end(s)
			wantReports(t)
			release()
			wantReports(t)

			s, release = w.lease(&p, &second)
			s.Write(textBytes)
			if err := end(s); err != nil {
				t.Error(err)
			}
			release()
			r, err := w.read(&second)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := io.ReadAll(r); string(got) != text || err != nil {
				t.Errorf("the next owner wrote %q, %v", got, err)
			}
		})
	}
}

func TestReaders_ReportOnly(t *testing.T) {
	for _, r := range readers {
		t.Run(r.pool, func(t *testing.T) {
			rctest.Deterministic(t)
			reportOnly(t)
			p := stdpool.Pools{Name: "stale"}
			got, release, err := r.lease(&p, bytes.NewReader(r.data))
			if err != nil {
				t.Fatal(err)
			}
			release()
			if n, err := got.Read(make([]byte, 10)); n != 0 || err == nil {
				t.Errorf("a stale read gives %d bytes, %v", n, err)
			}
			wantReports(t)
			release()
			wantReports(t)
		})
	}
}

// A stale or zero reference to bytes reads and writes nothing of others.
func TestBytes_ReportOnly(t *testing.T) {
	p := stdpool.Pools{Name: "stale"}
	stale := func() stdpool.ByteRef {
		b := p.Bytes(20)
		copy(b.Value(), "the last owner's")
		copied := b
		b.Release()
		return copied
	}
	zero := func() stdpool.ByteRef { return stdpool.ByteRef{} }
	for name, get := range map[string]func() stdpool.ByteRef{"stale": stale, "zero": zero} {
		for use, f := range map[string]func(b *stdpool.ByteRef) []byte{
			"Value":  func(b *stdpool.ByteRef) []byte { return b.Value() },
			"Retain": func(b *stdpool.ByteRef) []byte { c := b.Retain(); defer c.Drop(); return bytes.Clone(c.Value()) },
			"Append": func(b *stdpool.ByteRef) []byte {
				b.Append([]byte("more")...)
				defer b.Release()
				return bytes.Clone(b.Value())
			},
			"WriteString": func(b *stdpool.ByteRef) []byte { b.WriteString("more"); return b.Value() },
			"Grow":        func(b *stdpool.ByteRef) []byte { b.Grow(1000); return b.Value() },
			"ReadFrom":    func(b *stdpool.ByteRef) []byte { b.ReadFrom(strings.NewReader("more")); return b.Value() },
			"Detach":      func(b *stdpool.ByteRef) []byte { return b.Detach() },
			"Release":     func(b *stdpool.ByteRef) []byte { b.Release(); return nil },
		} {
			t.Run(name+" "+use, func(t *testing.T) {
				reportOnly(t)
				b := get()
				owner := p.Bytes(20)
				defer owner.Release()
				copy(owner.Value(), "the owner's")
				got := f(&b)
				wantReports(t)
				if bytes.Contains(got, []byte("owner")) {
					t.Errorf("reads %q", got)
				}
				for i := range got {
					got[i] = 'x'
				}
				if !bytes.HasPrefix(owner.Value(), []byte("the owner's")) {
					t.Errorf("the owner reads %q", owner.Value())
				}
			})
		}
	}
}
