package retainedagain

import "errors"

type relay2 struct {
	last *Frame
	to   []chan *Frame
}

// Who does not take it at once gets none.
func (r *relay2) publish(f *Frame) {
	if f.key {
		if r.last != nil {
			r.last.Release()
		}
		f.Retain()
		r.last = f
	}
	for _, c := range r.to {
		f.Retain()
		select {
		case c <- f:
		default:
			f.Release()
		}
	}
}

func useRelay2(r *relay2) {
	for i := range 8 {
		f := NewFrame(i%4 == 0)
		r.publish(f)
		f.data = append(f.data, 1)
		f.Release()
	}
}

type slot2 struct {
	current *Frame
	send    func(*Frame) error
}

var errFull = errors.New("full")

func offer2(c chan *Frame, f *Frame) error {
	f.Retain()
	select {
	case c <- f:
		return nil
	default:
		f.Release()
		return errFull
	}
}

// The callee gives its own reference back.
func (s *slot2) show(c chan *Frame, f *Frame) error {
	f.Retain()
	s.current = f
	return offer2(c, f)
}

func useSlot2(s *slot2, c chan *Frame) error {
	f := NewFrame(true)
	defer f.Release()
	return s.show(c, f)
}

type pair2 struct{ left, right *Frame }

// Both have it, and this function only for a while.
func (p *pair2) set(f *Frame) int {
	f.Retain()
	p.left = f
	f.Retain()
	p.right = f
	f.Retain()
	n := len(f.data)
	f.Release()
	return n
}

func usePair2(p *pair2) int {
	f := NewFrame(true)
	n := p.set(f)
	n += len(f.data)
	f.Release()
	return n
}

type cache2 struct {
	byName map[string]*Frame
	latest *Frame
}

// The second one goes back if it is not wanted.
func (c *cache2) put(name string, f *Frame, also bool) {
	f.Retain()
	c.latest = f
	f.Retain()
	if !also {
		f.Release()
		return
	}
	c.byName[name] = f
}

func useCache2(c *cache2) {
	f := NewFrame(false)
	c.put("a", f, len(c.byName) < 8)
	f.Release()
}
