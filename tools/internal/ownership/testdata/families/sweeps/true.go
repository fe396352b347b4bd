package sweeps

import "github.com/rcpool/rcpool"

// The sessions that have ended stay in the map.
func sumAfter(all map[string]rcpool.Ref[Session], limit int) (bytes int) {
	for _, ref := range all {
		if ref.Value().Seen < limit {
			ref.Release()
		}
	}
	for _, ref := range all {
		bytes += ref.Value().Bytes // want "use-after-release: "
	}
	return bytes
}

// They stay in the list, and all are released.
func releaseAfter(all []rcpool.Ref[Session], limit int) (ended int) {
	for i := range all {
		if all[i].Value().Seen < limit {
			all[i].Release()
			ended++
		}
	}
	for i := range all {
		all[i].Release() // want "double-release: "
	}
	return ended
}

type table struct {
	sessions map[string]rcpool.Ref[Session]
}

func (t *table) sweep(limit int) {
	for _, ref := range t.sessions {
		if ref.Value().Seen < limit {
			ref.Release()
		}
	}
}

// Another method uses the sessions that the loop has released.
func (t *table) total() (bytes int) {
	for _, ref := range t.sessions {
		bytes += ref.Value().Bytes // want "use-after-release: "
	}
	return bytes
}

func sweepThenTotal(t *table) int {
	t.sweep(3)
	return t.total()
}

type hub struct {
	conns []*conn
	swept int
}

// The connections that are idle keep their sessions.
func (h *hub) closeIdle() (users []string) {
	for _, c := range h.conns {
		if c.idle {
			c.session.Release()
			h.swept++
		}
	}
	for _, c := range h.conns {
		users = append(users, c.session.Value().User) // want "use-after-release: "
	}
	return users
}

type queue struct{ refs []rcpool.Ref[Session] }

func (q *queue) expire(limit int) {
	for _, ref := range q.refs {
		if ref.Value().Seen >= limit {
			continue
		}
		ref.Release()
	}
}

// All are released, also those that have expired.
func (q *queue) close() {
	for _, ref := range q.refs {
		ref.Release() // want "double-release: "
	}
	q.refs = nil
}

func useQueue(users ...string) {
	q := &queue{}
	for i, user := range users {
		q.refs = append(q.refs, open(user, i))
	}
	q.expire(2)
	q.close()
}

// The first one is released, and the loop ends.
func releaseFirst(all map[string]rcpool.Ref[Session], user string) (n int) {
	for _, ref := range all {
		if ref.Value().User == user {
			ref.Release()
			break
		}
	}
	for _, ref := range all {
		n += ref.Value().Bytes // want "use-after-release: "
	}
	return n
}
