// truth: correct

package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type Line struct {
	Level string
	Text  []byte
	Attrs map[string]string
}

var lines = rcpool.Pool[Line]{
	Name: "lines",
	New:  func() *Line { return &Line{Attrs: make(map[string]string)} },
	Reset: func(l *Line) {
		l.Level = ""
		l.Text = l.Text[:0]
		clear(l.Attrs)
	},
	Keep: func(l *Line) bool { return cap(l.Text) < 1<<16 },
}

type shipper struct {
	batch []rcpool.Ref[Line]
	limit int
	send  func(body []byte) error
	fails int
}

func (s *shipper) add(line rcpool.Ref[Line]) error {
	s.batch = append(s.batch, line)
	if len(s.batch) < s.limit {
		return nil
	}
	return s.flush()
}

func (s *shipper) drop() {
	for i := range s.batch {
		rcpool.Drop(&s.batch[i])
	}
	s.batch = s.batch[:0]
}

func (s *shipper) flush() error {
	if len(s.batch) == 0 {
		return nil
	}
	defer s.drop()
	body := stdpool.Buffer()
	defer body.Release()
	if err := s.encode(body.Value()); err != nil {
		return err
	}
	return s.send(body.Value().Bytes())
}

func (s *shipper) encode(w io.Writer) error {
	gz := stdpool.GzipWriter(w, gzip.BestSpeed)
	defer gz.Release()
	for _, line := range s.batch {
		l := line.Value()
		if _, err := fmt.Fprintf(gz.Value(), "%s %s %s\n", l.Level, l.Text, l.Attrs["host"]); err != nil {
			return err
		}
	}
	return gz.Value().Close()
}

func main() {
	var got int
	errDown := errors.New("collector down")
	calls := 0
	s := &shipper{limit: 5, send: func(body []byte) error {
		calls++
		if calls == 2 {
			return errDown
		}
		zr, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			return err
		}
		text, err := io.ReadAll(zr)
		got += bytes.Count(text, []byte("\n"))
		return err
	}}
	for i := range 18 {
		ref := lines.Get()
		l := ref.Value()
		l.Level = "info"
		l.Text = fmt.Appendf(l.Text, "request %d", i)
		l.Attrs["host"] = "web1"
		if err := s.add(ref); errors.Is(err, errDown) {
			s.fails++
		}
	}
	if err := s.flush(); err != nil {
		fmt.Println(err)
	}
	fmt.Println(got, s.fails)
}
