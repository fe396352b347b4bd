package closedonce

import "sync"

// The share that the goroutine has closed is released by hand.
func sharedEnd() {
	o := newOwned(segments.Get())
	defer o.Close()
	var wg sync.WaitGroup
	reviewer := o.share()
	wg.Add(1)
	go func() {
		defer wg.Done()
		defer reviewer.end()
		reviewer.do(review)
	}()
	wg.Wait()
	reviewer.end() // want "double-release: "
}

// What is closed once is not used any more.
func usedLater() {
	o := newOwned(segments.Get())
	o.Close()
	o.do(review) // want "use-after-release: "
}

// The share is closed nowhere.
func shareLost() {
	o := newOwned(segments.Get())
	defer o.Close()
	o.share().do(review) // want "leak: "
}

// The second end moves nothing.
func movedTwice(l *loan) {
	l.ref = segments.Get()
	l.ref.Value().words++
	l.end()
	l.end() // missed "zero-ref: "
}
