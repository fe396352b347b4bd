// truth: unflushed line 54,74 plain

// Command promdump writes counters in the text format of Prometheus.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"sync"

	"github.com/rcpool/rcpool/stdpool"
)

type family struct {
	name, help string
	mu         sync.Mutex
	values     map[string]float64
}

func (f *family) add(label string, v float64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.values == nil {
		f.values = map[string]float64{}
	}
	f.values[label] += v
}

type registry struct {
	mu       sync.RWMutex
	families []*family
}

var errName = errors.New("metric without a name")

func (r *registry) register(name, help string) (*family, error) {
	if name == "" {
		return nil, errName
	}
	f := &family{name: name, help: help}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.families = append(r.families, f)
	return f, nil
}

func (r *registry) dump(to io.Writer) error {
	out := stdpool.BufioWriter(to)
	defer out.Release()
	w := out.Value()
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, f := range r.families {
		if _, err := fmt.Fprintf(w, "# HELP %s %s\n", f.name, f.help); err != nil {
			return err
		}
		f.mu.Lock()
		for _, label := range slices.Sorted(maps.Keys(f.values)) {
			w.WriteString(f.name)
			w.WriteString(`{instance="`)
			w.WriteString(label)
			w.WriteString(`"} `)
			w.Write(strconv.AppendFloat(w.AvailableBuffer(), f.values[label], 'g', -1, 64))
			w.WriteByte('\n')
		}
		f.mu.Unlock()
	}
	_, err := w.WriteString("# EOF\n")
	return err
}

func main() {
	r := new(registry)
	for _, name := range []string{"requests_total", "errors_total", ""} {
		f, err := r.register(name, "counts "+name)
		if err != nil {
			fmt.Println(err)
			continue
		}
		var wg sync.WaitGroup
		for i := range 4 {
			wg.Go(func() { f.add(fmt.Sprint("host", i%2), float64(i)) })
		}
		wg.Wait()
	}
	var page bytes.Buffer
	if err := r.dump(&page); err != nil {
		fmt.Println(err)
	}
	fmt.Print(page.String())
}
