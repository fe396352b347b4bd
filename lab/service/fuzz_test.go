package service_test

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/lab/request"
	"github.com/rcpool/rcpool/lab/service"
)

// fuzzed is the service with pools and the one without, which never reuses
// anything.
type fuzzed struct {
	pooled, plain *rig
	next          []byte // the right answer to the first request of seed 1
}

func fuzz(f *testing.F) *fuzzed {
	f.Cleanup(rcpool.SetChecking(0))
	z := &fuzzed{pooled: start(f, service.Pooled, options{}), plain: start(f, service.Plain, options{})}
	_, z.next = z.first(f, z.plain)
	f.Cleanup(func() { z.pooled.quiet(f) })
	return z
}

// exchange sends a request and returns the status and the unzipped answer.
func (r *rig) exchange(t testing.TB, body []byte, header http.Header) (status int, answer []byte) {
	t.Helper()
	response := r.do(t, http.MethodPost, body, header)
	defer response.Body.Close()
	answer, err := unzipped(response)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, answer
}

func (z *fuzzed) first(t testing.TB, r *rig) (status int, answer []byte) {
	t.Helper()
	body, header := request.Generate(1, 0)
	return r.exchange(t, body, header)
}

// unharmed fails the test if the request after a strange one sees anything of it.
func (z *fuzzed) unharmed(t *testing.T) {
	t.Helper()
	if status, answer := z.first(t, z.pooled); status != http.StatusOK || !bytes.Equal(answer, z.next) {
		t.Errorf("the next request gets %d\n%s\nand not\n%s", status, answer, z.next)
	}
	if panics := z.pooled.log.matching("panic"); len(panics) > 0 {
		t.Errorf("the service has panicked: %s", panics[0])
	}
}

// To any body and headers the pooled service answers as the plain one does, never
// with a failure of its own, and the next request is unharmed.
func FuzzQuote(f *testing.F) {
	z := fuzz(f)
	for i := range 3 {
		body, header := request.Generate(1, i)
		f.Add(body, header.Get(request.TokenHeader), header.Get("Accept-Encoding"), "application/json")
	}
	good, header := request.Generate(1, 0)
	token := header.Get(request.TokenHeader)
	item := `{"token":"` + token + `","user":"u","items":[{"sku":"a","quantity":1},{"sku":"b","quantity":2}],"items":[{"sku":"c","quantity":3}]}`
	f.Add([]byte(item), token, "gzip", "text/plain")
	f.Add(good[:len(good)/2], token, "gzip;q=0, *", "")
	f.Add(bytes.Replace(good, []byte(`"quantity":`), []byte(`"quantity":1e400,"q":`), 1), token, "*;q=0.1", "")
	f.Add(append(bytes.Clone(good), "{}"...), token, "", "")
	f.Add([]byte(`{"token":"`+token+`","user":"`+strings.Repeat("x", 300<<10)+`"}`), token, "", "")
	f.Add([]byte(nil), "", "", "")
	f.Fuzz(func(t *testing.T, body []byte, token, encoding, kind string) {
		header := http.Header{request.TokenHeader: {token}, "Accept-Encoding": {encoding}, "Content-Type": {kind}}
		for _, value := range []string{token, encoding, kind} {
			if strings.ContainsFunc(value, unicode.IsControl) || !utf8.ValidString(value) {
				t.Skip("the client of this test does not send this; that of FuzzConnection does")
			}
		}
		status, answer := z.pooled.exchange(t, body, header)
		if wantStatus, want := z.plain.exchange(t, body, header); status != wantStatus || !bytes.Equal(answer, want) {
			t.Errorf("the pooled service answers %d\n%s\nand the plain one %d\n%s", status, answer, wantStatus, want)
		}
		if status >= 500 {
			t.Errorf("the service answers %d: %s", status, answer)
		}
		z.unharmed(t)
	})
}

// A client may write anything to a connection: it gets no failure of the service,
// and the next request, on a connection of its own, is unharmed.
func FuzzConnection(f *testing.F) {
	z := fuzz(f)
	body, header := request.Generate(1, 1)
	out, err := http.NewRequest(http.MethodPost, "http://lab"+request.Path, bytes.NewReader(body))
	if err != nil {
		f.Fatal(err)
	}
	out.Header = header
	whole, err := httputil.DumpRequestOut(out, true)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add(append(bytes.Clone(whole), whole...))
	f.Add(whole[:len(whole)-100])
	f.Add(bytes.Replace(whole, []byte("Content-Length: "), []byte("Content-Length: 9"), 1))
	f.Add(bytes.Replace(whole, []byte("Content-Length: "), []byte("Content-Length: -"), 1))
	f.Add([]byte("POST " + request.Path + " HTTP/1.1\r\nHost: lab\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"use\r\nffffffffffffffff\r\n"))
	f.Add([]byte("POST " + request.Path + " HTTP/1.1\r\nHost: lab\r\nX: " + strings.Repeat("x", 70<<10) + "\r\n\r\n"))
	f.Add([]byte("GET / HTTP/0.9\r\n\r\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		conn, err := net.Dial("tcp", z.pooled.HTTP)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		conn.SetDeadline(time.Now().Add(patience))
		go func() {
			conn.Write(raw)
			conn.(*net.TCPConn).CloseWrite()
		}()
		answers := bufio.NewReader(conn)
		for {
			if _, err := answers.Peek(1); err != nil {
				break
			}
			response, err := http.ReadResponse(answers, nil)
			if err != nil {
				break // it hung up
			}
			io.Copy(io.Discard, response.Body)
			response.Body.Close()
			if response.StatusCode == http.StatusInternalServerError || response.StatusCode == http.StatusBadGateway {
				t.Errorf("the service answers %s", response.Status)
			}
		}
		z.unharmed(t)
	})
}
