// truth: reset line 30,31 plain
package main

import (
	"bytes"
	"fmt"
	"io"
	"sort"
	"strings"
	"sync"
)

var lineBuffers = sync.Pool{
	New: func() any { return bytes.NewBuffer(make([]byte, 0, 256)) },
}

type Gauge struct {
	Name   string
	Labels map[string]string
	Value  float64
}

type Exposition struct {
	w     io.Writer
	lines int
}

// WriteGauge writes the gauge in the text format of Prometheus.
func (e *Exposition) WriteGauge(g Gauge) error {
	line := lineBuffers.Get().(*bytes.Buffer)
	defer lineBuffers.Put(line)
	line.WriteString(g.Name)
	if len(g.Labels) > 0 {
		keys := make([]string, 0, len(g.Labels))
		for key := range g.Labels {
			keys = append(keys, key)
		}
		sort.Strings(keys)
		line.WriteByte('{')
		for i, key := range keys {
			if i > 0 {
				line.WriteByte(',')
			}
			fmt.Fprintf(line, "%s=%q", key, g.Labels[key])
		}
		line.WriteByte('}')
	}
	fmt.Fprintf(line, " %g\n", g.Value)
	if _, err := e.w.Write(line.Bytes()); err != nil {
		return fmt.Errorf("gauge %s: %w", g.Name, err)
	}
	e.lines++
	return nil
}

func main() {
	var out strings.Builder
	e := &Exposition{w: &out}
	for i := range 20 {
		g := Gauge{Name: "temperature", Value: float64(i) / 2, Labels: map[string]string{"room": fmt.Sprint(i), "floor": "2"}}
		if i%2 == 1 {
			g.Labels = nil
		}
		if err := e.WriteGauge(g); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(e.lines, "lines written,", strings.Count(out.String(), "\n"), "lines seen")
}
