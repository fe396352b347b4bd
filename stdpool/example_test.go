package stdpool_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto"
	_ "crypto/sha256"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"log"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

func ExampleBuffer() {
	buffer := stdpool.Buffer()
	defer buffer.Release()

	fmt.Fprintf(buffer.Value(), "%d bottles", 99)
	fmt.Println(buffer.Value())
	// Output: 99 bottles
}

// Instead of a strings.Builder: String returns a copy, which outlives the lease.
func ExampleBuffer_string() {
	join := func(words ...string) string {
		buffer := stdpool.Buffer()
		defer buffer.Release()
		for _, word := range words {
			buffer.Value().WriteString(word)
		}
		return buffer.Value().String()
	}
	fmt.Println(join("re", "fe", "rence"))
	// Output: reference
}

func ExampleBufioReader() {
	reader := stdpool.BufioReader(strings.NewReader("first line\nsecond line\n"))
	defer reader.Release()

	line, err := reader.Value().ReadString('\n')
	fmt.Printf("%q %v\n", line, err)
	// Output: "first line\n" <nil>
}

// Call Flush before Release, because only the owner can handle the error.
func ExampleBufioWriter() {
	list := func(w io.Writer) error {
		out := stdpool.BufioWriter(w)
		defer out.Release()
		for i := range 3 {
			fmt.Fprintln(out.Value(), "item", i)
		}
		return out.Value().Flush()
	}
	fmt.Println(list(os.Stdout))
	// Output:
	// item 0
	// item 1
	// item 2
	// <nil>
}

func ExampleGzipWriter() {
	compress := func(w io.Writer, page string) error {
		gz := stdpool.GzipWriter(w, gzip.BestSpeed)
		defer gz.Release()
		gz.Value().Stream.Name = "page.html"
		if _, err := io.WriteString(gz.Value(), page); err != nil {
			return err
		}
		return gz.Value().Close()
	}
	var b bytes.Buffer
	err := compress(&b, strings.Repeat("hello ", 100))
	fmt.Println(b.Len() < 100, err)
	// Output: true <nil>
}

func ExampleGzipReader() {
	var b bytes.Buffer
	w := stdpool.GzipWriter(&b, gzip.BestSpeed)
	io.WriteString(w.Value(), "hello")
	w.Value().Close()
	w.Release()

	gz, err := stdpool.GzipReader(&b)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer gz.Release()
	text, err := io.ReadAll(gz.Value())
	fmt.Printf("%s %v\n", text, err)
	// Output: hello <nil>
}

func ExampleFlateWriter() {
	var b bytes.Buffer
	w := stdpool.FlateWriter(&b, 6)
	io.WriteString(w.Value(), "hello")
	w.Value().Close()
	w.Release()

	r, err := stdpool.FlateReader(&b)
	if err != nil {
		log.Fatal(err)
	}
	defer r.Release()
	text, err := io.ReadAll(r.Value())
	fmt.Printf("%s %v\n", text, err)
	// Output: hello <nil>
}

func ExampleFlateReader() {
	r, err := stdpool.FlateReader(strings.NewReader("\xcaH\xcd\xc9\xc9\a\x04\x00\x00\xff\xff"))
	if err != nil {
		log.Fatal(err)
	}
	defer r.Release()
	text, err := io.ReadAll(r.Value())
	fmt.Printf("%s %v\n", text, err)
	// Output: hello <nil>
}

func ExampleZlibWriter() {
	var b bytes.Buffer
	w := stdpool.ZlibWriter(&b, 6)
	defer w.Release()
	io.WriteString(w.Value(), "hello")
	fmt.Println(w.Value().Close(), b.Len())
	// Output: <nil> 17
}

func ExampleZlibReader() {
	r, err := stdpool.ZlibReader(strings.NewReader("not compressed"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer r.Release()
	// Output: zlib: invalid header
}

// A WriterPool works with any writer that has Flush, Close and Reset(io.Writer),
// such as those of github.com/klauspost/compress.
func ExampleWriterPool() {
	pool := stdpool.NewWriterPool("fast gzip", func() *gzip.Writer {
		w, err := gzip.NewWriterLevel(nil, gzip.BestSpeed)
		if err != nil {
			panic(err)
		}
		return w
	})

	var b bytes.Buffer
	gz := pool.Get(&b)
	defer gz.Release()
	io.WriteString(gz.Value(), "hello")
	fmt.Println(gz.Value().Close(), b.Len() > 0, pool.Stats().InUse)
	// Output: <nil> true 1
}

func ExampleEncodeJSON() {
	answer, err := stdpool.EncodeJSON(map[string]int{"status": 200})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer answer.Release()
	fmt.Println(answer.Value())
	// Output: {"status":200}
}

type Request struct {
	User string
	Tags []string
}

// Reset keeps the memory of Tags for the next DecodeJSON.
func (r *Request) Reset() { *r = Request{Tags: r.Tags[:0]} }

var requests = rcpool.Pool[Request]{Name: "requests"}

func ExampleDecodeJSON() {
	for _, body := range []string{`{"User":"ann","Tags":["a","b"]}`, `{"Tags":["c"]}`, `{}`} {
		request, err := stdpool.DecodeJSON([]byte(body), &requests)
		if err != nil {
			fmt.Println(err)
			return
		}
		again, _ := json.Marshal(request.Value())
		fmt.Println(string(again))
		request.Release()
	}
	// Output:
	// {"User":"ann","Tags":["a","b"]}
	// {"User":"","Tags":["c"]}
	// {"User":"","Tags":null}
}

func ExampleReadJSON() {
	body := io.LimitReader(strings.NewReader(`{"User":"ann"}`), 1<<20)
	request, err := stdpool.ReadJSON(body, &requests)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer request.Release()
	fmt.Println(request.Value().User)
	// Output: ann
}

func ExampleHash() {
	h := stdpool.Hash(crypto.SHA256)
	defer h.Release()
	io.WriteString(h.Value(), "hello")
	fmt.Printf("%x\n", h.Value().Sum(nil)[:4])
	// Output: 2cf24dba
}

// A hash that is not registered with package crypto needs its own pool.
func ExampleHasher() {
	pool := rcpool.Pool[stdpool.Hasher]{
		Name: "fnv",
		New:  func() *stdpool.Hasher { return &stdpool.Hasher{Hash: fnv.New32a()} },
	}
	h := pool.Get()
	defer h.Release()
	io.WriteString(h.Value(), "hello")
	fmt.Printf("%x\n", h.Value().Sum(nil))
	// Output: 4f9f2cab
}

func ExampleTimer() {
	answers := make(chan string)
	timeout := stdpool.Timer(time.Millisecond)
	defer timeout.Release()
	select {
	case answer := <-answers:
		fmt.Println(answer)
	case <-timeout.Value().C:
		fmt.Println("timeout")
	}
	// Output: timeout
}

func ExampleBytes() {
	input := strings.NewReader("header: body")
	message := stdpool.Bytes(64)
	defer message.Release()

	n, _ := input.Read(message.Value())
	message.Truncate(n)
	fmt.Printf("%s\n", message.Value())
	// Output: header: body
}

// A slice is a reference of its own, so it outlives the whole.
func ExampleByteRef_Slice() {
	message := stdpool.Bytes(0)
	message.WriteString("header: body")
	body := message.Slice(8, message.Len())
	message.Release()

	var done sync.WaitGroup
	done.Add(1)
	go func() {
		defer done.Done()
		defer body.Release()
		fmt.Printf("%s\n", body.Value())
	}()
	done.Wait()
	// Output: body
}

// Appending may move the bytes. The deferred Release releases the block that
// they are in by then.
func ExampleByteRef_Append() {
	b := stdpool.Bytes(0)
	defer b.Release()
	for i := range 100 {
		b.Append(byte('0' + i%10))
	}
	fmt.Println(b.Len())
	// Output: 100
}

// A program or a test can have its own pools.
func ExamplePools() {
	pools := stdpool.Pools{Name: "uploads", BufioSize: 64 << 10, MaxBytes: 4 << 20}

	var reader rcpool.Ref[bufio.Reader] = pools.BufioReader(strings.NewReader("…"))
	defer reader.Release()
	for _, stats := range rcpool.AllStats() {
		if strings.HasPrefix(stats.Name, "uploads.") {
			fmt.Println(stats.Name, stats.InUse)
		}
	}
	// Output: uploads.BufioReader 1
}
