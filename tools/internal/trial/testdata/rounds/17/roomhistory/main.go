// truth: correct
package main

import (
	"container/list"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

var livePosts atomic.Int32

type Post struct {
	rc   int32
	id   int
	text []byte
	next *Post // the post it quotes, if any
}

func NewPost(id int, text string, quote *Post) *Post {
	p := &Post{rc: 1, id: id, text: []byte(text)}
	if quote != nil {
		quote.Retain()
		p.next = quote
	}
	livePosts.Add(1)
	return p
}

func (p *Post) Retain() { atomic.AddInt32(&p.rc, 1) }

func (p *Post) Release() {
	if atomic.AddInt32(&p.rc, -1) != 0 {
		return
	}
	livePosts.Add(-1)
	if p.next != nil {
		p.next.Release()
		p.next = nil
	}
	p.text = nil
}

type history struct {
	mu    sync.Mutex
	posts *list.List // of *Post
	max   int
}

var errNoPost = errors.New("no such post")

// find returns the post with a reference for the caller.
func (h *history) find(id int) (*Post, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for el := h.posts.Back(); el != nil; el = el.Prev() {
		if p := el.Value.(*Post); p.id == id {
			p.Retain()
			return p, nil
		}
	}
	return nil, fmt.Errorf("post %d: %w", id, errNoPost)
}

func (h *history) add(p *Post) {
	p.Retain()
	h.mu.Lock()
	h.posts.PushBack(p)
	var old *Post
	if h.posts.Len() > h.max {
		old = h.posts.Remove(h.posts.Front()).(*Post)
	}
	h.mu.Unlock()
	if old != nil {
		old.Release()
	}
}

func (h *history) remove(id int) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	for el := h.posts.Front(); el != nil; el = el.Next() {
		if el.Value.(*Post).id == id {
			h.posts.Remove(el).(*Post).Release()
			return true
		}
	}
	return false
}

func (h *history) reply(id, to int, text string) error {
	quoted, err := h.find(to)
	if err != nil {
		return err
	}
	defer quoted.Release()
	p := NewPost(id, text, quoted)
	defer p.Release()
	h.add(p)
	return nil
}

func main() {
	h := &history{posts: list.New(), max: 3}
	for i := range 3 {
		p := NewPost(i, fmt.Sprint("post ", i), nil)
		h.add(p)
		p.Release()
	}
	fmt.Println(h.reply(3, 0, "re: 0"), h.reply(4, 3, "re: 3"), h.reply(5, 0, "re: 0"))
	fmt.Println("live", livePosts.Load())
	fmt.Println(h.remove(3), h.remove(3), h.remove(9))
	if p, err := h.find(4); err == nil {
		fmt.Println(string(p.text), string(p.next.text), string(p.next.next.text))
		p.Release()
	}
	for _, id := range []int{2, 4} {
		h.remove(id)
	}
	fmt.Println("live", livePosts.Load(), h.posts.Len())
}
