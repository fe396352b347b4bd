// truth: use-after-release line 57 callee
package main

import (
	"fmt"
	"sort"

	"github.com/rcpool/rcpool/classic"
)

type presence struct {
	classic.ReferenceCounter
	user  string
	state string
	seq   int
}

func resetPresence(i interface{}) error {
	p, ok := i.(*presence)
	if !ok {
		return fmt.Errorf("unexpected %T", i)
	}
	p.user, p.state, p.seq = "", "", 0
	return nil
}

var presences = classic.NewReferenceCountedPool(func(c classic.ReferenceCounter) classic.ReferenceCountable {
	return &presence{ReferenceCounter: c}
}, resetPresence)

type roster struct {
	online map[string]int
	sent   []string
}

// notify tells the watchers of a user, and gives up the update.
func (r *roster) notify(p *presence, watchers ...string) int {
	defer p.DecrementReferenceCount()
	for _, w := range watchers {
		if w == p.user {
			continue
		}
		r.sent = append(r.sent, w+"<-"+p.user+":"+p.state)
	}
	return len(watchers)
}

func (r *roster) update(user, state string, watchers []string) {
	p := presences.Get().(*presence)
	p.user, p.state = user, state
	p.seq = len(r.sent)
	if state == r.label(user) {
		p.DecrementReferenceCount()
		return
	}
	if r.notify(p, watchers...) > 0 {
		r.online[p.user]++
	}
}

func (r *roster) label(user string) string {
	if r.online[user] == 0 {
		return "offline"
	}
	return ""
}

func main() {
	r := &roster{online: map[string]int{}}
	r.update("ann", "online", []string{"bob", "ann"})
	r.update("bob", "offline", []string{"ann"})
	r.update("carl", "away", []string{"ann", "bob"})
	sort.Strings(r.sent)
	fmt.Println(r.sent, len(r.online))
}
