package toldinstruct

// The shelf was full, and nobody releases the record.
func storeLost(s *shelf, key string) error {
	rec := records.Get() // want "leak: "
	rec.Value().Key = key
	if err := s.put(rec).err; err != nil {
		return err
	}
	return nil
}

// The shelf has the record when there is no error.
func storeTwice(s *shelf, key string) error {
	rec := records.Get()
	rec.Value().Key = key
	if err := s.put(rec).err; err != nil {
		rec.Release()
		return err
	}
	rec.Release() // want "double-release: "
	return nil
}

// The flag says that the record was not taken.
func offeredLost(s *shelf, key string) int {
	rec := records.Get() // want "leak: "
	rec.Value().Key = key
	t := s.offer(rec)
	if !t.ok {
		return -1
	}
	return t.left
}

// The record is released when the shelf has it.
func offeredTwice(s *shelf, key string) int {
	rec := records.Get()
	rec.Value().Key = key
	t := s.offer(rec)
	if t.ok {
		rec.Release() // want "double-release: "
		return t.left
	}
	rec.Release()
	return 0
}

// A side is missing when the answer is no.
func latestMissing(n int) int {
	rec := records.Get()
	rec.Value().Time = n
	p := &pair{left: rec}
	defer p.release()
	if p.complete().yes {
		return 0
	}
	return p.right.Value().Time // want "zero-ref: "
}
