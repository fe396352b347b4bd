package ownmethods

import "fmt"

// The deferred call releases the payment again.
func pay(to acquirer, cents int) error {
	p := payments.Get().(*payment)
	defer p.DecrementReferenceCount()
	p.cents = cents
	for p.attempts < 2 {
		p.attempts++
		if err := to.authorize(p); err != nil {
			err = fmt.Errorf("payment of %d: %w", p.cents, err)
			p.DecrementReferenceCount() // want "double-release: "
			return err
		}
	}
	return nil
}

// The sink has released the frame.
func send(to sink, n int) int {
	f := frames.Get()
	f.Value().N = n
	to.finish(f)
	return f.Value().N // want "use-after-release: "
}

// The store does not take the frame.
func lookup(in store, n int) bool {
	f := frames.Get() // want "leak: "
	f.Value().N = n
	if in.has(f.Value()) {
		return true
	}
	f.Release()
	return false
}

// The bank does not take the payment.
func book(to acquirer, cents int) error {
	p := payments.Get().(*payment) // want "leak: "
	p.cents = cents
	if err := to.authorize(p); err != nil {
		return err
	}
	p.DecrementReferenceCount()
	return nil
}
