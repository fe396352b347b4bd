package filledbefore

import "github.com/rcpool/rcpool"

// It is new, and empty.
func empty() int {
	r := &ring{}
	last := r.last()
	defer rcpool.Drop(&last)
	return last.Value().seq // want "zero-ref: "
}

// Nobody knows what is in there.
func (r *ring) newest() int {
	last := r.last()
	defer rcpool.Drop(&last)
	return last.Value().seq // want "zero-ref: "
}

// It is filled too late.
func (r *ring) before(f rcpool.Ref[frame]) int {
	last := r.last()
	defer rcpool.Drop(&last)
	r.push(f)
	return last.Value().seq // want "zero-ref: "
}
