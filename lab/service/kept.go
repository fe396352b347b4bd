package service

// kept is an entry of what Config.LiveHeap keeps: with a pointer, since the
// collector has to follow those of a real cache, too.
type kept struct {
	next *kept
	_    [1016]byte
}

const keptBytes = 1024 // of one

// keep returns objects of so many bytes together.
func keep(bytes int) []*kept {
	all := make([]*kept, bytes/keptBytes)
	var last *kept
	for i := range all {
		last = &kept{next: last}
		all[i] = last
	}
	return all
}
