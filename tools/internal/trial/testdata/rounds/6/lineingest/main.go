// truth: leak line 55 plain
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/rcpool/rcpool"
)

// Sample is one point of the text protocol: name value timestamp.
type Sample struct {
	Name   string
	Value  float64
	Stamp  int64
	Labels []string
}

// Reset keeps the memory of the labels.
func (s *Sample) Reset() {
	clear(s.Labels)
	*s = Sample{Labels: s.Labels[:0]}
}

var samples = rcpool.Pool[Sample]{Name: "samples"}

var errFields = errors.New("want name, value and timestamp")

type store struct {
	sums map[string]float64
	last int64
}

func (s *store) add(sample *Sample) {
	s.sums[sample.Name] += sample.Value
	s.last = max(s.last, sample.Stamp)
}

func ingest(r io.Reader, s *store) (accepted int, errs []error) {
	lines := bufio.NewScanner(r)
	for number := 1; lines.Scan(); number++ {
		fields := strings.Fields(lines.Text())
		if len(fields) == 0 {
			continue
		}
		if len(fields) < 3 {
			errs = append(errs, fmt.Errorf("line %d: %w", number, errFields))
			continue
		}
		sample := samples.Get()
		value := sample.Value()
		value.Name = fields[0]
		var err error
		if value.Value, err = strconv.ParseFloat(fields[1], 64); err != nil {
			errs = append(errs, fmt.Errorf("line %d: %w", number, err))
			sample.Release()
			continue
		}
		if value.Stamp, err = strconv.ParseInt(fields[2], 10, 64); err != nil {
			errs = append(errs, fmt.Errorf("line %d: %w", number, err))
			continue
		}
		value.Labels = append(value.Labels, fields[3:]...)
		s.add(value)
		sample.Release()
		accepted++
	}
	if err := lines.Err(); err != nil {
		errs = append(errs, err)
	}
	return accepted, errs
}

const input = `
cpu 0.5 100 host=a
cpu abc 101
mem 17 never
disk 3

cpu 0.25 102 host=b zone=c
`

func main() {
	s := &store{sums: map[string]float64{}}
	accepted, errs := ingest(strings.NewReader(input), s)
	fmt.Println(accepted, "accepted,", len(errs), "refused, cpu", s.sums["cpu"], "last", s.last)
	for _, err := range errs {
		fmt.Fprintln(os.Stderr, err)
	}
	fmt.Println("in use:", samples.Stats().InUse)
}
