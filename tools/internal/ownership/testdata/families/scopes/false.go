package scopes

import "github.com/rcpool/rcpool"

// The caller knows that the scope has not ended.
func lease(s *scope) *bitmap {
	ref := bitmaps.Get()
	s.onEnd(ref.Release)
	return ref.Value()
}

// The scope releases it, unless it is taken out.
func keep(s *scope) *keeper {
	k := &keeper{bitmaps.Get()}
	s.onEnd(func() { rcpool.Drop(&k.ref) })
	return k
}

func width() int {
	var s scope
	defer s.end()
	return keep(&s).ref.Value().w + lease(&s).w
}

// It is taken out.
func take(max int) rcpool.Ref[bitmap] {
	var s scope
	defer s.end()
	k := keep(&s)
	if k.ref.Value().w > max {
		return rcpool.Ref[bitmap]{}
	}
	return rcpool.Move(&k.ref)
}
