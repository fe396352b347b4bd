package listentries

import "github.com/rcpool/rcpool"

type hub1 struct {
	queues map[string][]rcpool.Ref[Note]
	limit  int
}

func (h *hub1) join(user string) { h.queues[user] = nil }

// What is queued for the user is lost.
func (h *hub1) leave(user string) {
	if _, ok := h.queues[user]; !ok {
		return
	}
	delete(h.queues, user) // want "leak: "
	h.tell("left: " + user)
}

func (h *hub1) tell(text string) {
	ref := write(text)
	defer ref.Release()
	for user, queue := range h.queues {
		if len(queue) == h.limit {
			queue[0].Release()
			queue = queue[1:]
		}
		h.queues[user] = append(queue, ref.Retain())
	}
}

func (h *hub1) poll(user string, f func(*Note)) {
	queue := h.queues[user]
	h.queues[user] = nil
	for _, ref := range queue {
		f(ref.Value())
		ref.Release()
	}
}

func (h *hub1) close() {
	for _, queue := range h.queues {
		for _, ref := range queue {
			ref.Release()
		}
	}
	clear(h.queues)
}

func useHub1() (n int) {
	h := &hub1{map[string][]rcpool.Ref[Note]{}, 3}
	defer h.close()
	for _, user := range []string{"a", "b"} {
		h.join(user)
	}
	h.tell("hello")
	h.poll("a", func(*Note) { n++ })
	h.leave("b")
	return n
}

type topics2 struct{ all map[int][]rcpool.Ref[Note] }

func (t *topics2) publish(topic int, text string) {
	t.all[topic] = append(t.all[topic], write(text))
}

// A topic is removed with all that it has.
func (t *topics2) remove(topic int) {
	delete(t.all, topic) // want "leak: "
}

func (t *topics2) close() {
	for topic, list := range t.all {
		for _, ref := range list {
			ref.Release()
		}
		delete(t.all, topic)
	}
}

func useTopics2() {
	t := &topics2{map[int][]rcpool.Ref[Note]{}}
	t.publish(1, "a")
	t.publish(2, "b")
	t.remove(1)
	t.close()
}

type inbox3 struct{ mail map[string][]rcpool.Ref[Note] }

func (b *inbox3) deliver(user, text string) {
	b.mail[user] = append(b.mail[user], write(text))
}

func (b *inbox3) drain(user string) {
	for _, ref := range b.mail[user] {
		ref.Release()
	}
	b.mail[user] = nil
}

// Through one more function.
func (b *inbox3) forget(user string) {
	delete(b.mail, user) // want "leak: "
}

func (b *inbox3) unsubscribe(user string) {
	b.forget(user)
	b.deliver("admin", user)
}

func useInbox3() {
	b := &inbox3{map[string][]rcpool.Ref[Note]{}}
	b.deliver("a", "x")
	b.deliver("b", "y")
	b.unsubscribe("a")
	b.drain("b")
	b.drain("admin")
}

type groups4 struct {
	open    map[string][]rcpool.Ref[Note]
	removed int
}

func (g *groups4) add(group, text string) {
	g.open[group] = append(g.open[group], write(text))
}

// What is removed is only counted.
func (g *groups4) cancel(group string) bool {
	_, ok := g.open[group]
	if ok {
		g.removed++
		delete(g.open, group) // want "leak: "
	}
	return ok
}

func (g *groups4) finish() {
	for group, list := range g.open {
		delete(g.open, group)
		for _, ref := range list {
			ref.Release()
		}
	}
}

func useGroups4(groups []string) bool {
	g := &groups4{open: map[string][]rcpool.Ref[Note]{}}
	defer g.finish()
	for _, group := range groups {
		g.add(group, "x")
	}
	return g.cancel("a")
}

type rooms5 struct{ all map[string][]rcpool.Ref[Note] }

func (r *rooms5) say(room, text string) {
	if r.all == nil {
		r.all = map[string][]rcpool.Ref[Note]{}
	}
	r.all[room] = append(r.all[room], write(text))
}

func (r *rooms5) shut(room string) {
	for _, ref := range r.all[room] {
		ref.Release()
	}
	delete(r.all, room)
}

// It is shut in another way.
func (r *rooms5) evict(room string) {
	delete(r.all, room) // want "leak: "
}

func useRooms5() {
	var r rooms5
	r.say("a", "x")
	r.say("b", "y")
	r.evict("a")
	r.shut("b")
}
