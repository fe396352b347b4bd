package askedtypes

import "sync"

type circle struct{ r int }

var circles = sync.Pool{New: func() any { return new(circle) }}

func (c *circle) giveBack() {
	if c != nil {
		*c = circle{}
		circles.Put(c)
	}
}

type path struct{ points []int }

var paths = sync.Pool{New: func() any { return new(path) }}

func (p *path) giveBack() {
	if p != nil {
		kept := p.points[:0]
		*p = path{points: kept}
		paths.Put(p)
	}
}

type kind interface{ isKind() }

type ofCircle struct{ circle *circle }
type ofPath struct{ path *path }

func (*ofCircle) isKind() {}
func (*ofPath) isKind()   {}

type shape struct{ kind kind }

// A shape is a circle or a path, never both.
func (s *shape) release() {
	if is, ok := s.kind.(*ofCircle); ok {
		is.circle.giveBack()
	}
	if is, ok := s.kind.(*ofPath); ok {
		is.path.giveBack()
	}
	s.kind = nil
}

// So it is here, where the value is asked.
func release(k kind) {
	if is, ok := k.(*ofCircle); ok {
		is.circle.giveBack()
	}
	if is, ok := k.(*ofPath); ok {
		is.path.giveBack()
	}
}

// The shapes are all different.
func releaseAll(shapes []*shape) {
	for _, s := range shapes {
		if is, ok := s.kind.(*ofPath); ok {
			is.path.giveBack()
		}
		if is, ok := s.kind.(*ofCircle); ok {
			is.circle.giveBack()
		}
		s.kind = nil
	}
}

var counted int

func finish(k kind) {
	if _, ok := k.(*ofCircle); ok {
		counted++
	}
	if is, ok := k.(*ofPath); ok {
		is.path.giveBack()
	}
}

// It is no circle, but a path.
func draw() {
	p := paths.Get().(*path)
	p.points = append(p.points, 1)
	finish(&ofPath{p})
}
