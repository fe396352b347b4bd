// truth: correct
package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type gzw = stdpool.Writer[*gzip.Writer]

// stepLog compresses the output of a step and cuts it at a limit.
type stepLog struct {
	gz    rcpool.Ref[gzw]
	line  rcpool.Ref[bytes.Buffer]
	left  int
	masks []string
}

func newStepLog(w io.Writer, limit int, masks ...string) *stepLog {
	return &stepLog{
		gz:    stdpool.GzipWriter(w, gzip.BestSpeed),
		line:  stdpool.Buffer(),
		left:  limit,
		masks: masks,
	}
}

var errLimit = errors.New("log limit reached")

func (l *stepLog) Write(p []byte) (int, error) {
	n := 0
	for len(p) > 0 {
		i := bytes.IndexByte(p, '\n')
		if i < 0 {
			l.line.Value().Write(p)
			return n + len(p), nil
		}
		l.line.Value().Write(p[:i+1])
		if err := l.emit(); err != nil {
			return n, err
		}
		n += i + 1
		p = p[i+1:]
	}
	return n, nil
}

// emit writes the line that was gathered, without its secrets.
func (l *stepLog) emit() error {
	buf := l.line.Value()
	text := buf.String()
	buf.Reset()
	for _, m := range l.masks {
		text = strings.ReplaceAll(text, m, "***")
	}
	if len(text) > l.left {
		return errLimit
	}
	l.left -= len(text)
	_, err := io.WriteString(l.gz.Value(), text)
	return err
}

// Close may be called again.
func (l *stepLog) Close() error {
	if l.gz.IsZero() {
		return nil
	}
	defer rcpool.Drop(&l.gz)
	defer rcpool.Drop(&l.line)
	var err error
	if l.line.Value().Len() > 0 {
		err = l.emit()
	}
	return errors.Join(err, l.gz.Value().Close())
}

func run(out io.Writer, limit int, script ...string) (err error) {
	l := newStepLog(out, limit, "hunter2")
	defer func() { err = errors.Join(err, l.Close()) }()
	for _, cmd := range script {
		if _, err := fmt.Fprintf(l, "+ %s\n", cmd); err != nil {
			return fmt.Errorf("step log: %w", err)
		}
		if strings.HasPrefix(cmd, "exit") {
			return fmt.Errorf("%s", cmd)
		}
	}
	fmt.Fprint(l, "done")
	return l.Close()
}

func main() {
	for _, script := range [][]string{
		{"make", "login hunter2"},
		{"make", "exit 3", "never"},
		{strings.Repeat("long ", 30)},
	} {
		var out bytes.Buffer
		err := run(&out, 100, script...)
		gz, gerr := gzip.NewReader(&out)
		if gerr != nil {
			fmt.Println(gerr)
			continue
		}
		text, rerr := io.ReadAll(gz)
		fmt.Printf("%q %v %v\n", text, err, rerr)
	}
}
