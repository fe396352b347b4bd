// truth: double-release line 48 plain
package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/rcpool/rcpool"
)

type ticket struct {
	player string
	skill  int
	region string
}

var tickets = rcpool.Pool[ticket]{Name: "tickets"}

var errNoMatch = errors.New("no opponent found")

type lobby struct {
	waiting chan rcpool.Ref[ticket]
	spread  int
}

// match waits for an opponent and returns the names of both.
func (l *lobby) match(ctx context.Context, mine rcpool.Ref[ticket]) (string, error) {
	defer mine.Release()
	m := mine.Value()
	for tries := 0; tries < 3; tries++ {
		select {
		case other := <-l.waiting:
			o := other.Value()
			if o.region != m.region || abs(o.skill-m.skill) > l.spread {
				select {
				case l.waiting <- other:
				default:
					other.Release()
				}
				continue
			}
			pair := m.player + " vs " + o.player
			other.Release()
			return pair, nil
		case <-ctx.Done():
			mine.Release()
			return "", ctx.Err()
		}
	}
	return "", errNoMatch
}

func abs(x int) int { return max(x, -x) }

func (l *lobby) enter(player string, skill int, region string) rcpool.Ref[ticket] {
	t := tickets.Get()
	*t.Value() = ticket{player, skill, region}
	return t
}

func (l *lobby) wait(t rcpool.Ref[ticket]) bool {
	select {
	case l.waiting <- t:
		return true
	default:
		t.Release()
		return false
	}
}

func (l *lobby) close() {
	close(l.waiting)
	for t := range l.waiting {
		t.Release()
	}
}

func main() {
	l := &lobby{waiting: make(chan rcpool.Ref[ticket], 2), spread: 50}
	l.wait(l.enter("ann", 1200, "eu"))
	l.wait(l.enter("bob", 2400, "eu"))
	l.wait(l.enter("cat", 2400, "us"))
	fmt.Println(l.match(context.Background(), l.enter("dan", 1210, "eu")))
	fmt.Println(l.match(context.Background(), l.enter("eve", 100, "eu")))
	l.close()

	quiet := &lobby{waiting: make(chan rcpool.Ref[ticket])}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
	defer cancel()
	fmt.Println(quiet.match(ctx, quiet.enter("fay", 1, "eu")))
}
