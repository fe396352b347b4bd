// truth: escape line 62 callee
package main

import (
	"fmt"
	"math"
	"sync"

	"github.com/rcpool/rcpool"
)

type Pose struct {
	X, Y, Heading float64
	Seq           int
}

var poses rcpool.Pool[Pose]

// tracker knows where each robot was seen last.
type tracker struct {
	mu   sync.Mutex
	last map[string]*Pose
}

func (t *tracker) seen(robot string, p *Pose) (jump float64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if old := t.last[robot]; old != nil {
		jump = math.Hypot(p.X-old.X, p.Y-old.Y)
	}
	t.last[robot] = p
	return jump
}

func (t *tracker) where(robot string) (x, y float64, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	p, ok := t.last[robot]
	if !ok {
		return 0, 0, false
	}
	return p.X, p.Y, true
}

type odometry struct {
	tracker *tracker
	alarms  int
}

func parse(p *Pose, msg string) error {
	_, err := fmt.Sscanf(msg, "%d %f %f %f", &p.Seq, &p.X, &p.Y, &p.Heading)
	return err
}

func (o *odometry) receive(robot, msg string) error {
	ref := poses.Get()
	defer ref.Release()
	p := ref.Value()
	if err := parse(p, msg); err != nil {
		return fmt.Errorf("%s: %w", robot, err)
	}
	if o.tracker.seen(robot, p) > 5 {
		o.alarms++
	}
	return nil
}

func main() {
	o := &odometry{tracker: &tracker{last: map[string]*Pose{}}}
	for i, msg := range []string{"1 0 0 0", "2 1 1 0", "x", "3 30 4 1"} {
		if err := o.receive(fmt.Sprint("r", i%2), msg); err != nil {
			fmt.Println("bad message", i)
		}
	}
	x, y, ok := o.tracker.where("r0")
	fmt.Println(x, y, ok, o.alarms)
}
