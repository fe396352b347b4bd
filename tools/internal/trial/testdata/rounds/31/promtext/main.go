// truth: correct

// Command promtext renders metrics in the text format, family by family, and
// sorts the families.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"sort"
	"strconv"
	"sync"

	"github.com/valyala/bytebufferpool"
)

type sample struct {
	labels string
	value  float64
}

type family struct {
	name    string
	help    string
	collect func(emit func(sample)) error
}

type block struct {
	name string
	text *bytebufferpool.ByteBuffer
}

type registry struct {
	mu       sync.Mutex
	families []family
}

func (r *registry) register(f family) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.families = append(r.families, f)
}

// render returns the text of a family; the caller puts it back.
func (f *family) render() (*bytebufferpool.ByteBuffer, error) {
	b := bytebufferpool.Get()
	b.WriteString("# HELP ")
	b.WriteString(f.name)
	b.WriteByte(' ')
	b.WriteString(f.help)
	b.WriteByte('\n')
	err := f.collect(func(s sample) {
		b.WriteString(f.name)
		if s.labels != "" {
			b.WriteByte('{')
			b.WriteString(s.labels)
			b.WriteByte('}')
		}
		b.WriteByte(' ')
		b.B = strconv.AppendFloat(b.B, s.value, 'g', -1, 64)
		b.WriteByte('\n')
	})
	if err != nil {
		bytebufferpool.Put(b)
		return nil, fmt.Errorf("%s: %w", f.name, err)
	}
	return b, nil
}

// write renders all families side by side. A family that fails is left out.
func (r *registry) write(w io.Writer) error {
	r.mu.Lock()
	families := append([]family(nil), r.families...)
	r.mu.Unlock()

	blocks := make([]block, len(families))
	errs := make([]error, len(families))
	var wg sync.WaitGroup
	for i := range families {
		wg.Go(func() {
			text, err := families[i].render()
			blocks[i], errs[i] = block{families[i].name, text}, err
		})
	}
	wg.Wait()
	sort.Slice(blocks, func(i, k int) bool { return blocks[i].name < blocks[k].name })

	out := bytebufferpool.Get()
	defer bytebufferpool.Put(out)
	for _, b := range blocks {
		if b.text == nil {
			continue
		}
		out.Write(b.text.B)
		bytebufferpool.Put(b.text)
	}
	if _, err := w.Write(out.B); err != nil {
		return err
	}
	return errors.Join(errs...)
}

func main() {
	r := &registry{}
	r.register(family{"up", "Whether it runs.", func(emit func(sample)) error {
		emit(sample{value: 1})
		return nil
	}})
	r.register(family{"disk_bytes", "Space.", func(emit func(sample)) error {
		emit(sample{`dev="sda"`, 12})
		return errors.New("sdb: i/o error")
	}})
	r.register(family{"http_requests_total", "Requests.", func(emit func(sample)) error {
		for i, code := range []string{"200", "404", "500"} {
			emit(sample{`code="` + code + `"`, float64(int(100) >> i)})
		}
		return nil
	}})
	fmt.Println(r.write(os.Stdout))
	var again bytes.Buffer
	fmt.Println(r.write(&again) != nil, again.Len() > 0)
}
