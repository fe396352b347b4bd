package rcpool_test

import (
	"sync"
	"testing"

	"github.com/rcpool/rcpool"
)

// Somebody may ask for the open leases while others lease: a test that ends
// before its goroutines do, or a page that shows them. The race detector must
// have nothing to say about rcpool then.
func TestLeases_WhileOthersLease(t *testing.T) {
	defer rcpool.SetChecking(1)()
	p := rcpool.Pool[profile]{Name: "asked"}
	var leasing sync.WaitGroup
	stop := make(chan struct{})
	for range 2 {
		leasing.Add(1)
		go func() {
			defer leasing.Done()
			for {
				ref := p.Get()
				other := ref.Retain()
				ref.Release()
				other.Release()
				select {
				case <-stop:
					return
				default:
				}
			}
		}()
	}
	for seen := 0; seen < 100; {
		for _, l := range p.Leases() {
			if l.Pool != p.Name || l.Since.IsZero() || l.GotAt.String() == "" {
				t.Errorf("an open lease is incomplete: %+v", l)
			}
			seen++
		}
	}
	close(stop)
	leasing.Wait()
}
