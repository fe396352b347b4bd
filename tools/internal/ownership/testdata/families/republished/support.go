package republished

import (
	"errors"
	"sync"

	"github.com/rcpool/rcpool"
)

type snapshot struct{ seq int }

var snapshots rcpool.Pool[snapshot]

var errLate = errors.New("late")

type book struct {
	mu      sync.Mutex
	current rcpool.Ref[snapshot]
}

func (b *book) view() (rcpool.Ref[snapshot], bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.current.TryRetain()
}

// apply replaces what is there.
func (b *book) apply(seq int) error {
	next := snapshots.Get()
	defer rcpool.Drop(&next)
	next.Value().seq = seq
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.current.IsZero() && b.current.Value().seq >= seq {
		return errLate
	}
	next, b.current = b.current, next
	return nil
}

// end leaves what it releases.
func (b *book) end() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.current.Release()
}

func (b *book) close() { rcpool.Drop(&b.current) }
