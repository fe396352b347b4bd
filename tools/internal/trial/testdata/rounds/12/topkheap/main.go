// truth: correct

package main

import (
	"container/heap"
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type Hit struct {
	Doc     int
	Score   float64
	Snippet []byte
}

var hits = rcpool.Pool[Hit]{
	Name:  "hits",
	Reset: func(h *Hit) { *h = Hit{Snippet: h.Snippet[:0]} },
}

type hitHeap []rcpool.Ref[Hit]

func (h hitHeap) Len() int           { return len(h) }
func (h hitHeap) Less(i, j int) bool { return h[i].Value().Score < h[j].Value().Score }
func (h hitHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *hitHeap) Push(x any)        { *h = append(*h, x.(rcpool.Ref[Hit])) }
func (h *hitHeap) Pop() any {
	old := *h
	last := len(old) - 1
	ref := old[last]
	old[last] = rcpool.Ref[Hit]{}
	*h = old[:last]
	return ref
}

type collector struct {
	k    int
	heap hitHeap
}

func (c *collector) offer(ref rcpool.Ref[Hit]) {
	if len(c.heap) < c.k {
		heap.Push(&c.heap, ref)
		return
	}
	if c.heap[0].Value().Score >= ref.Value().Score {
		ref.Release()
		return
	}
	worst := c.heap[0]
	c.heap[0] = ref
	heap.Fix(&c.heap, 0)
	worst.Release()
}

func (c *collector) drain(emit func(*Hit)) {
	for c.heap.Len() > 0 {
		ref := heap.Pop(&c.heap).(rcpool.Ref[Hit])
		emit(ref.Value())
		ref.Release()
	}
}

func score(doc, term string) float64 {
	return float64(strings.Count(doc, term)) / float64(1+len(doc))
}

func main() {
	docs := []string{
		"red fish blue fish", "one fish two fish", "a cat", "fish", "big fish little pond fish fish",
		"no match here", "fish and chips", "the fisher king", "catfish fishing fish",
	}
	c := &collector{k: 3}
	for i, doc := range docs {
		s := score(doc, "fish")
		if s == 0 {
			continue
		}
		ref := hits.Get()
		h := ref.Value()
		h.Doc, h.Score = i, s
		h.Snippet = append(h.Snippet, doc[:min(len(doc), 10)]...)
		c.offer(ref)
	}
	var result []string
	c.drain(func(h *Hit) {
		result = append(result, fmt.Sprintf("%d:%s", h.Doc, h.Snippet))
	})
	fmt.Println(result)
}
