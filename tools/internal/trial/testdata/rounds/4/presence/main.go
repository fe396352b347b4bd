// truth: escape line 48 callee

// Presence tracks who is online, and answers who was seen last.
package main

import (
	"fmt"
	"sort"
	"sync"

	"github.com/rcpool/rcpool"
)

type Status struct {
	User string
	Room string
	Seq  int
}

var statuses = rcpool.Pool[Status]{Name: "statuses"}

var online = struct {
	mu sync.Mutex
	by map[string]*Status
}{by: make(map[string]*Status)}

func publish(s *Status) {
	online.mu.Lock()
	defer online.mu.Unlock()
	online.by[s.User] = s
}

func validate(s *Status) error {
	if s.User == "" {
		return fmt.Errorf("status %d has no user", s.Seq)
	}
	return nil
}

func receive(seq int, user, room string) error {
	ref := statuses.Get()
	defer ref.Release()
	s := ref.Value()
	*s = Status{User: user, Room: room, Seq: seq}
	if err := validate(s); err != nil {
		return err
	}
	publish(s)
	return nil
}

func who() []string {
	online.mu.Lock()
	defer online.mu.Unlock()
	var lines []string
	for user, s := range online.by {
		lines = append(lines, fmt.Sprintf("%s in %s", user, s.Room))
	}
	sort.Strings(lines)
	return lines
}

func main() {
	for i, user := range []string{"ann", "ben", "", "cleo"} {
		if err := receive(i, user, fmt.Sprint("room", i)); err != nil {
			fmt.Println(err)
		}
	}
	for _, line := range who() {
		fmt.Println(line)
	}
}
