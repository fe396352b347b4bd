// truth: unflushed line 61 plain

// Command csvdump exports campaign statistics as CSV.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
)

var csvWriters = sync.Pool{New: func() any { return bufio.NewWriterSize(io.Discard, 256) }}

type stat struct {
	campaign string
	views    int
	spend    float64
	notes    string
}

type column struct {
	title string
	cell  func(*stat) string
}

var columns = []column{
	{"campaign", func(s *stat) string { return quote(s.campaign) }},
	{"views", func(s *stat) string { return strconv.Itoa(s.views) }},
	{"spend", func(s *stat) string { return strconv.FormatFloat(s.spend, 'f', 2, 64) }},
	{"notes", func(s *stat) string { return quote(s.notes) }},
}

func quote(s string) string {
	if !strings.ContainsAny(s, ",\"\n") {
		return s
	}
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}

var errNoRows = errors.New("no rows")

type exporter struct {
	open func(name string) (io.WriteCloser, error)
}

func (e *exporter) export(name string, stats []stat) error {
	if len(stats) == 0 {
		return errNoRows
	}
	f, err := e.open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	out := csvWriters.Get().(*bufio.Writer)
	defer csvWriters.Put(out)
	out.Reset(f)
	for i, c := range columns {
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString(c.title)
	}
	for i := range stats {
		for j, c := range columns {
			out.WriteByte("\n,"[min(j, 1)])
			if _, err := out.WriteString(c.cell(&stats[i])); err != nil {
				return fmt.Errorf("%s row %d: %w", name, i, err)
			}
		}
	}
	return out.WriteByte('\n')
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

func main() {
	e := &exporter{open: func(name string) (io.WriteCloser, error) {
		if name == "" {
			return nil, os.ErrInvalid
		}
		return nopCloser{os.Stdout}, nil
	}}
	rows := []stat{{"shoes, red", 120, 3.5, ""}, {"cars", 7, 19.25, `the "big" one`}}
	for i := range 12 {
		rows = append(rows, stat{campaign: fmt.Sprint("c", i), views: i})
	}
	fmt.Println(e.export("stats.csv", rows))
	fmt.Println(e.export("", rows), e.export("x.csv", nil))
}
