package retainedagain

type relay1 struct {
	last *Frame
	to   []chan *Frame
}

func (r *relay1) publish(f *Frame) {
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

// Nobody releases the frame that was made.
func useRelay1(r *relay1) {
	for i := range 8 {
		f := NewFrame(i%4 == 0) // want "leak: "
		r.publish(f)
	}
}

type slot1 struct{ current *Frame }

func (s *slot1) show(c chan *Frame, f *Frame) {
	f.Retain()
	s.current = f
	f.Retain()
	select {
	case c <- f:
	default:
		f.Release()
	}
}

// The second Release is that of the slot.
func useSlot1(s *slot1, c chan *Frame) {
	f := NewFrame(true)
	s.show(c, f)
	f.Release()
	f.Release() // want "double-release: "
}

type pair1 struct{ left, right *Frame }

func (p *pair1) set(f *Frame) int {
	f.Retain()
	p.left = f
	f.Retain()
	n := len(f.data)
	f.Release()
	return n
}

// What set has retained for a while is released, but not what was made.
func usePair1(p *pair1) int {
	f := NewFrame(true) // want "leak: "
	return p.set(f)
}

type cache1 struct{ latest *Frame }

func (c *cache1) put(f *Frame, keep bool) {
	f.Retain()
	c.latest = f
	f.Retain()
	if !keep {
		f.Release()
	}
}

// The second reference that put takes has no owner.
func useCache1(c *cache1) {
	f := NewFrame(false)
	defer f.Release()
	c.put(f, true) // want "leak: "
}
