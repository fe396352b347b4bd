package rcpool

import "time"

// SetCheckEvery changes the ration of sampled leases.
func SetCheckEvery(d time.Duration) (restore func()) {
	before := budget.every
	budget.every = d
	budget.next.Store(0)
	return func() {
		budget.every = before
		budget.next.Store(0)
	}
}
