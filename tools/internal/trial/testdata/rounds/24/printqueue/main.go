// truth: zero-ref line 75 callee

// Command printqueue spools documents for printers, urgent ones first.
package main

import (
	"container/heap"
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Document struct {
	Title    string
	Pages    int
	Priority int
	Order    int
}

var documents = rcpool.Pool[Document]{Name: "documents"}

type spool []rcpool.Ref[Document]

func (s spool) Len() int { return len(s) }
func (s spool) Less(i, j int) bool {
	a, b := s[i].Value(), s[j].Value()
	if a.Priority != b.Priority {
		return a.Priority > b.Priority
	}
	return a.Order < b.Order
}
func (s spool) Swap(i, j int) { s[i], s[j] = s[j], s[i] }
func (s *spool) Push(x any)   { *s = append(*s, x.(rcpool.Ref[Document])) }
func (s *spool) Pop() any {
	n := len(*s) - 1
	last := (*s)[n]
	(*s)[n] = rcpool.Ref[Document]{}
	*s = (*s)[:n]
	return last
}

type printer struct {
	queue spool
	limit int
	order int
	pages int
}

var errQueueFull = errors.New("queue is full")

// enqueue takes the document over if there is room, and leaves it to the
// caller otherwise.
func (p *printer) enqueue(doc *rcpool.Ref[Document]) error {
	if p.queue.Len() >= p.limit {
		return errQueueFull
	}
	p.order++
	doc.Value().Order = p.order
	heap.Push(&p.queue, rcpool.Move(doc))
	return nil
}

func (p *printer) submit(title string, pages, priority int) (int, error) {
	doc := documents.Get()
	defer rcpool.Drop(&doc)
	d := doc.Value()
	d.Title, d.Pages, d.Priority = title, pages, priority
	if pages == 0 {
		return 0, fmt.Errorf("%s has no pages", title)
	}
	if err := p.enqueue(&doc); err != nil {
		return 0, fmt.Errorf("%s: %w", doc.Value().Title, err)
	}
	return doc.Value().Order, nil
}

func (p *printer) print() (string, bool) {
	if p.queue.Len() == 0 {
		return "", false
	}
	doc := heap.Pop(&p.queue).(rcpool.Ref[Document])
	defer doc.Release()
	p.pages += doc.Value().Pages
	return doc.Value().Title, true
}

func (p *printer) drain() (titles []string) {
	for {
		title, ok := p.print()
		if !ok {
			return titles
		}
		titles = append(titles, title)
	}
}

func main() {
	p := &printer{limit: 4}
	defer func() {
		fmt.Println(p.drain(), p.pages)
	}()
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("submit:", r.(error))
		}
	}()
	for i, title := range []string{"memo", "", "report", "slides", "poster"} {
		ticket, err := p.submit(title, i+1, i%3)
		fmt.Println(ticket, err)
	}
}
