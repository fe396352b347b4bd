package deferredreturns

import "github.com/rcpool/rcpool"

// The deferred close releases what is returned.
func (r *recording) finish() (rcpool.Ref[clip], error) {
	defer r.close()
	if r.clip.Value().Frames == 0 {
		return rcpool.Ref[clip]{}, errEmpty
	}
	return r.clip, nil // want "escape: the reference is returned, but released by the deferred call"
}

// The deferred Drop does.
func (r *recording) current() rcpool.Ref[clip] {
	defer rcpool.Drop(&r.clip)
	r.clip.Value().Frames++
	return r.clip // want "escape: the reference is returned, but released by the deferred call"
}

// So does a deferred Release of the field.
func (r *recording) last() rcpool.Ref[clip] {
	defer r.clip.Release()
	return r.clip // want "escape: the reference is returned, but released by the deferred call"
}

// A literal is deferred, and releases on this way.
func (r *recording) unlessKept(keep bool) rcpool.Ref[clip] {
	defer func() {
		if !keep {
			r.clip.Release()
		}
	}()
	return r.clip // want "escape: the reference is returned, but released by the deferred call"
}

// What was found in a map is returned, and released.
func (s *studio) take(name string) rcpool.Ref[clip] {
	found := s.clips[name]
	delete(s.clips, name)
	defer found.Release()
	found.Value().Frames++
	return found // want "escape: the reference is returned, but released by the deferred call"
}
