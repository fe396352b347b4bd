// truth: double-release line 34,42 plain

// Command mail-queue accepts mails as long as the queue has room, and answers
// with a status for each.
package main

import (
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type mail struct {
	to   string
	text strings.Builder
}

func (m *mail) Reset() {
	m.to = ""
	m.text.Reset()
}

var mails = rcpool.Pool[mail]{Name: "mails"}

type server struct {
	queue chan rcpool.Ref[mail]
	sent  sync.WaitGroup
}

func (s *server) accept(to, text string) (status int) {
	m := mails.Get()
	defer m.Release()
	v := m.Value()
	v.to = to
	v.text.WriteString(text)
	if !strings.Contains(to, "@") {
		return 553
	}
	select {
	case s.queue <- m:
		return 250
	default:
		return 452
	}
}

func (s *server) deliver(into map[string]int) {
	defer s.sent.Done()
	for m := range s.queue {
		into[m.Value().to] += m.Value().text.Len()
		m.Release()
	}
}

func main() {
	s := &server{queue: make(chan rcpool.Ref[mail], 8)}
	boxes := map[string]int{}
	s.sent.Add(1)
	go s.deliver(boxes)
	statuses := map[int]int{}
	for i := range 10 {
		to := fmt.Sprintf("user%d@example.com", i%3)
		if i == 4 {
			to = "nobody"
		}
		statuses[s.accept(to, "hello")]++
	}
	close(s.queue)
	s.sent.Wait()
	fmt.Println(statuses, boxes)
}
