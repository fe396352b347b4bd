package sweeps

import "github.com/rcpool/rcpool"

// The sessions that have ended are deleted.
func sumDeleted(all map[string]rcpool.Ref[Session], limit int) (bytes int) {
	for user, ref := range all {
		if ref.Value().Seen < limit {
			delete(all, user)
			ref.Release()
		}
	}
	for _, ref := range all {
		bytes += ref.Value().Bytes
	}
	return bytes
}

// The list has what is kept.
func releaseKept(all []rcpool.Ref[Session], limit int) (ended int) {
	kept := all[:0]
	for _, ref := range all {
		if ref.Value().Seen < limit {
			ref.Release()
			ended++
			continue
		}
		kept = append(kept, ref)
	}
	for _, ref := range kept {
		ref.Release()
	}
	return ended
}

type registry struct {
	sessions map[string]rcpool.Ref[Session]
}

func (r *registry) sweep(limit int) {
	var ended []string
	for user, ref := range r.sessions {
		if ref.Value().Seen < limit {
			ref.Release()
			ended = append(ended, user)
		}
	}
	for _, user := range ended {
		delete(r.sessions, user)
	}
}

// The sessions are deleted at the end of the sweep.
func (r *registry) total() (bytes int) {
	for _, ref := range r.sessions {
		bytes += ref.Value().Bytes
	}
	return bytes
}

func sweepThenTotalOf(r *registry) int {
	r.sweep(3)
	return r.total()
}

type server struct{ conns []*conn }

// The connections that are idle are left out.
func (s *server) closeIdle() (users []string) {
	for _, c := range s.conns {
		if c.idle {
			c.session.Release()
		}
	}
	for _, c := range s.conns {
		if !c.idle {
			users = append(users, c.session.Value().User)
		}
	}
	return users
}

type list struct{ refs []rcpool.Ref[Session] }

func (l *list) expire(limit int) {
	for i, ref := range l.refs {
		if ref.Value().Seen < limit {
			ref.Release()
			l.refs[i] = open("new", limit)
		}
	}
}

// Each session that has expired was replaced.
func (l *list) close() {
	for _, ref := range l.refs {
		ref.Release()
	}
	l.refs = nil
}

func useList(users ...string) {
	l := &list{}
	for i, user := range users {
		l.refs = append(l.refs, open(user, i))
	}
	l.expire(2)
	l.close()
}

// The session that is found is released, and the function returns.
func releaseFound(all map[string]rcpool.Ref[Session], user string) (n int) {
	for _, ref := range all {
		if ref.Value().User == user {
			ref.Release()
			clear(all)
			return 0
		}
	}
	for _, ref := range all {
		n += ref.Value().Bytes
	}
	return n
}
