// truth: use-after-release line 115 hard
package main

import (
	"fmt"
	"sort"

	"github.com/rcpool/rcpool"
)

type candidate struct {
	term  string
	count int
	docs  []int
}

func (c *candidate) Reset() { c.term, c.count, c.docs = "", 0, c.docs[:0] }

var candidates = rcpool.Pool[candidate]{Name: "candidates"}

// top keeps the k candidates with the highest counts.
type top struct {
	k    int
	kept []rcpool.Ref[candidate]
}

func (t *top) lowest() int {
	low := 0
	for i := range t.kept {
		if t.kept[i].Value().count < t.kept[low].Value().count {
			low = i
		}
	}
	return low
}

// offer takes c over.
func (t *top) offer(c rcpool.Ref[candidate]) {
	if len(t.kept) < t.k {
		t.kept = append(t.kept, c)
		return
	}
	i := t.lowest()
	worst := t.kept[i]
	if c.Value().count <= worst.Value().count {
		c.Release()
		return
	}
	t.kept[i] = c
	worst.Release()
}

// drop removes the candidates with fewer than min occurrences.
func (t *top) drop(min int) {
	n := 0
	for _, c := range t.kept {
		if c.Value().count < min {
			c.Release()
			continue
		}
		t.kept[n] = c
		n++
	}
	for i := n; i < len(t.kept); i++ {
		t.kept[i] = rcpool.Ref[candidate]{}
	}
	t.kept = t.kept[:n]
}

func (t *top) close() {
	for i := range t.kept {
		t.kept[i].Release()
	}
	t.kept = nil
}

func (t *top) terms() []string {
	sort.Slice(t.kept, func(i, j int) bool {
		return t.kept[i].Value().count > t.kept[j].Value().count
	})
	var out []string
	for _, c := range t.kept {
		out = append(out, fmt.Sprintf("%s(%d)", c.Value().term, len(c.Value().docs)))
	}
	return out
}

// collect counts the terms of the documents.
func collect(docs [][]string, t *top) (busiest string) {
	open := map[string]rcpool.Ref[candidate]{}
	var most rcpool.Ref[candidate]
	for i, doc := range docs {
		for _, term := range doc {
			c, ok := open[term]
			if !ok {
				c = candidates.Get()
				c.Value().term = term
				open[term] = c
			}
			v := c.Value()
			v.count++
			v.docs = append(v.docs, i)
			if most.IsZero() || v.count > most.Value().count {
				most = c
			}
		}
	}
	for _, c := range open {
		t.offer(c)
	}
	t.drop(2)
	if most.IsZero() {
		return ""
	}
	return most.Value().term
}

func main() {
	t := &top{k: 2}
	fmt.Println(collect(nil, t))
	docs := [][]string{{"go", "pool"}, {"go", "stream", "go"}, {"pool", "dns"}}
	fmt.Println(collect(docs, t), t.terms())
	t.close()
	fmt.Println(collect([][]string{{"voice"}, {"dns"}}, t), t.terms())
	t.close()
}
