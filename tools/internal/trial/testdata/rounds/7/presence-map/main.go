// truth: leak line 25,53 hard

// Command presence-map keeps the latest presence of each user, in groups, until
// the group is left.
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type presence struct {
	user   string
	status string
	seen   []int
}

func (p *presence) Reset() { *p = presence{seen: p.seen[:0]} }

var presences = rcpool.Pool[presence]{Name: "presences"}

func newPresence(user, status string, seen ...int) rcpool.Ref[presence] {
	p := presences.Get()
	v := p.Value()
	v.user, v.status = user, status
	v.seen = append(v.seen, seen...)
	return p
}

type group struct {
	mu      sync.Mutex
	members map[string]rcpool.Ref[presence]
}

// update takes p over.
func (g *group) update(p rcpool.Ref[presence]) {
	g.mu.Lock()
	defer g.mu.Unlock()
	user := p.Value().user
	if p.Value().status == "offline" {
		if old, ok := g.members[user]; ok {
			delete(g.members, user)
			old.Release()
		}
		p.Release()
		return
	}
	if g.members == nil {
		g.members = map[string]rcpool.Ref[presence]{}
	}
	g.members[user] = p
}

func (g *group) status(user string) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	p, ok := g.members[user]
	if !ok {
		return "offline"
	}
	return p.Value().status
}

func (g *group) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for user, p := range g.members {
		delete(g.members, user)
		p.Release()
	}
}

func main() {
	var g group
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			user := fmt.Sprint("user", i)
			g.update(newPresence(user, "online", i))
			g.update(newPresence(user, "busy", i, i+1))
			if i == 1 {
				g.update(newPresence(user, "offline"))
			}
		})
	}
	wg.Wait()
	fmt.Println(g.status("user0"), g.status("user1"), g.status("user2"))
	g.leave()
	fmt.Println("in use:", presences.Stats().InUse)
}
