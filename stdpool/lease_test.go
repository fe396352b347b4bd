package stdpool_test

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"crypto"
	_ "crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"weak"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/rctest"
	"github.com/rcpool/rcpool/stdpool"
)

const text = "the quick brown fox jumps over the lazy dog; the quick brown dog jumps over the lazy fox"

// A stream is a pooled writer, as the tests see it.
type stream interface {
	io.Writer
	Flush() error
}

// writers are all pools of writers. lease returns the object and a function that
// releases it.
var writers = []struct {
	pool  string
	lease func(*stdpool.Pools, io.Writer) (stream, func())
	read  func(io.Reader) (io.Reader, error) // reads what the writer writes
}{
	{"BufioWriter", func(p *stdpool.Pools, w io.Writer) (stream, func()) {
		ref := p.BufioWriter(w)
		return ref.Value(), ref.Release
	}, func(r io.Reader) (io.Reader, error) { return r, nil }},
	{"GzipWriter(6)", func(p *stdpool.Pools, w io.Writer) (stream, func()) {
		ref := p.GzipWriter(w, gzip.DefaultCompression)
		return ref.Value(), ref.Release
	}, func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }},
	{"FlateWriter(1)", func(p *stdpool.Pools, w io.Writer) (stream, func()) {
		ref := p.FlateWriter(w, flate.BestSpeed)
		return ref.Value(), ref.Release
	}, func(r io.Reader) (io.Reader, error) { return flate.NewReader(r), nil }},
	{"ZlibWriter(-2)", func(p *stdpool.Pools, w io.Writer) (stream, func()) {
		ref := p.ZlibWriter(w, zlib.HuffmanOnly)
		return ref.Value(), ref.Release
	}, func(r io.Reader) (io.Reader, error) { return zlib.NewReader(r) }},
}

// end closes s, or flushes it if it has no Close.
func end(s stream) error {
	if c, ok := s.(io.Closer); ok {
		return c.Close()
	}
	return s.Flush()
}

// readers are all pools of decompressing or buffering readers.
var readers = []struct {
	pool  string
	lease func(*stdpool.Pools, io.Reader) (io.Reader, func(), error)
	read  func(testing.TB, *stdpool.Pools, io.Reader) // reads data in one lease
	data  []byte                                      // decodes to text
}{
	{"BufioReader", func(p *stdpool.Pools, r io.Reader) (io.Reader, func(), error) {
		ref := p.BufioReader(r)
		return ref.Value(), ref.Release, nil
	}, func(t testing.TB, p *stdpool.Pools, from io.Reader) {
		readText(t, p, p.BufioReader(from), nil)
	}, []byte(text)},
	{"GzipReader", func(p *stdpool.Pools, r io.Reader) (io.Reader, func(), error) {
		ref, err := p.GzipReader(r)
		if err != nil {
			return nil, nil, err
		}
		return ref.Value(), ref.Release, nil
	}, func(t testing.TB, p *stdpool.Pools, from io.Reader) {
		ref, err := p.GzipReader(from)
		readText(t, p, ref, err)
	}, written(func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) })},
	{"FlateReader", func(p *stdpool.Pools, r io.Reader) (io.Reader, func(), error) {
		ref, err := p.FlateReader(r)
		if err != nil {
			return nil, nil, err
		}
		return ref.Value(), ref.Release, nil
	}, func(t testing.TB, p *stdpool.Pools, from io.Reader) {
		ref, err := p.FlateReader(from)
		readText(t, p, ref, err)
	}, written(func(w io.Writer) io.WriteCloser { f, _ := flate.NewWriter(w, 6); return f })},
	{"ZlibReader", func(p *stdpool.Pools, r io.Reader) (io.Reader, func(), error) {
		ref, err := p.ZlibReader(r)
		if err != nil {
			return nil, nil, err
		}
		return ref.Value(), ref.Release, nil
	}, func(t testing.TB, p *stdpool.Pools, from io.Reader) {
		ref, err := p.ZlibReader(from)
		readText(t, p, ref, err)
	}, written(func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) })},
}

func written(to func(io.Writer) io.WriteCloser) []byte {
	var b bytes.Buffer
	w := to(&b)
	io.WriteString(w, text)
	w.Close()
	return b.Bytes()
}

// onlyReader hides that a reader is an io.ByteReader.
type onlyReader struct{ io.Reader }

// A use is one correct lease of a pool.
type use struct {
	pool string
	run  func(t testing.TB, p *stdpool.Pools)
}

// uses has a use of each pool.
func uses() []use {
	all := []use{
		{"Buffer", func(t testing.TB, p *stdpool.Pools) {
			ref := p.Buffer()
			defer ref.Release()
			if ref.Value().Len() != 0 {
				t.Errorf("leased a buffer that holds %q", ref.Value())
			}
			ref.Value().WriteString(text)
		}},
		{"EncodeJSON", func(t testing.TB, p *stdpool.Pools) {
			ref, err := p.EncodeJSON(&anItem)
			if err != nil {
				t.Fatal(err)
			}
			defer ref.Release()
			if got := ref.Value().Bytes(); !bytes.Equal(got, itemJSON) {
				t.Errorf("encoded %s", got)
			}
		}},
		{"Hash(SHA-256)", func(t testing.TB, p *stdpool.Pools) {
			ref := p.Hash(crypto.SHA256)
			defer ref.Release()
			ref.Value().Write(abc)
			sum := p.Bytes(32)
			defer sum.Release()
			if got := ref.Value().Sum(sum.Value()[:0]); !bytes.Equal(got, abcSum) {
				t.Errorf("the hash is %x", got)
			}
		}},
		{"Timer", func(t testing.TB, p *stdpool.Pools) {
			ref := p.Timer(0)
			defer ref.Release()
			<-ref.Value().C
		}},
		{"Bytes(112)", func(t testing.TB, p *stdpool.Pools) {
			b := p.Bytes(100)
			defer b.Release()
			if !bytes.Equal(b.Value(), zeros[:100]) {
				t.Errorf("leased % x", b.Value())
			}
			copy(b.Value(), text)
			part := b.Slice(4, 9)
			defer part.Release()
			if string(part.Value()) != "quick" {
				t.Errorf("the part is %q", part.Value())
			}
		}},
	}
	all = append(all,
		use{"BufioWriter", func(t testing.TB, p *stdpool.Pools) { writeText(t, p.BufioWriter(io.Discard)) }},
		use{"GzipWriter(6)", func(t testing.TB, p *stdpool.Pools) { writeText(t, p.GzipWriter(io.Discard, 6)) }},
		use{"FlateWriter(1)", func(t testing.TB, p *stdpool.Pools) { writeText(t, p.FlateWriter(io.Discard, 1)) }},
		use{"ZlibWriter(-2)", func(t testing.TB, p *stdpool.Pools) { writeText(t, p.ZlibWriter(io.Discard, -2)) }},
	)
	for _, r := range readers {
		source := bytes.NewReader(nil)
		var hidden io.Reader = onlyReader{source}
		all = append(all,
			use{r.pool, func(t testing.TB, p *stdpool.Pools) {
				source.Reset(r.data)
				r.read(t, p, source)
			}},
			use{r.pool + "/without ReadByte", func(t testing.TB, p *stdpool.Pools) {
				source.Reset(r.data)
				r.read(t, p, hidden)
			}},
		)
	}
	return all
}

func writeText[T any, P interface {
	*T
	stream
}](t testing.TB, ref rcpool.Ref[T]) {
	defer ref.Release()
	w := P(ref.Value())
	w.Write(textBytes)
	if err := end(w); err != nil {
		t.Error(err)
	}
}

func readText[T any, P interface {
	*T
	io.Reader
}](t testing.TB, p *stdpool.Pools, ref rcpool.Ref[T], err error) {
	if err != nil {
		t.Fatal(err)
	}
	defer ref.Release()
	buffer := p.Bytes(len(text))
	defer buffer.Release()
	if _, err := io.ReadFull(P(ref.Value()), buffer.Value()); err != nil || !bytes.Equal(buffer.Value(), textBytes) {
		t.Errorf("read %q, %v", buffer.Value(), err)
	}
}

var (
	textBytes = []byte(text)
	zeros     [1 << 12]byte
	abc       = []byte("abc")
	abcSum, _ = hex.DecodeString("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")

	anItem      = item{"a", 1, []string{"x", "y"}}
	itemJSON, _ = json.Marshal(&anItem)
)

func TestLeases_AreCountedUnderTheirNames(t *testing.T) {
	p := stdpool.Pools{Name: "counted"}
	for _, u := range uses() {
		u.run(t, &p)
	}
	stats := map[string]rcpool.Stats{}
	for _, s := range rcpool.AllStats() {
		stats[s.Name] = s
	}
	for _, u := range uses() {
		name, _, _ := strings.Cut("counted."+u.pool, "/")
		if s := stats[name]; s.Gets == 0 || s.Releases != s.Gets || s.InUse != 0 {
			t.Errorf("stats of %s: %+v", name, s)
		}
	}
}

func TestLeases_DoNotAllocate(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector allocates")
	}
	rctest.Deterministic(t) // a garbage collection would empty the pools
	for _, u := range uses() {
		t.Run(u.pool, func(t *testing.T) {
			want := 0.0
			if strings.HasPrefix(u.pool, "ZlibReader") {
				want = 2 // each reset of zlib allocates a new checksum of 4 bytes
			}
			var p stdpool.Pools
			if got := testing.AllocsPerRun(100, func() { u.run(t, &p) }); got > want {
				t.Errorf("%v allocations, want %v", got, want)
			}
		})
	}
}

// Checked leases report no dirty reset, no late write, no panic in a reset, and no
// leak.
func TestLeases_Checked(t *testing.T) {
	checked(t)
	rctest.NoLeaks(t)
	var p stdpool.Pools
	for range 20 {
		for _, u := range uses() {
			u.run(t, &p)
		}
	}
	for range 3 {
		runtime.GC() // runs the cleanups that look for late writes
	}
}

func TestLeases_Concurrent(t *testing.T) {
	for name, setup := range map[string]func(*testing.T){"unchecked": func(*testing.T) {}, "checked": checked} {
		t.Run(name, func(t *testing.T) {
			setup(t)
			var (
				p  stdpool.Pools
				wg sync.WaitGroup
			)
			for range 8 {
				wg.Add(1)
				go func() {
					defer wg.Done()
					for range 10 {
						for _, u := range uses() {
							u.run(t, &p)
						}
					}
				}()
			}
			wg.Wait()
		})
	}
}

// A sink is a target that can fail. Its error refers to it.
type sink struct {
	bytes.Buffer
	fails, panics bool
}

type sinkError struct{ of *sink }

func (e sinkError) Error() string { return "the sink is full" }

func (s *sink) Write(p []byte) (int, error) {
	switch {
	case s.panics:
		panic("the sink is broken")
	case s.fails:
		return 0, sinkError{s}
	}
	return s.Buffer.Write(p)
}

// endings are what an owner can do before the release, and how it can fail.
var endings = []struct {
	name string
	sink sink
	end  func(*testing.T, stream)
}{
	{"ended", sink{}, func(t *testing.T, s stream) {
		if err := end(s); err != nil {
			t.Error(err)
		}
	}},
	{"not ended", sink{}, func(*testing.T, stream) {}},
	{"only flushed", sink{}, func(t *testing.T, s stream) {
		if err := s.Flush(); err != nil {
			t.Error(err)
		}
	}},
	{"failed", sink{fails: true}, func(t *testing.T, s stream) {
		if err := end(s); !errors.As(err, new(sinkError)) {
			t.Errorf("the error of the target is lost: %v", err)
		}
	}},
	{"panicked", sink{panics: true}, func(t *testing.T, s stream) {
		if panics(func() { end(s) }) == nil {
			t.Error("the panic of the target is lost")
		}
	}},
}

func TestWriters_NextOwnerGetsANewStream(t *testing.T) {
	for _, w := range writers {
		for _, ending := range endings {
			t.Run(w.pool+"/"+ending.name, func(t *testing.T) {
				rctest.Deterministic(t)
				var p stdpool.Pools
				first := sink{fails: ending.sink.fails, panics: ending.sink.panics}
				s, release := w.lease(&p, &first)
				panics(func() { s.Write([]byte("of the first owner")) }) // writes the header at once
				ending.end(t, s)
				release()
				received := first.Len()

				var second bytes.Buffer
				s2, release := w.lease(&p, &second)
				if s2 != s {
					t.Fatal("got another object, so nothing is tested")
				}
				s2.Write([]byte("of the second owner"))
				if err := end(s2); err != nil {
					t.Error(err)
				}
				release()

				r, err := w.read(&second)
				if err != nil {
					t.Fatal(err)
				}
				if got, err := io.ReadAll(r); string(got) != "of the second owner" || err != nil {
					t.Errorf("the second owner wrote %q, %v", got, err)
				}
				if first.Len() != received {
					t.Error("the first target received bytes after the release")
				}
			})
		}
	}
}

// A pooled writer does not keep its last target alive.
func TestWriters_DropTheTarget(t *testing.T) {
	for _, w := range writers {
		for _, ending := range endings {
			t.Run(w.pool+"/"+ending.name, func(t *testing.T) {
				rctest.Deterministic(t)
				var p stdpool.Pools
				target := &sink{fails: ending.sink.fails, panics: ending.sink.panics}
				s, release := w.lease(&p, target)
				panics(func() { s.Write(textBytes) })
				ending.end(t, s)
				release()
				wantCollected(t, weak.Make(target))
				runtime.KeepAlive(s)
			})
		}
	}
}

// A source is a reader that the garbage collector can free on its own.
type source struct {
	io.Reader
	_ [64]byte // too large for the tiny allocator, which frees objects in groups
}

func TestReaders_DropTheSource(t *testing.T) {
	for _, r := range readers {
		for name, from := range map[string]func(*source) io.Reader{
			"a ByteReader": func(s *source) io.Reader {
				return struct {
					*source
					io.ByteReader
				}{s, s.Reader.(io.ByteReader)}
			},
			"a Reader": func(s *source) io.Reader { return s },
		} {
			for _, n := range []int64{0, 5, 1000} {
				t.Run(fmt.Sprintf("%s/%s/read %d", r.pool, name, n), func(t *testing.T) {
					rctest.Deterministic(t)
					var p stdpool.Pools
					s := &source{Reader: bytes.NewReader(r.data)}
					got, release, err := r.lease(&p, from(s))
					if err != nil {
						t.Fatal(err)
					}
					io.CopyN(io.Discard, got, n)
					release()
					wantCollected(t, weak.Make(s))
					runtime.KeepAlive(got)
				})
			}
		}
	}
}

func wantCollected[T any](t *testing.T, w weak.Pointer[T]) {
	t.Helper()
	for range 5 {
		runtime.GC()
		if w.Value() == nil {
			return
		}
	}
	t.Error("the idle object keeps it alive")
}

// The header of a gzip stream has data of the user too.
func TestGzipWriter_DropsTheHeader(t *testing.T) {
	rctest.Deterministic(t)
	var p stdpool.Pools
	extra := make([]byte, 1000)
	ref := p.GzipWriter(io.Discard, 1)
	gz := ref.Value()
	gz.Stream.Name, gz.Stream.Extra = "name", extra
	gz.Write(textBytes)
	gz.Close()
	ref.Release()
	//rcpool:ignore look at what the reset leaves
	if h := gz.Stream.Header; h.Name != "" || h.Extra != nil {
		t.Errorf("the header is %+v", h)
	}
	wantCollected(t, weak.Make(&extra[0]))
	runtime.KeepAlive(gz)
}

// For example, a deferred Close that runs after the Release.
func TestWriters_StaleUse(t *testing.T) {
	for _, w := range writers {
		t.Run(w.pool, func(t *testing.T) {
			rctest.Deterministic(t)
			p := stdpool.Pools{Name: "stale"}
			var first, second bytes.Buffer
			s, release := w.lease(&p, &first)
			s.Write(textBytes)
			release()
			wantMisuse(t, rcpool.UseAfterRelease, "stale."+w.pool, func() {
				s.Write(bytes.Repeat([]byte("x"), 5000)) // more than the buffer of a bufio.Writer
				end(s)
			})
			wantMisuse(t, rcpool.DoubleRelease, "stale."+w.pool, release)

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

func TestReaders_StaleUse(t *testing.T) {
	for _, r := range readers {
		t.Run(r.pool, func(t *testing.T) {
			rctest.Deterministic(t)
			p := stdpool.Pools{Name: "stale"}
			got, release, err := r.lease(&p, bytes.NewReader(r.data))
			if err != nil {
				t.Fatal(err)
			}
			release()
			wantMisuse(t, rcpool.UseAfterRelease, "stale."+r.pool, func() { got.Read(make([]byte, 10)) })
			wantMisuse(t, rcpool.DoubleRelease, "stale."+r.pool, release)
		})
	}
}

// A bad header leases nothing and leaves the object usable.
func TestReaders_BadHeader(t *testing.T) {
	for _, r := range readers {
		if !slices.Contains([]string{"GzipReader", "ZlibReader"}, r.pool) {
			continue // has none
		}
		t.Run(r.pool, func(t *testing.T) {
			rctest.NoLeaks(t)
			p := stdpool.Pools{Name: "bad header"}
			for range 10 {
				for _, bad := range []string{"", "\x1f", "no header at all"} {
					if _, _, err := r.lease(&p, strings.NewReader(bad)); err == nil {
						t.Fatalf("%q is accepted as a header", bad)
					}
					if _, _, err := r.lease(&p, onlyReader{strings.NewReader(bad)}); err == nil {
						t.Fatalf("%q is accepted as a header", bad)
					}
				}
				if panics(func() { r.lease(&p, onlyReader{}) }) == nil {
					t.Fatal("the panic of the source is lost")
				}
				got, release, err := r.lease(&p, bytes.NewReader(r.data))
				if err != nil {
					t.Fatal(err)
				}
				if b, err := io.ReadAll(got); string(b) != text || err != nil {
					t.Errorf("read %q, %v", b, err)
				}
				release()
			}
		})
	}
}

func TestWriter_ResetBindsToAnotherTarget(t *testing.T) {
	var p stdpool.Pools
	var first, second bytes.Buffer
	ref := p.FlateWriter(&first, 1)
	defer ref.Release()
	ref.Value().Write([]byte("discarded"))
	ref.Value().Reset(&second)
	ref.Value().Write(textBytes)
	if err := ref.Value().Close(); err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(flate.NewReader(&second)); string(got) != text || err != nil || first.Len() > 0 {
		t.Errorf("wrote %q, %v; and %d bytes to the first target", got, err, first.Len())
	}
}

func TestWriters_NilTarget(t *testing.T) {
	p := stdpool.Pools{Name: "nil target"}
	for range 2 {
		if got := panics(func() { p.GzipWriter(nil, 1) }); got != "nil target.GzipWriter(1): the target is nil" {
			t.Errorf("panicked with %v", got)
		}
	}
	if s := statsOf("nil target.GzipWriter(1)"); s.InUse != 0 {
		t.Errorf("%+v", s)
	}
}

func TestCompressors_AllLevels(t *testing.T) {
	var p stdpool.Pools
	for level := flate.HuffmanOnly; level <= flate.BestCompression; level++ {
		for range 3 { // new and reused
			var g, f, z bytes.Buffer
			gz, fl, zl := p.GzipWriter(&g, level), p.FlateWriter(&f, level), p.ZlibWriter(&z, level)
			for _, w := range []io.WriteCloser{gz.Value(), fl.Value(), zl.Value()} {
				w.Write(textBytes)
				if err := w.Close(); err != nil {
					t.Fatal(err)
				}
			}
			gz.Release()
			fl.Release()
			zl.Release()

			want := new(bytes.Buffer)
			w, _ := gzip.NewWriterLevel(want, level)
			w.Write(textBytes)
			w.Close()
			if !bytes.Equal(g.Bytes(), want.Bytes()) {
				t.Errorf("level %d: the output differs from that of a new gzip.Writer", level)
			}
			zr, err := zlib.NewReader(&z)
			if err != nil {
				t.Fatal(err)
			}
			for name, r := range map[string]io.Reader{"flate": flate.NewReader(&f), "zlib": zr} {
				if got, err := io.ReadAll(r); string(got) != text || err != nil {
					t.Errorf("%s level %d: read %q, %v", name, level, got, err)
				}
			}
		}
	}
}

func TestCompressors_NoSuchLevel(t *testing.T) {
	var p stdpool.Pools
	for _, level := range []int{-3, 10, 1 << 30} {
		for name, lease := range map[string]func(){
			"GzipWriter":  func() { p.GzipWriter(io.Discard, level) },  //rcpool:ignore it panics
			"FlateWriter": func() { p.FlateWriter(io.Discard, level) }, //rcpool:ignore it panics
			"ZlibWriter":  func() { p.ZlibWriter(io.Discard, level) },  //rcpool:ignore it panics
		} {
			want := fmt.Sprintf("stdpool.%s: compression level %d does not exist", name, level)
			if got := panics(lease); !strings.HasPrefix(fmt.Sprint(got), want) {
				t.Errorf("%s of level %d panics with %v", name, level, got)
			}
		}
	}
}

// A rot13 is a WriteResetter of another package. It does not accept writes after
// a reset to nil.
type rot13 struct {
	to     io.Writer
	resets int
}

func (r *rot13) Write(p []byte) (int, error) {
	q := bytes.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' {
			return 'a' + (c-'a'+13)%26
		}
		return c
	}, p)
	return r.to.Write(q)
}
func (r *rot13) Flush() error       { return nil }
func (r *rot13) Close() error       { _, err := r.to.Write([]byte{'.'}); return err }
func (r *rot13) Reset(to io.Writer) { r.to = to; r.resets++ }

func TestWriterPool(t *testing.T) {
	rctest.Deterministic(t)
	pool := stdpool.NewWriterPool("rot13", func() *rot13 { return new(rot13) })
	var b bytes.Buffer
	for i := range 3 {
		ref := pool.Get(&b)
		ref.Value().Write([]byte("uryyb"))
		if err := ref.Value().Close(); err != nil {
			t.Fatal(err)
		}
		if got := ref.Value().Stream.resets; got != i+1 {
			t.Errorf("reset %d times in %d leases", got, i+1)
		}
		ref.Release()
	}
	if b.String() != "hello.hello.hello." {
		t.Errorf("wrote %q", b.String())
	}
	ref := pool.Get(&b)
	stream := ref.Value().Stream
	ref.Release()
	if stream.to != nil {
		t.Error("the writer was neither closed nor reset")
	}
	if s := pool.Stats(); s.Name != "rot13" || s.Gets != 4 || s.News != 1 {
		t.Errorf("%+v", s)
	}
}

func TestBuffer_LargeIsNotKept(t *testing.T) {
	p := stdpool.Pools{Name: "large", MaxBuffer: 1000}
	for range 3 {
		ref := p.Buffer()
		ref.Value().Write(make([]byte, 2000))
		ref.Release()
		ref = p.Buffer()
		if ref.Value().Cap() > 1000 {
			t.Error("leased a buffer beyond MaxBuffer")
		}
		ref.Value().WriteString("small")
		ref.Release()
	}
	if s := statsOf("large.Buffer"); s.RetiredBy.Keep != 3 {
		t.Errorf("%+v", s)
	}
}

func statsOf(pool string) rcpool.Stats {
	for _, s := range rcpool.AllStats() {
		if s.Name == pool {
			return s
		}
	}
	return rcpool.Stats{}
}

func TestBuffer_Resets(t *testing.T) {
	rctest.Resets(t, &rcpool.Pool[bytes.Buffer]{Name: "as stdpool.Buffer"})
}

func TestBufio_Size(t *testing.T) {
	for _, size := range []int{0, 100, 1 << 16} {
		p := stdpool.Pools{BufioSize: size}
		r, w := p.BufioReader(nil), p.BufioWriter(nil)
		if size == 0 {
			size = 4096
		}
		if r.Value().Size() != size || w.Value().Size() != size {
			t.Errorf("sizes %d and %d, want %d", r.Value().Size(), w.Value().Size(), size)
		}
		r.Release()
		w.Release()
	}
}

func TestHash_NotAvailable(t *testing.T) {
	for _, algorithm := range []crypto.Hash{0, crypto.RIPEMD160, 31, 32, 1 << 20} {
		//rcpool:ignore it panics
		if got := fmt.Sprint(panics(func() { stdpool.Hash(algorithm) })); !strings.HasPrefix(got, "stdpool: Hash: ") {
			t.Errorf("%v panics with %q", algorithm, got)
		}
	}
}

func TestHasher_Resets(t *testing.T) {
	rctest.Deterministic(t)
	pool := rcpool.Pool[stdpool.Hasher]{New: func() *stdpool.Hasher { return &stdpool.Hasher{Hash: crypto.SHA256.New()} }}
	for _, s := range []string{"something else", "abc"} {
		ref := pool.Get()
		io.WriteString(ref.Value(), s)
		if sum := ref.Value().Sum(nil); s == "abc" && !bytes.Equal(sum, abcSum) {
			t.Errorf("the hash is %x", sum)
		}
		ref.Release()
	}
}

// A timer that has fired, or is about to fire, when it is released does not tick
// for the next owner.
func TestTimer_NoOldTicks(t *testing.T) {
	rctest.Deterministic(t)
	var p stdpool.Pools
	for i := range 1000 {
		ref := p.Timer(time.Duration(i % 3)) // ns
		if i%2 == 0 {
			time.Sleep(time.Microsecond)
		}
		ref.Release()
		ref = p.Timer(time.Hour)
		select {
		case <-ref.Value().C:
			t.Fatal("received a tick of the last owner")
		default:
		}
		ref.Release()
	}
}

func TestDefault_CanBeReplaced(t *testing.T) {
	before, old := stdpool.Default(), stdpool.Buffer()
	restore := stdpool.SetDefault(&stdpool.Pools{Name: "replaced"})
	stdpool.Buffer().Release()
	old.Release()
	restore()
	restore()
	if stdpool.Default() != before {
		t.Error("the default is not put back")
	}
	if s := statsOf("replaced.Buffer"); s.Gets != 1 || s.Releases != 1 {
		t.Errorf("%+v", s)
	}
}
