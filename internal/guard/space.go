package guard

import "sync"

// A space hands out pages, each address once. It reserves addresses in large
// regions, so that pages that are protected are neighbours, which the kernel
// keeps as one mapping.
type space struct {
	regionSize uintptr // of an ordinary region; larger pages get one of their own
	limit      uintptr // of all regions

	mu       sync.Mutex
	reserved uintptr
	current  *region
}

// A region is reserved for ever. Its fields are under space.mu.
type region struct {
	memory []byte
	used   uintptr // bytes from the start that were handed out
	live   int     // pages in use
}

// pages are what space.take hands out.
type pages struct {
	memory []byte
	region *region
}

// take returns zeroed pages of the given length, of which the first usable bytes
// can be read and written and the rest is protected.
func (s *space) take(length, usable uintptr) (pages, error) {
	p, err := s.cut(length)
	if err != nil {
		return pages{}, err
	}
	if err := openPages(p.memory[:usable]); err != nil {
		s.cancel(p)
		return pages{}, err
	}
	return p, nil
}

// cut returns the next pages, still protected.
func (s *space) cut(length uintptr) (pages, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.current
	if r == nil || uintptr(len(r.memory))-r.used < length {
		var err error
		if r, err = s.extend(max(length, s.regionSize)); err != nil {
			return pages{}, err
		}
	}
	memory := r.memory[r.used : r.used+length : r.used+length]
	r.used += length
	r.live++
	return pages{memory, r}, nil
}

// extend reserves a region, and makes it the current one.
func (s *space) extend(size uintptr) (*region, error) {
	if size > s.limit-s.reserved {
		return nil, errNoSpace
	}
	memory, err := reservePages(size)
	if err != nil {
		return nil, err
	}
	s.reserved += size
	before := s.current
	s.current = &region{memory: memory}
	s.renew(before)
	return s.current, nil
}

// cancel takes cut back, of pages that nobody has used. A region that was made
// for them alone is given back to the kernel.
func (s *space) cancel(p pages) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := p.region
	r.live--
	if len(p.memory) == len(r.memory) && unmapPages(r.memory) == nil {
		s.reserved -= uintptr(len(r.memory))
		if s.current == r {
			s.current = nil
		}
	}
}

// give takes back pages, which are protected and are not handed out again.
func (s *space) give(p pages) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p.region.live--
	s.renew(p.region)
}

// renew gives back what the kernel still keeps of a region that is used up: its
// page tables, 16 bytes for a small object.
func (s *space) renew(r *region) {
	if r != nil && r != s.current && r.live == 0 {
		renewPages(r.memory)
	}
}
