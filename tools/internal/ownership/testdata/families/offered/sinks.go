package offered

import (
	"errors"

	"github.com/rcpool/rcpool"
)

// A sink takes over what it accepts. What it refuses stays with the caller.
type sink interface {
	accept(t rcpool.Ref[task]) bool
	store(t rcpool.Ref[task]) error
}

var errOther = errors.New("another kind")

type recent struct {
	kind string
	last []rcpool.Ref[task]
	max  int
}

func (r *recent) accept(t rcpool.Ref[task]) bool {
	if t.Value().name != r.kind {
		return false
	}
	if len(r.last) == r.max {
		r.last[0].Release()
		copy(r.last, r.last[1:])
		r.last[r.max-1] = t
		return true
	}
	r.last = append(r.last, t)
	return true
}

func (r *recent) store(t rcpool.Ref[task]) error {
	if !r.accept(t) {
		return errOther
	}
	return nil
}

type counter struct{ due int }

func (c *counter) accept(t rcpool.Ref[task]) bool {
	if t.Value().due == 0 {
		return false
	}
	c.due += t.Value().due
	t.Release()
	return true
}

func (c *counter) store(t rcpool.Ref[task]) error {
	if !c.accept(t) {
		return errOther
	}
	return nil
}

// A function that is given to the caller tells as well.
func dispatch(t rcpool.Ref[task], handlers map[string]func(rcpool.Ref[task]) bool) {
	if take := handlers[t.Value().name]; take != nil && take(t) {
		return
	}
	t.Release()
}

// pass tells its caller what the sink has told it.
func pass(s sink, t rcpool.Ref[task]) error {
	if s.accept(t) {
		return nil
	}
	return errOther
}

func passWell(s sink) {
	t := tasks.Get()
	t.Value().due = 1
	if err := pass(s, t); err != nil {
		t.Release()
	}
}

// fill is carried out where its function is given.
func fill(s sink, set func(*task)) {
	t := tasks.Get()
	set(t.Value())
	if !s.accept(t) {
		t.Release()
	}
}

func fillWell(s sink) {
	from := tasks.Get()
	fill(s, func(t *task) {
		t.name = from.Value().name
		from.Release()
	})
}
