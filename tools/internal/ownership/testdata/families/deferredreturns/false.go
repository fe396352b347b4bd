package deferredreturns

import "github.com/rcpool/rcpool"

// What is moved out of the field is not there when it is closed.
func (r *recording) finished() (rcpool.Ref[clip], error) {
	defer r.close()
	if r.clip.Value().Frames == 0 {
		return rcpool.Ref[clip]{}, errEmpty
	}
	return rcpool.Move(&r.clip), nil
}

// The caller gets a reference of its own.
func (r *recording) snapshot() rcpool.Ref[clip] {
	defer rcpool.Drop(&r.clip)
	return r.clip.Retain()
}

// The old one is released, and the new one returned.
func (r *recording) replaced(next rcpool.Ref[clip]) rcpool.Ref[clip] {
	defer r.clip.Release()
	r.clip = next
	return r.clip.Retain()
}

// A literal is deferred, and releases on the other way.
func (r *recording) ifKept(keep bool) rcpool.Ref[clip] {
	defer func() {
		if !keep {
			rcpool.Drop(&r.clip)
		}
	}()
	if !keep {
		return rcpool.Ref[clip]{}
	}
	return rcpool.Move(&r.clip)
}

// Another one than that which was found is released.
func (s *studio) swap(name string, next rcpool.Ref[clip]) rcpool.Ref[clip] {
	old := s.clips[name]
	s.clips[name] = next
	defer rcpool.Drop(&s.spare)
	return old
}
