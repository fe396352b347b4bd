// truth: escape line 70 callee
package main

import (
	"fmt"
	"slices"

	"github.com/rcpool/rcpool"
)

type presence struct {
	user  string
	rooms []string
}

func (p *presence) Reset() {
	clear(p.rooms)
	p.user, p.rooms = "", p.rooms[:0]
}

var pool = rcpool.Pool[presence]{Name: "presence"}

type roster struct {
	online map[string]*presence
	log    []string
}

func (r *roster) enter(p *presence) {
	r.online[p.user] = p
	r.note("+" + p.user)
}

func (r *roster) leave(user string) {
	delete(r.online, user)
	r.note("-" + user)
}

func (r *roster) note(s string) { r.log = append(r.log, s) }

func (r *roster) in(room string) (users []string) {
	for user, p := range r.online {
		if slices.Contains(p.rooms, room) {
			users = append(users, user)
		}
	}
	slices.Sort(users)
	return users
}

type update struct {
	user  string
	rooms []string
	off   bool
}

func (r *roster) apply(u update) {
	if u.off {
		r.leave(u.user)
		return
	}
	ref := pool.Get()
	defer ref.Release()
	p := ref.Value()
	p.user = u.user
	p.rooms = append(p.rooms, u.rooms...)
	if len(p.rooms) == 0 {
		r.note("?" + p.user)
		return
	}
	r.enter(p)
}

func main() {
	defer pool.SetChecking(0)()
	r := &roster{online: make(map[string]*presence)}
	for _, u := range []update{
		{user: "ann", rooms: []string{"go", "ops"}},
		{user: "bob"},
		{user: "cid", rooms: []string{"go"}},
		{user: "dan", rooms: []string{"ops"}},
		{user: "dan", off: true},
	} {
		r.apply(u)
	}
	fmt.Println(r.log)
	if got := r.in("go"); len(got) != 2 {
		panic(fmt.Sprint("in room go: ", got))
	}
}
