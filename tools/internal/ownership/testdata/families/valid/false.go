package valid

import (
	"log"
	"sync"

	"github.com/rcpool/rcpool"
)

// The cache has a reference of its own.
func cacheAndUse(c *cache, seq int) int {
	frame := frames.Get()
	defer frame.Release()
	frame.Value().Seq = seq
	c.put(seq, frame.Retain())
	return frame.Value().Seq
}

// A live reference is valid, and stays so.
func logged(seq int) {
	frame := frames.Get()
	frame.Value().Seq = seq
	if !frame.Valid() {
		log.Printf("frame %d is gone", seq)
	}
	frame.Release()
}

// After its release a reference is not valid, and may be asked.
func released(seq int) bool {
	frame := frames.Get()
	frame.Value().Seq = seq
	frame.Release()
	return frame.Valid() || frame.IsZero()
}

// Each reader gets a reference of its own.
func fanOut(seq int, readers []chan rcpool.Ref[Frame]) {
	frame := frames.Get()
	defer frame.Release()
	frame.Value().Seq = seq
	for _, r := range readers {
		copied := frame.Retain()
		select {
		case r <- copied:
		default:
			copied.Release()
		}
	}
}

// The last reader gets the reference itself.
func fanOutAll(seq int, readers []chan rcpool.Ref[Frame]) {
	frame := frames.Get()
	frame.Value().Seq = seq
	for range len(readers) - 1 {
		readers[0] <- frame.Retain()
	}
	readers[len(readers)-1] <- frame
}

// What the cache returns is owned.
func sequence(c *cache, seq int) int {
	frame, ok := c.get(seq)
	if !ok {
		return -1
	}
	defer frame.Release()
	return frame.Value().Seq
}

// The index does not own the frame.
func noted(i *index, seq int) bool {
	frame := frames.Get()
	frame.Value().Seq = seq
	i.note(seq, &frame)
	again, ok := i.find(seq)
	if ok {
		again.Release()
	}
	frame.Release()
	return ok
}

// A reference that may be stale is retained only if it is live.
func retry(frame rcpool.Ref[Frame]) (seq int) {
	frame.Release()
	again, ok := frame.TryRetain()
	if !ok {
		return -1
	}
	defer again.Release()
	return again.Value().Seq
}

// Both goroutines have a reference, and the function keeps its own.
func twoReaders(seq int) int {
	frame := frames.Get()
	frame.Value().Seq = seq
	var wg sync.WaitGroup
	for range 2 {
		r := frame.Retain()
		wg.Go(func() {
			defer r.Release()
			log.Print(r.Value().Seq)
		})
	}
	n := frame.Value().Seq
	frame.Release()
	wg.Wait()
	return n
}

// The index remembers the frame, and the caller keeps the reference.
//
//rcpool:borrows frame
func (i *index) noteBorrowed(seq int, frame rcpool.Ref[Frame]) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.known[seq] = frame
}

// The first turn releases it, and the others ask.
func once(names []string) {
	frame := frames.Get()
	for _, name := range []string{"first", "second"} {
		log.Print(name, len(names))
		if frame.Valid() {
			frame.Release()
		}
	}
}

// What is not valid any more was released above.
func early(seq int, now bool) {
	frame := frames.Get()
	frame.Value().Seq = seq
	if now {
		frame.Release()
	}
	log.Print(seq)
	if !frame.Valid() {
		return
	}
	frame.Value().Seq++
	frame.Release()
}

// Nothing is left to do for a reference that was handed to a goroutine that has
// released it.
func handed(seq int, done chan struct{}) {
	frame := frames.Get()
	frame.Value().Seq = seq
	go func() {
		defer close(done)
		frame.Release()
	}()
	<-done
	if frame.Valid() {
		frame.Release()
	}
}

// A callee that asks may be given a reference that is over.
func askedThere(seq int) int {
	frame := frames.Get()
	frame.Value().Seq = seq
	frame.Release()
	return seqIfValid(&frame)
}

func seqIfValid(frame *rcpool.Ref[Frame]) int {
	if !frame.Valid() {
		return 0
	}
	return frame.Value().Seq
}

// The program shows that the frame is not there any more.
func showGone(c *shelf, seq int) {
	gone, ok := c.take(seq)
	log.Println(gone.IsZero(), ok)
}
