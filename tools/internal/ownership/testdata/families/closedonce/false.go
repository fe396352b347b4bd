package closedonce

import "sync"

// The goroutine closes its share, and the function closes it again.
func shared() error {
	o := newOwned(segments.Get())
	defer o.Close()
	var wg sync.WaitGroup
	reviewer := o.share()
	wg.Add(1)
	go func() {
		defer wg.Done()
		defer reviewer.Close()
		reviewer.do(review)
	}()
	o.Close()
	wg.Wait()
	return reviewer.Close()
}

// Either of the two may close it first.
func raced() {
	o := newOwned(segments.Get())
	done := make(chan struct{})
	go func() {
		defer close(done)
		o.Close()
	}()
	o.Close()
	<-done
}

// It is closed in the loop or after it.
func inLoop(n int) {
	o := newOwned(segments.Get())
	defer o.Close()
	for i := range n {
		o.do(review)
		if i == 3 {
			o.Close()
			break
		}
	}
}

// The second Close finds that the first one has moved the reference.
func movedOnce(l *loan, fail func() error) error {
	l.ref = segments.Get()
	defer l.Close()
	if err := fail(); err != nil {
		return err
	}
	l.Close()
	return nil
}
