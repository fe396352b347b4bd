package sweptfields

import (
	"bytes"

	"github.com/rcpool/rcpool"
)

type hall struct{ active map[int]*Game }

func (h *hall) join(id int) { h.active[id] = start(id) }

// The games that were put back are not in the map any more.
func (h *hall) sweep(n int) (moves int) {
	for id, g := range h.active {
		if g.Moves >= n {
			delete(h.active, id)
			games.Put(g)
		}
	}
	for _, g := range h.active {
		moves += g.Moves
	}
	return moves
}

// The function returns if it has put back a game.
func scoresOfAll(all []*Game, n int) (sum int) {
	lost := 0
	for _, g := range all {
		if g.Moves < n {
			continue
		}
		games.Put(g)
		lost++
	}
	if lost > 0 {
		return 0
	}
	for i := range all {
		sum += all[i].Score()
	}
	return sum
}

type guest struct {
	name string
	idle bool
	out  *bytes.Buffer
}

type bar struct{ guests []*guest }

func (b *bar) enter(name string) {
	b.guests = append(b.guests, &guest{name: name, out: buffers.Get().(*bytes.Buffer)})
}

// The guests who are idle have no buffer afterwards.
func (b *bar) tell(text string) {
	for _, g := range b.guests {
		if g.idle {
			buffers.Put(g.out)
			g.out = new(bytes.Buffer)
		}
	}
	for _, g := range b.guests {
		g.out.WriteString(text)
	}
}

// A slot without a game is nil.
func finishSlots(all []*Game, n int) {
	for i, g := range all {
		if g != nil && g.Moves >= n {
			games.Put(g)
			all[i] = nil
		}
	}
	for _, g := range all {
		if g != nil {
			games.Put(g)
		}
	}
}

type register struct {
	byToken map[string]rcpool.Ref[Session]
	aged    []string
	expired map[string]bool
}

func (r *register) login(user string, at int) {
	r.byToken[user] = login(user, at)
	r.aged = append(r.aged, user)
}

func (r *register) expire(before int) {
	kept := r.aged[:0]
	for _, token := range r.aged {
		if ref := r.byToken[token]; ref.Value().Seen < before {
			ref.Release()
			r.expired[token] = true
			continue
		}
		kept = append(kept, token)
	}
	r.aged = kept
}

// Another map says which sessions were released.
func (r *register) close() {
	for token, ref := range r.byToken {
		if !r.expired[token] {
			ref.Release()
		}
		delete(r.byToken, token)
	}
}

func expireThenCloseRest() {
	r := &register{byToken: map[string]rcpool.Ref[Session]{}, expired: map[string]bool{}}
	r.login("ann", 1)
	r.login("bob", 2)
	r.expire(2)
	r.close()
}

type places struct{ taken []rcpool.Ref[Session] }

func (p *places) take(user string) { p.taken = append(p.taken, login(user, len(p.taken))) }

func (p *places) expire(before int) {
	for i := range p.taken {
		if ref := &p.taken[i]; !ref.IsZero() && ref.Value().Seen < before {
			rcpool.Drop(ref)
		}
	}
}

// Drop leaves a zero reference, which another Drop accepts.
func (p *places) clear() {
	for i := range p.taken {
		rcpool.Drop(&p.taken[i])
	}
}

func expireThenDropAll() {
	var p places
	p.take("ann")
	p.take("bob")
	p.expire(1)
	p.clear()
}

// The games are written only if none was put back.
func reportKept(all []*Game, keep bool, write func(id int)) {
	for _, g := range all {
		if !keep {
			games.Put(g)
		}
	}
	if keep {
		for _, g := range all {
			write(g.ID)
		}
	}
}

// The map is another one in the second loop.
func (h *hall) sweepAll(n int) (moves int) {
	left := map[int]*Game{}
	for id, g := range h.active {
		if g.Moves >= n {
			games.Put(g)
			continue
		}
		left[id] = g
	}
	h.active = left
	for _, g := range h.active {
		moves += g.Moves
	}
	return moves
}
