package ownmethods

// The archive has the payment.
func file(in archive, cents int) {
	p := payments.Get().(*payment)
	p.cents = cents
	in.keep(p)
}

// One of the watchers has the payment.
func observe(by watcher, cents int) {
	p := payments.Get().(*payment)
	p.cents = cents
	p.IncrementReferenceCount()
	by.watch(p)
	p.DecrementReferenceCount()
}

// A printer elsewhere may have the payment.
func show(on Printer, cents int) {
	p := payments.Get().(*payment)
	p.cents = cents
	on.Print(p)
}

// The sink releases the frame.
func pass(to sink, n int) {
	f := frames.Get()
	f.Value().N = n
	to.finish(f)
}
