// truth: correct
package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// sample is a line on its way through the pipeline.
type sample struct {
	raw    []byte
	name   string
	labels []string
	value  float64
	err    error
}

var samples = sync.Pool{New: func() any { return new(sample) }}

func newSample(line string) *sample {
	s := samples.Get().(*sample)
	s.raw = append(s.raw[:0], line...)
	return s
}

func (s *sample) free() {
	clear(s.labels)
	*s = sample{raw: s.raw[:0], labels: s.labels[:0]}
	samples.Put(s)
}

var errFormat = errors.New("bad format")

func (s *sample) parse() {
	name, value, ok := strings.Cut(string(s.raw), " ")
	if !ok {
		s.err = errFormat
		return
	}
	if at := strings.IndexByte(name, '{'); at >= 0 {
		s.labels = append(s.labels, strings.Split(strings.Trim(name[at:], "{}"), ",")...)
		name = name[:at]
	}
	s.name = name
	s.value, s.err = strconv.ParseFloat(value, 64)
}

// stage calls f with what comes in, and passes on what f wants to keep.
func stage(in <-chan *sample, workers int, f func(*sample) bool) <-chan *sample {
	out := make(chan *sample, 4)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for s := range in {
				if f(s) {
					out <- s
				} else {
					s.free()
				}
			}
		})
	}
	go func() {
		wg.Wait()
		close(out)
	}()
	return out
}

type total struct {
	sum    float64
	n      int
	labels map[string]int
}

// collect adds up what comes in.
func collect(in <-chan *sample) (map[string]*total, []error) {
	totals := map[string]*total{}
	var errs []error
	for s := range in {
		if s.err != nil {
			errs = append(errs, s.err)
			s.free()
			continue
		}
		t := totals[s.name]
		if t == nil {
			t = &total{labels: map[string]int{}}
			totals[s.name] = t
		}
		t.sum += s.value
		t.n++
		for _, l := range s.labels {
			t.labels[l]++
		}
		s.free()
	}
	return totals, errs
}

func main() {
	lines := make(chan *sample)
	go func() {
		defer close(lines)
		for i := range 200 {
			switch {
			case i%50 == 49:
				lines <- newSample("garbage")
			case i%7 == 0:
				lines <- newSample("debug_x 1")
			case i%2 == 0:
				lines <- newSample(fmt.Sprintf("cpu{host=h%d} %d.5", i%3, i))
			default:
				lines <- newSample(fmt.Sprintf("mem{host=h%d,kind=rss} %d", i%3, i))
			}
		}
	}()
	parsed := stage(lines, 3, func(s *sample) bool { s.parse(); return true })
	kept := stage(parsed, 2, func(s *sample) bool { return !strings.HasPrefix(s.name, "debug_") })
	totals, errs := collect(kept)
	for _, name := range []string{"cpu", "mem", "debug_x"} {
		if t := totals[name]; t != nil {
			fmt.Println(name, t.n, t.sum, t.labels)
		}
	}
	fmt.Println(len(errs), "errors")
}
