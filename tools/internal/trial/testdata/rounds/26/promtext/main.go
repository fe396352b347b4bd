// truth: correct

// Command promtext exposes metrics as text, one section per collector.
package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"sync"

	"github.com/valyala/bytebufferpool"
)

type sample struct {
	labels [2]string // name and value of one label
	value  float64
}

type family struct {
	name    string
	samples []sample
}

type collector interface{ collect() ([]family, error) }

func writeFamily(b *bytebufferpool.ByteBuffer, f family) error {
	b.WriteString("# TYPE ")
	b.WriteString(f.name)
	b.WriteString(" gauge\n")
	for _, s := range f.samples {
		if math.IsNaN(s.value) {
			return fmt.Errorf("%s is NaN", f.name)
		}
		b.WriteString(f.name)
		if s.labels[0] != "" {
			b.WriteString("{" + s.labels[0] + "=")
			b.B = strconv.AppendQuote(b.B, s.labels[1])
			b.WriteByte('}')
		}
		b.WriteByte(' ')
		b.B = strconv.AppendFloat(b.B, s.value, 'g', -1, 64)
		b.WriteByte('\n')
	}
	return nil
}

type section struct {
	order int
	text  *bytebufferpool.ByteBuffer // owned; nil if the collector failed
	err   error
}

func run(order int, c collector) section {
	families, err := c.collect()
	if err != nil {
		return section{order: order, err: err}
	}
	b := bytebufferpool.Get()
	for _, f := range families {
		if err := writeFamily(b, f); err != nil {
			bytebufferpool.Put(b)
			return section{order: order, err: err}
		}
	}
	return section{order: order, text: b}
}

func expose(w io.Writer, collectors []collector) error {
	sections := make([]section, len(collectors))
	var wg sync.WaitGroup
	for i, c := range collectors {
		wg.Go(func() { sections[i] = run(i, c) })
	}
	wg.Wait()
	slices.SortFunc(sections, func(a, b section) int { return a.order - b.order })
	var errs []error
	for _, s := range sections {
		if s.err != nil {
			errs = append(errs, s.err)
			continue
		}
		if _, err := s.text.WriteTo(w); err != nil {
			errs = append(errs, err)
		}
		bytebufferpool.Put(s.text)
	}
	return errors.Join(errs...)
}

type static []family

func (s static) collect() ([]family, error) { return s, nil }

type down string

func (d down) collect() ([]family, error) { return nil, errors.New(string(d) + " is down") }

func main() {
	err := expose(os.Stdout, []collector{
		static{{"up", []sample{{value: 1}}}},
		down("redis"),
		static{{"ratio", []sample{{[2]string{"kind", "a"}, math.NaN()}}}},
		static{{"queue", []sample{{[2]string{"name", "mail"}, 3}, {[2]string{"name", "sms"}, 0.5}}}},
	})
	fmt.Println(err)
}
