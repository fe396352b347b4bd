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
	"github.com/rcpool/rcpool/stdpool"
)

// A document is what is encoded and decoded: of the size that the article had.
type document struct {
	Data string `json:"data"`
	Key  string `json:"key"`
}

var (
	sentence    = []byte("What is pooled is used again, so that it need not be allocated again, in a way.")
	theDocument = document{Data: string(sentence), Key: "pools"}
	theJSON, _  = json.Marshal(&theDocument)
)

const limit = 64 << 10 // bytes of a buffer that is kept

// A job is one of the four works, done without a pool, with a sync.Pool by
// hand, and with stdpool. Each writes the same to where it is told to.
type job struct {
	work               string
	none, sync, rcpool func(to io.Writer) error
}

func jobs() []job { return []job{encodeJob(), bufioJob(), decodeJob(), gzipJob()} }

func encodeJob() job {
	pool := sync.Pool{New: func() any { return new(bytes.Buffer) }}
	return job{
		work: "encode",
		none: func(to io.Writer) error {
			var buffer bytes.Buffer
			if err := json.NewEncoder(&buffer).Encode(&theDocument); err != nil {
				return err
			}
			_, err := to.Write(bytes.TrimSuffix(buffer.Bytes(), []byte("\n")))
			return err
		},
		sync: func(to io.Writer) error {
			buffer := pool.Get().(*bytes.Buffer)
			defer func() {
				if buffer.Cap() <= limit {
					buffer.Reset()
					pool.Put(buffer)
				}
			}()
			if err := json.NewEncoder(buffer).Encode(&theDocument); err != nil {
				return err
			}
			_, err := to.Write(bytes.TrimSuffix(buffer.Bytes(), []byte("\n")))
			return err
		},
		rcpool: func(to io.Writer) error {
			buffer, err := stdpool.EncodeJSON(&theDocument)
			if err != nil {
				return err
			}
			defer buffer.Release()
			_, err = to.Write(buffer.Value().Bytes())
			return err
		},
	}
}

func bufioJob() job {
	write := func(w *bufio.Writer) error {
		if _, err := w.Write(sentence); err != nil {
			return err
		}
		return w.Flush()
	}
	pool := sync.Pool{New: func() any { return bufio.NewWriter(nil) }}
	return job{
		work: "bufio",
		none: func(to io.Writer) error { return write(bufio.NewWriter(to)) },
		sync: func(to io.Writer) error {
			w := pool.Get().(*bufio.Writer)
			defer pool.Put(w)
			defer w.Reset(nil)
			w.Reset(to)
			return write(w)
		},
		rcpool: func(to io.Writer) error {
			w := stdpool.BufioWriter(to)
			defer w.Release()
			return write(w.Value())
		},
	}
}

func decodeJob() job {
	decode := func(d *document, to io.Writer) error {
		if err := json.Unmarshal(theJSON, d); err != nil {
			return err
		}
		_, err := io.WriteString(to, d.Key)
		return err
	}
	pool := sync.Pool{New: func() any { return new(document) }}
	var documents rcpool.Pool[document]
	return job{
		work: "decode",
		none: func(to io.Writer) error { return decode(new(document), to) },
		sync: func(to io.Writer) error {
			d := pool.Get().(*document)
			defer func() {
				*d = document{}
				pool.Put(d)
			}()
			return decode(d, to)
		},
		rcpool: func(to io.Writer) error {
			d, err := stdpool.DecodeJSON(theJSON, &documents)
			if err != nil {
				return err
			}
			defer d.Release()
			_, err = io.WriteString(to, d.Value().Key)
			return err
		},
	}
}

func gzipJob() job {
	write := func(w io.WriteCloser) error {
		if _, err := w.Write(sentence); err != nil {
			return err
		}
		return w.Close()
	}
	pool := sync.Pool{New: func() any { return gzip.NewWriter(nil) }}
	return job{
		work: "gzip",
		none: func(to io.Writer) error { return write(gzip.NewWriter(to)) },
		sync: func(to io.Writer) error { // keeps its target when idle: to reset it once more would double the cost
			w := pool.Get().(*gzip.Writer)
			defer pool.Put(w)
			w.Reset(to)
			return write(w)
		},
		rcpool: func(to io.Writer) error {
			w := stdpool.GzipWriter(to, gzip.DefaultCompression)
			defer w.Release()
			return write(w.Value())
		},
	}
}

// target hides the methods of io.Discard that a writer could take a short cut by.
type target struct{}

func (target) Write(p []byte) (int, error)       { return len(p), nil }
func (target) WriteString(s string) (int, error) { return len(s), nil }

// BenchmarkFair does the works of the article of 2019 from beginning to end:
// bound to a target, flushed or closed, and reset, on all sides alike.
func BenchmarkFair(b *testing.B) {
	var nowhere io.Writer = target{}
	for _, job := range jobs() {
		b.Run("work="+job.work, func(b *testing.B) {
			for _, side := range []struct {
				pool string
				do   func(io.Writer) error
			}{{"none", job.none}, {"sync", job.sync}, {"rcpool", job.rcpool}} {
				measure(b, side.pool, func() {
					if err := side.do(nowhere); err != nil {
						b.Fatal(err)
					}
				})
			}
		})
	}
}

// What all sides write must be the same, and what the first one writes right,
// each time: that is what makes the comparison fair.
func TestFair_AllSidesDoTheSameWork(t *testing.T) {
	right := map[string]func(t *testing.T, written []byte) string{
		"encode": func(t *testing.T, written []byte) string {
			var d document
			if err := json.Unmarshal(written, &d); err != nil {
				t.Fatal(err)
			}
			return d.Data
		},
		"bufio":  func(_ *testing.T, written []byte) string { return string(written) },
		"decode": func(_ *testing.T, written []byte) string { return string(written) },
		"gzip": func(t *testing.T, written []byte) string {
			r, err := gzip.NewReader(bytes.NewReader(written))
			if err != nil {
				t.Fatal(err)
			}
			all, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			return string(all)
		},
	}
	for _, job := range jobs() {
		t.Run(job.work, func(t *testing.T) {
			want := string(sentence)
			if job.work == "decode" {
				want = theDocument.Key
			}
			var first bytes.Buffer
			if err := job.none(&first); err != nil {
				t.Fatal(err)
			}
			if got := right[job.work](t, first.Bytes()); got != want {
				t.Fatalf("without a pool: %q instead of %q", got, want)
			}
			for range 3 {
				for pool, do := range map[string]func(io.Writer) error{"sync": job.sync, "rcpool": job.rcpool} {
					var written bytes.Buffer
					if err := do(&written); err != nil {
						t.Fatal(err)
					}
					if !bytes.Equal(written.Bytes(), first.Bytes()) {
						t.Errorf("%s wrote %q, and not %q", pool, written.Bytes(), first.Bytes())
					}
				}
			}
		})
	}
}
