// truth: leak line 46 plain
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool"
)

type logLine struct {
	level string
	parts []string
	raw   []byte
}

func (l *logLine) Reset() {
	clear(l.parts)
	*l = logLine{parts: l.parts[:0], raw: l.raw[:0]}
}

var logLines = rcpool.Pool[logLine]{Name: "log lines"}

var errTooShort = errors.New("line too short")

type shipper struct {
	counts map[string]int
	bytes  int
}

func (s *shipper) ship(l *logLine) error {
	if l.level == "TRACE" {
		return fmt.Errorf("level %s is not shipped", l.level)
	}
	s.counts[l.level]++
	s.bytes += len(l.raw)
	return nil
}

func (s *shipper) ingest(r io.Reader) error {
	sc := bufio.NewScanner(r)
	for sc.Scan() {
		line := logLines.Get()
		v := line.Value()
		v.raw = append(v.raw, sc.Bytes()...)
		v.parts = append(v.parts, strings.Fields(sc.Text())...)
		if len(v.parts) < 2 {
			line.Release()
			return errTooShort
		}
		v.level = strings.ToUpper(v.parts[0])
		if err := s.ship(v); err != nil {
			return fmt.Errorf("ship: %w", err)
		}
		line.Release()
	}
	return sc.Err()
}

func main() {
	s := &shipper{counts: map[string]int{}}
	for _, in := range []string{"info started\nwarn slow disk\n", "x\n", "info a\ntrace b\ninfo c\n"} {
		fmt.Println(s.ingest(strings.NewReader(in)))
	}
	fmt.Println(s.counts, s.bytes, logLines.Stats().InUse)
}
