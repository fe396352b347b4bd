package listentries

import "github.com/rcpool/rcpool"

type hub3 struct{ queues map[string][]rcpool.Ref[Note] }

func (h *hub3) tell(user, text string) {
	h.queues[user] = append(h.queues[user], write(text))
}

func (h *hub3) poll(user string) (n int) {
	for _, ref := range h.queues[user] {
		n += len(ref.Value().Text)
		ref.Release()
	}
	h.queues[user] = nil
	return n
}

// The caller empties the list before.
func (h *hub3) leave(user string) { delete(h.queues, user) }

func useHub3(user string) int {
	h := &hub3{map[string][]rcpool.Ref[Note]{}}
	h.tell(user, "a")
	n := h.poll(user)
	h.leave(user)
	return n
}

type hub4 struct{ queues map[string][]rcpool.Ref[Note] }

func (h *hub4) tell(user, text string) {
	h.queues[user] = append(h.queues[user], write(text))
}

func (h *hub4) next(user string) bool {
	queue := h.queues[user]
	if len(queue) == 0 {
		return false
	}
	queue[0].Release()
	h.queues[user] = queue[1:]
	return true
}

// Only an empty list is removed.
func (h *hub4) tidy(user string) {
	if len(h.queues[user]) == 0 {
		delete(h.queues, user)
	}
}

func useHub4() {
	h := &hub4{map[string][]rcpool.Ref[Note]{}}
	h.tell("a", "b")
	h.tidy("a")
	for h.next("a") {
	}
	h.tidy("a")
}

type hub5 struct{ queues map[string][]rcpool.Ref[Note] }

func (h *hub5) tell(user, text string) {
	h.queues[user] = append(h.queues[user], write(text))
}

func (h *hub5) size(user string) int { return len(h.queues[user]) }

func (h *hub5) flush() {
	for user, queue := range h.queues {
		for _, ref := range queue {
			ref.Release()
		}
		h.queues[user] = queue[:0]
	}
}

// The caller asks how much there is.
func (h *hub5) remove(user string) { delete(h.queues, user) }

func useHub5(users ...string) {
	h := &hub5{map[string][]rcpool.Ref[Note]{}}
	for _, user := range users {
		h.tell(user, "a")
		if h.size(user) == 0 {
			h.remove(user)
		}
	}
	h.flush()
}

type hub6 struct{ queues map[string][]rcpool.Ref[Note] }

func (h *hub6) tell(user, text string) {
	h.queues[user] = append(h.queues[user], write(text))
}

func (h *hub6) serve(user string, each func(*Note)) {
	for _, ref := range h.queues[user] {
		each(ref.Value())
		ref.Release()
	}
	h.queues[user] = nil
}

// The user leaves when all was served.
func (h *hub6) leave(user string) { delete(h.queues, user) }

func useHub6(user string) (n int) {
	h := &hub6{map[string][]rcpool.Ref[Note]{}}
	h.tell(user, "a")
	defer h.leave(user)
	h.serve(user, func(*Note) { n++ })
	return n
}

type hub7 struct {
	queues map[string][]rcpool.Ref[Note]
	waits  map[string]int
}

func (h *hub7) tell(user, text string) {
	h.waits[user]++
	h.queues[user] = append(h.queues[user], write(text))
}

func (h *hub7) next(user string) {
	queue := h.queues[user]
	h.waits[user]--
	h.queues[user] = queue[1:]
	queue[0].Release()
}

// Another map tells how many there are.
func (h *hub7) tidy(user string) {
	if h.waits[user] == 0 {
		delete(h.queues, user)
	}
}

func useHub7(user string, tell bool) {
	h := &hub7{map[string][]rcpool.Ref[Note]{}, map[string]int{}}
	if tell {
		h.tell(user, "a")
	}
	h.tidy(user)
	if tell {
		h.next(user)
	}
}
