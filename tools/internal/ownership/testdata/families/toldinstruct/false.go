package toldinstruct

import "github.com/rcpool/rcpool"

// The error in the struct tells that the record is still here.
func store(s *shelf, key string) error {
	rec := records.Get()
	rec.Value().Key = key
	if err := s.put(rec).err; err != nil {
		rec.Release()
		return err
	}
	return nil
}

// The whole struct is kept for a while.
func storeLate(s *shelf, key string) (string, error) {
	rec := records.Get()
	rec.Value().Key = key
	o := s.put(rec)
	if o.err == nil {
		return key, nil
	}
	rec.Release()
	return "", o.err
}

// A flag in a struct with other results tells.
func offered(s *shelf, key string) int {
	rec := records.Get()
	rec.Value().Key = key
	t := s.offer(rec)
	if !t.ok {
		rec.Release()
	}
	return t.left
}

// Both sides are there if the answer is yes.
func latest(p *pair, rec rcpool.Ref[Record], isLeft bool) int {
	side := &p.right
	if isLeft {
		side = &p.left
	}
	rcpool.Drop(side)
	*side = rec
	if !p.complete().yes {
		return 0
	}
	return max(p.left.Value().Time, p.right.Value().Time)
}

// The pair is new: one side is missing.
func only(rec rcpool.Ref[Record]) (n int) {
	p := &pair{left: rec}
	if p.complete().yes {
		n = p.right.Value().Time
	}
	p.release()
	return n
}
