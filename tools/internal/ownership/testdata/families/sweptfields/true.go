package sweptfields

import (
	"bytes"

	"github.com/rcpool/rcpool"
)

type lobby struct{ active map[int]*Game }

func (l *lobby) join(id int) { l.active[id] = start(id) }

// The games that were put back are still in the map.
func (l *lobby) sweep(n int) (moves int) {
	for _, g := range l.active {
		if g.Moves >= n {
			games.Put(g)
		}
	}
	for _, g := range l.active {
		moves += g.Moves // want "use-after-release: "
	}
	return moves
}

// A method is called on each game of a list.
func scores(all []*Game, n int) (sum int) {
	for _, g := range all {
		if g.Moves < n {
			continue
		}
		games.Put(g)
	}
	for i := range all {
		sum += all[i].Score() // want "use-after-release: "
	}
	return sum
}

type player struct {
	name string
	idle bool
	out  *bytes.Buffer
}

type room struct{ players []*player }

func (r *room) enter(name string) {
	r.players = append(r.players, &player{name: name, out: buffers.Get().(*bytes.Buffer)})
}

// The players who are idle keep their buffers.
func (r *room) tell(text string) {
	for _, p := range r.players {
		if p.idle {
			buffers.Put(p.out)
		}
	}
	for _, p := range r.players {
		p.out.WriteString(text) // want "use-after-release: "
	}
}

// All games are put back, also those that were before.
func finish(all map[int]*Game, n int) {
	ended := 0
	for _, g := range all {
		if g.Moves >= n {
			games.Put(g)
			ended++
		}
	}
	for id, g := range all {
		delete(all, id)
		games.Put(g) // want "double-release: "
	}
	println(ended)
}

type store struct {
	byToken map[string]rcpool.Ref[Session]
	aged    []string
}

func (s *store) login(user string, at int) {
	s.byToken[user] = login(user, at)
	s.aged = append(s.aged, user)
}

func (s *store) expire(before int) {
	kept := s.aged[:0] // the tokens are forgotten, but not the sessions
	for _, token := range s.aged {
		if ref := s.byToken[token]; ref.Value().Seen < before {
			ref.Release()
			continue
		}
		kept = append(kept, token)
	}
	s.aged = kept
}

// Each turn of the loop deletes its own entry.
func (s *store) close() {
	for token, ref := range s.byToken {
		ref.Release() // want "double-release: "
		delete(s.byToken, token)
	}
}

func expireThenClose() {
	s := &store{byToken: map[string]rcpool.Ref[Session]{}}
	s.login("ann", 1)
	s.login("bob", 2)
	s.expire(2)
	s.close()
}

type seats struct{ taken []rcpool.Ref[Session] }

func (s *seats) take(user string) { s.taken = append(s.taken, login(user, len(s.taken))) }

func (s *seats) expire(before int) {
	for _, ref := range s.taken {
		if ref.Value().Seen < before {
			ref.Release()
		}
	}
}

// Each turn of the loop clears its own element.
func (s *seats) clear() {
	for i, ref := range s.taken {
		s.taken[i] = rcpool.Ref[Session]{}
		ref.Release() // want "double-release: "
	}
}

func expireThenClear() {
	var s seats
	s.take("ann")
	s.take("bob")
	s.expire(1)
	s.clear()
}

// The games that are over are put back, and written.
func report(all [4]*Game, write func(id int)) {
	for _, g := range all {
		if g.Over {
			games.Put(g)
		}
	}
	for _, g := range all {
		write(g.ID) // want "use-after-release: "
	}
}

// Another loop is between the two.
func (l *lobby) sweepOne(n int) (moves int) {
	for _, g := range l.active {
		if g.Moves >= n {
			games.Put(g)
			break
		}
	}
	for i := 0; i < n; i++ {
		moves++
	}
	for _, g := range l.active {
		moves += g.Moves // want "use-after-release: "
	}
	return moves
}
