// truth: use-after-release line 83 callee

// Replog is the leader's side of a replicated log: entries go to followers
// until a majority has them.
package main

import (
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type entry struct {
	term  int
	index int
	cmd   string
	acks  map[string]bool
}

func (e *entry) Reset() {
	clear(e.acks)
	*e = entry{acks: e.acks}
}

type follower struct {
	name string
	down bool
	log  []string
}

func (f *follower) append(e *entry) bool {
	if f.down {
		return false
	}
	f.log = append(f.log, fmt.Sprintf("%d.%d:%s", e.term, e.index, e.cmd))
	return true
}

type leader struct {
	pool      rcpool.Pool[entry]
	term      int
	last      int
	committed int
	followers []*follower
	waiting   []rcpool.Ref[entry]
	trace     []string
}

func newLeader(followers ...*follower) *leader {
	l := &leader{term: 1, followers: followers}
	l.pool.Name = "entries"
	l.pool.New = func() *entry { return &entry{acks: map[string]bool{}} }
	return l
}

func (l *leader) majority(e *entry) bool { return len(e.acks)+1 > (len(l.followers)+1)/2 }

// replicate sends the entry to all followers. What has no majority waits for
// the next round.
func (l *leader) replicate(ref rcpool.Ref[entry]) bool {
	e := ref.Value()
	for _, f := range l.followers {
		if !e.acks[f.name] && f.append(e) {
			e.acks[f.name] = true
		}
	}
	if !l.majority(e) {
		l.waiting = append(l.waiting, ref)
		return false
	}
	l.committed = max(l.committed, e.index)
	ref.Release()
	return true
}

func (l *leader) propose(cmd string) {
	ref := l.pool.Get()
	l.last++
	e := ref.Value()
	e.term, e.index, e.cmd = l.term, l.last, strings.TrimSpace(cmd)
	if l.replicate(ref) {
		l.trace = append(l.trace, fmt.Sprint("committed ", e.index))
	} else {
		l.trace = append(l.trace, "pending")
	}
}

func (l *leader) retry() {
	waiting := l.waiting
	l.waiting = nil
	for _, ref := range waiting {
		l.replicate(ref)
	}
}

func (l *leader) stepDown() {
	for _, ref := range l.waiting {
		ref.Release()
	}
	l.waiting = nil
}

func main() {
	a, b := &follower{name: "a"}, &follower{name: "b"}
	l := newLeader(a, b)
	defer l.stepDown()
	l.propose("set x 1")
	a.down, b.down = true, true
	l.propose("set y 2 ")
	b.down = false
	l.retry()
	a.down = false
	l.propose("del x")
	fmt.Println(l.committed, len(l.waiting), b.log, l.trace)
}
