// truth: correct

// Command deadlines schedules reminders that can be cancelled.
package main

import (
	"context"
	"fmt"
	"log"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Reminder struct {
	ID   int
	Text string
}

var reminders = rcpool.Pool[Reminder]{Name: "reminders"}

type Scheduler struct {
	mu    sync.Mutex
	stops map[int]func() bool
	fired chan int
	wg    sync.WaitGroup
}

func (s *Scheduler) fire(r *Reminder) {
	defer s.wg.Done()
	s.mu.Lock()
	delete(s.stops, r.ID)
	s.mu.Unlock()
	s.fired <- len(r.Text)
}

// Schedule takes over reminder.
func (s *Scheduler) Schedule(reminder rcpool.Ref[Reminder], d time.Duration) {
	defer reminder.Release()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wg.Add(1)
	s.stops[reminder.Value().ID] = reminder.AfterFunc(d, s.fire)
}

func (s *Scheduler) Cancel(id int) bool {
	s.mu.Lock()
	stop, ok := s.stops[id]
	delete(s.stops, id)
	s.mu.Unlock()
	if !ok || !stop() {
		return false
	}
	s.wg.Done()
	return true
}

// Until delivers reminder when ctx is done. It takes the reference over.
func (s *Scheduler) Until(ctx context.Context, reminder rcpool.Ref[Reminder]) {
	s.wg.Add(1)
	reminder.AfterDone(ctx, s.fire)
	reminder.Release()
}

func newReminder(id int, text string) rcpool.Ref[Reminder] {
	r := reminders.Get()
	*r.Value() = Reminder{ID: id, Text: text}
	return r
}

func main() {
	s := &Scheduler{stops: make(map[int]func() bool), fired: make(chan int, 8)}
	s.Schedule(newReminder(1, "tea"), 5*time.Millisecond)
	s.Schedule(newReminder(2, "never"), time.Hour)
	s.Schedule(newReminder(3, "lunch"), 10*time.Millisecond)
	ctx, cancel := context.WithCancel(context.Background())
	s.Until(ctx, newReminder(4, "goodbye"))

	if !s.Cancel(2) || s.Cancel(2) || s.Cancel(99) {
		log.Fatal("cancel")
	}
	cancel()
	s.wg.Wait()
	close(s.fired)
	sum := 0
	for n := range s.fired {
		sum += n
	}
	if sum != 3+5+7 {
		log.Fatal("sum ", sum)
	}
	fmt.Println("fired", sum)
}
