// truth: escape line 55 plain
package main

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rcpool/rcpool"
)

type ChatLine struct {
	Room string
	From string
	Text string
}

var chatLines rcpool.Pool[ChatLine]

type archive struct {
	wg    sync.WaitGroup
	bytes atomic.Int64
}

func (a *archive) save(l *ChatLine) {
	defer a.wg.Done()
	time.Sleep(time.Millisecond)
	a.bytes.Add(int64(len(l.Room) + len(l.From) + len(l.Text)))
}

type room struct {
	name    string
	members []chan string
	archive *archive
}

func (r *room) say(from, text string) bool {
	ref := chatLines.Get()
	defer ref.Release()
	line := ref.Value()
	line.Room, line.From, line.Text = r.name, from, strings.TrimSpace(text)
	if line.Text == "" {
		return false
	}
	rendered := fmt.Sprintf("<%s> %s", line.From, line.Text)
	for _, m := range r.members {
		select {
		case m <- rendered:
		default:
		}
	}
	r.archive.wg.Add(1)
	go r.archive.save(line)
	return true
}

func main() {
	a := &archive{}
	r := &room{name: "lobby", archive: a}
	for range 3 {
		r.members = append(r.members, make(chan string, 4))
	}
	for i := range 6 {
		r.say(fmt.Sprint("p", i), strings.Repeat("hi ", i))
	}
	a.wg.Wait()
	for _, m := range r.members {
		fmt.Println(len(m))
	}
}
