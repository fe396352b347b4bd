// truth: escape line 66 plain

// Command searchindexer tokenizes documents in the background.
package main

import (
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type document struct {
	id    int
	title string
	words []string
}

func (d *document) Reset() {
	clear(d.words)
	*d = document{words: d.words[:0]}
}

var documents = rcpool.Pool[document]{Name: "documents"}

type index struct {
	mu      sync.Mutex
	wg      sync.WaitGroup
	posting map[string][]int
	titles  map[int]string
}

func newIndex() *index {
	return &index{posting: map[string][]int{}, titles: map[int]string{}}
}

func (x *index) post(id int, words []string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, w := range words {
		x.posting[w] = append(x.posting[w], id)
	}
}

func (x *index) add(id int, text string) bool {
	ref := documents.Get()
	defer ref.Release()
	d := ref.Value()
	title, body, ok := strings.Cut(text, "\n")
	if !ok {
		return false
	}
	d.id, d.title = id, title
	for w := range strings.FieldsSeq(body) {
		d.words = append(d.words, strings.ToLower(w))
	}
	x.mu.Lock()
	x.titles[d.id] = d.title
	x.mu.Unlock()
	if len(d.words) <= 2 {
		x.post(id, d.words)
		return true
	}
	x.wg.Add(1)
	go func() {
		defer x.wg.Done()
		x.post(id, d.words)
	}()
	return true
}

func (x *index) find(word string) (titles []string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, id := range x.posting[word] {
		titles = append(titles, x.titles[id])
	}
	return titles
}

func main() {
	x := newIndex()
	for i, text := range []string{"Pools\nobjects that live again", "nothing", "Leaks\nobjects lost", "Races\ntwo write at once"} {
		if !x.add(i, text) {
			fmt.Println("skipped", i)
		}
	}
	x.wg.Wait()
	fmt.Println(len(x.find("objects")) > 0)
}
