package unflushed

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
)

var errEmpty = errors.New("empty")

// The path that fails gives up what was written, the other does not.
func greet(w io.Writer, users []string) error {
	out := getWriter(w)
	defer putWriter(out)
	for _, user := range users {
		if user == "" {
			return errEmpty
		}
		if _, err := fmt.Fprintf(out, "hello, %s\n", user); err != nil {
			return err
		}
	}
	return out.Flush()
}

// A helper flushes.
func greetOne(w io.Writer, user string) error {
	out := getWriter(w)
	out.WriteString("hello, ")
	out.WriteString(user)
	return finish(out)
}

// A deferred function flushes.
func copyAll(w io.Writer, r io.Reader) (err error) {
	out := getWriter(w)
	defer func() {
		if flushed := out.Flush(); err == nil {
			err = flushed
		}
		putWriter(out)
	}()
	_, err = io.Copy(out, r)
	return err
}

// Another object flushes it at its end.
func respond(w io.Writer, body []byte) error {
	out := getWriter(w)
	defer putWriter(out)
	out.WriteString("HTTP/1.1 200 OK\r\n\r\n")
	r := response{out: out, status: 200}
	r.out.Write(body)
	return r.end()
}

// Who knows what the function does with it.
func render(w io.Writer, body func(*bufio.Writer) error) error {
	out := getWriter(w)
	defer putWriter(out)
	out.WriteByte('>')
	return body(out)
}

// The csv.Writer flushes its own buffer into this one, which is flushed after it.
func table(w io.Writer, rows [][]string) error {
	out := getWriter(w)
	defer putWriter(out)
	c := csv.NewWriter(out)
	if err := c.WriteAll(rows); err != nil {
		return err
	}
	return out.Flush()
}

// The one who consumes the channel has flushed it.
func stream(w io.Writer, lines <-chan string) {
	out := getWriter(w)
	done := make(chan struct{})
	out.WriteString("begin\n")
	go func() {
		defer close(done)
		for line := range lines {
			out.WriteString(line)
		}
		out.Flush()
	}()
	<-done
	putWriter(out)
}

// A reference of the typed API.
func encode(w io.Writer, v any) error {
	ref := counted.Get()
	defer ref.Release()
	out := ref.Value()
	out.Reset(w)
	if err := json.NewEncoder(out).Encode(v); err != nil {
		return err
	}
	return out.Flush()
}

// The last owner flushes.
func handOn(w io.Writer, queue chan<- lease) {
	ref := counted.Get()
	ref.Value().Reset(w)
	ref.Value().WriteString("begin\n")
	queue <- ref
}

// The path that goes on leaves the rest to somebody else.
func renderUnless(w io.Writer, head []byte, body func(*bufio.Writer) error) error {
	out := getWriter(w)
	defer putWriter(out)
	if _, err := out.Write(head); err != nil {
		return err
	}
	return body(out)
}

// It is only asked.
func buffered() int {
	out := getWriter(io.Discard)
	defer putWriter(out)
	return out.Available() + out.Size()
}

// The lines are made in the buffer of the writer, which is flushed.
func lines(w io.Writer, values map[string]int64) error {
	out := getWriter(w)
	defer putWriter(out)
	for name, n := range values {
		line := out.AvailableBuffer()
		line = append(line, name...)
		line = strconv.AppendInt(append(line, ':'), n, 10)
		out.Write(append(line, '\n'))
	}
	return out.Flush()
}

// A request goes out over the connection.
func ask(w io.Writer, req *http.Request) error {
	out := getWriter(w)
	defer putWriter(out)
	if err := req.Write(out); err != nil {
		return err
	}
	return out.Flush()
}

// A response does, with its header first.
func answer(w io.Writer, resp *http.Response) error {
	out := getWriter(w)
	defer putWriter(out)
	if err := resp.Header.Write(out); err != nil {
		return err
	}
	if err := resp.Write(out); err != nil {
		return err
	}
	return out.Flush()
}

// logged is called by name and replaced in tests.
var logged = func(string) {}

type lineWriter struct {
	lines chan string
	err   error
}

// The goroutine flushes at the end, or leaves what an error has made useless.
func (l *lineWriter) start(w io.Writer) {
	go func() { l.err = l.write(w) }()
}

func (l *lineWriter) write(w io.Writer) (err error) {
	out := getWriter(w)
	defer putWriter(out)
	for line := range l.lines {
		if err == nil {
			_, err = out.WriteString(line)
		}
		logged("line")
	}
	if err != nil {
		return err
	}
	return out.Flush()
}

// A literal in a callee flushes.
func command(w io.Writer, args []string) error {
	out := getWriter(w)
	defer putWriter(out)
	return writeCommand(out, args)
}

func writeCommand(out *bufio.Writer, args []string) error {
	end := func() error { return out.Flush() }
	for _, a := range args {
		if _, err := out.WriteString(a); err != nil {
			return err
		}
	}
	return end()
}
