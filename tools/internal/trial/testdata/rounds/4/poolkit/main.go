// truth: correct

// Poolkit renders invoices with builders and indexes from typed pools.
package main

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"sync"

	"round/poolkit/reuse"
)

type Index struct {
	byName map[string]int
	order  []string
}

func (x *Index) Reset() {
	clear(x.byName)
	clear(x.order)
	x.order = x.order[:0]
}

func (x *Index) Add(name string, cents int) {
	if x.byName == nil {
		x.byName = make(map[string]int)
	}
	if _, ok := x.byName[name]; !ok {
		x.order = append(x.order, name)
	}
	x.byName[name] += cents
}

var (
	indexes reuse.Pool[Index, *Index]
	buffers reuse.Pool[bytes.Buffer, *bytes.Buffer]
)

type Line struct {
	Name  string
	Cents int
}

// Render returns text of its own.
func Render(lines []Line) (text string) {
	indexes.Do(func(x *Index) {
		for _, l := range lines {
			x.Add(l.Name, l.Cents)
		}
		buf := buffers.Get()
		defer buffers.Put(buf)
		for _, name := range x.order {
			fmt.Fprintf(buf, "%s=%d ", name, x.byName[name])
		}
		text = buf.String()
	})
	return text
}

// Names returns the names in alphabetical order.
func Names(lines []Line) []string {
	x := indexes.Get()
	defer indexes.Put(x)
	for _, l := range lines {
		x.Add(l.Name, l.Cents)
	}
	return slices.Sorted(maps.Keys(x.byName))
}

func main() {
	invoices := [][]Line{
		{{"tea", 250}, {"cake", 380}, {"tea", 250}},
		{{"soup", 590}},
		{},
	}
	var wg sync.WaitGroup
	texts := make([]string, len(invoices)*10)
	for i := range texts {
		wg.Go(func() {
			lines := invoices[i%len(invoices)]
			texts[i] = fmt.Sprint(Render(lines), Names(lines))
		})
	}
	wg.Wait()
	slices.Sort(texts)
	fmt.Println(slices.Compact(texts))
}
