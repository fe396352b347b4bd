package unflushed

import (
	"encoding/binary"
	"fmt"
	"io"
	"net/http"
	"strconv"

	"bufio"
	"github.com/rcpool/rcpool"
)

type lease = rcpool.Ref[bufio.Writer]

// Nobody flushes.
func greetLost(w io.Writer, users []string) error {
	out := getWriter(w)
	defer putWriter(out) // want "unflushed: out is released before it is flushed"
	for _, user := range users {
		if user == "" {
			return errEmpty
		}
		if _, err := fmt.Fprintf(out, "hello, %s\n", user); err != nil {
			return err
		}
	}
	return nil
}

// Nobody flushes on the only path.
func greetOneLost(w io.Writer, user string) {
	out := writers.Get().(*bufio.Writer)
	out.Reset(w)
	out.WriteString("hello, ")
	out.WriteString(user)
	writers.Put(out) // want "unflushed: "
}

// The deferred function drops what is buffered.
func copyAllLost(w io.Writer, r io.Reader) (err error) {
	out := getWriter(w)
	defer func() {
		out.Reset(io.Discard)
		writers.Put(out) // want "unflushed: "
	}()
	_, err = io.Copy(out, r)
	return err
}

// A reference of the typed API.
func sumLost(w io.Writer, values []uint32) error {
	ref := counted.Get()
	defer ref.Release() // want "unflushed: "
	ref.Value().Reset(w)
	return binary.Write(ref.Value(), binary.BigEndian, values)
}

// What comes after the last flush is lost.
func trailerLost(w io.Writer, lines []string) error {
	out := getWriter(w)
	defer putWriter(out) // missed "unflushed: "
	for _, line := range lines {
		out.WriteString(line)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	out.WriteString("end\n")
	return nil
}

// The path that fails and the one that does not forget it.
func headerLost(w io.Writer, head []byte) error {
	out := getWriter(w)
	defer putWriter(out) // want "unflushed: "
	if _, err := out.Write(head); err != nil {
		return err
	}
	return out.WriteByte('\n')
}

// Two writes, and no flush.
func answerLost(w io.Writer, r *response) {
	ref := counted.Get()
	out := ref.Value()
	out.Reset(w)
	fmt.Fprintln(out, r.status)
	if r.status >= 500 {
		out.WriteString("failed\n")
	}
	ref.Release() // want "unflushed: "
}

// The first of two writers is flushed, and so the second seems to be.
func bothLost(a, b io.Writer) error {
	first, second := getWriter(a), getWriter(b)
	defer putWriter(first)
	defer putWriter(second) // want "unflushed: "
	first.WriteString("first")
	second.WriteString("second")
	return first.Flush()
}

// The last owner writes, too.
func handOnLost(queue <-chan lease) {
	for ref := range queue {
		ref.Value().WriteString("end\n")
		ref.Release() // want "unflushed: "
	}
}

// Two references, and neither owner flushes.
func beginLost(w io.Writer) {
	ref := counted.Get()
	ref.Value().Reset(w)
	ref.Value().WriteString("begin\n")
	shared := ref.Retain()
	ref.Release()
	shared.Release() // want "unflushed: "
}

// In a loop, through the interface.
func headLost(w io.Writer, head map[string]string) {
	out := getWriter(w)
	for key, value := range head {
		io.WriteString(out, key+": "+value+"\r\n")
	}
	putWriter(out) // want "unflushed: "
}

// The lines are made in the buffer of the writer.
func linesLost(w io.Writer, values map[string]int64) {
	out := getWriter(w)
	for name, n := range values {
		line := out.AvailableBuffer()
		line = append(line, name...)
		line = strconv.AppendInt(append(line, ':'), n, 10)
		out.Write(append(line, '\n'))
	}
	putWriter(out) // want "unflushed: "
}

// A request goes out over the connection.
func askLost(w io.Writer, req *http.Request) error {
	out := getWriter(w)
	defer putWriter(out) // want "unflushed: "
	return req.Write(out)
}

// A response does, with its header first.
func replyLost(w io.Writer, resp *http.Response) error {
	out := getWriter(w)
	err := resp.Header.Write(out)
	putWriter(out) // want "unflushed: "
	return err
}

type lostWriter struct {
	lines chan string
	err   error
}

// Nothing is flushed in the goroutine.
func (l *lostWriter) start(w io.Writer) {
	go func() { l.err = l.write(w) }()
}

func (l *lostWriter) write(w io.Writer) (err error) {
	out := getWriter(w)
	defer putWriter(out) // want "unflushed: "
	for line := range l.lines {
		if err == nil {
			_, err = out.WriteString(line)
		}
		logged("line")
	}
	return err
}

// A literal in a callee writes, too.
func commandLost(w io.Writer, args []string) error {
	out := getWriter(w)
	defer putWriter(out) // want "unflushed: "
	return writeArgs(out, args)
}

func writeArgs(out *bufio.Writer, args []string) error {
	number := func(prefix byte, n int) {
		out.WriteByte(prefix)
		out.WriteString(strconv.Itoa(n))
	}
	number('*', len(args))
	for _, a := range args {
		number('$', len(a))
		if _, err := out.WriteString(a); err != nil {
			return err
		}
	}
	return nil
}
