package valid

import (
	"log"
	"sync"

	"github.com/rcpool/rcpool"
)

// The cache has the reference that is released here.
func cacheAndRelease(c *cache, seq int) int {
	frame := frames.Get()
	frame.Value().Seq = seq
	n := frame.Value().Seq
	c.put(seq, frame)
	frame.Release() // want "double-release: "
	return n
}

// The frame is lost if it is valid, as it is.
func loggedLost(seq int) {
	frame := frames.Get() // want "leak: "
	frame.Value().Seq = seq
	if frame.Valid() {
		log.Printf("frame %d is there", seq)
		return
	}
	frame.Release()
}

// Whether the reference is zero says nothing about its release.
func releasedUsed(seq int) int {
	frame := frames.Get()
	frame.Value().Seq = seq
	frame.Release()
	if !frame.IsZero() {
		return frame.Value().Seq // want "use-after-release: "
	}
	return 0
}

// A reader that is slow loses the frame.
func fanOutLost(seq int, readers []chan rcpool.Ref[Frame]) {
	frame := frames.Get()
	defer frame.Release()
	frame.Value().Seq = seq
	for _, r := range readers {
		copied := frame.Retain() // want "leak: "
		select {
		case r <- copied:
		default:
		}
	}
}

// The last reader has the reference that is released here.
func fanOutAllTwice(seq int, readers []chan rcpool.Ref[Frame]) {
	frame := frames.Get()
	frame.Value().Seq = seq
	for range len(readers) - 1 {
		readers[0] <- frame.Retain()
	}
	readers[len(readers)-1] <- frame
	frame.Release() // want "double-release: "
}

// What the cache returns is not released when the sequence is wrong.
func sequenceLost(c *cache, seq int) int {
	frame, ok := c.get(seq) // want "leak: "
	if !ok {
		return -1
	}
	n := frame.Value().Seq
	if n != seq {
		return -1
	}
	frame.Release()
	return n
}

// What the index finds is owned.
func notedLost(i *index, seq int) bool {
	frame := frames.Get()
	defer frame.Release()
	frame.Value().Seq = seq
	i.note(seq, &frame)
	again, ok := i.find(seq) // want "leak: "
	return ok && again.Value().Seq == seq
}

// A reference that was released is retained.
func retryStale(frame rcpool.Ref[Frame]) int {
	frame.Release()
	again := frame.Retain() // want "use-after-release: "
	defer again.Release()
	return again.Value().Seq
}

// Both goroutines release the same reference.
func twoReadersOfOne(seq int) int {
	frame := frames.Get()
	frame.Value().Seq = seq
	n := frame.Value().Seq
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { // want "(double-release|escape): "
			defer frame.Release()
			log.Print(seq)
		})
	}
	wg.Wait()
	return n
}

// The index forgets the frame, and releases what it does not own.
// want +2 "annotation: "
//
//rcpool:borrows frame
func (i *index) forgetBorrowed(seq int, frame rcpool.Ref[Frame]) {
	i.mu.Lock()
	defer i.mu.Unlock()
	delete(i.known, seq)
	frame.Release()
}

// A reference that is not valid was released already.
func upsideDown(seq int) {
	frame := frames.Get()
	frame.Value().Seq = seq
	frame.Release()
	if !frame.Valid() {
		frame.Release() // want "double-release: "
	}
}

// The reference is released only if it is dead.
func neverReleased(seq int) {
	frame := frames.Get() // want "leak: "
	frame.Value().Seq = seq
	if !frame.Valid() {
		frame.Release()
	}
}

// Every turn releases it.
func eachTurn() {
	frame := frames.Get()
	for _, name := range []string{"first", "second"} {
		if name != "" && !frame.IsZero() {
			frame.Release() // want "double-release: "
		}
	}
}

// A callee that does not ask uses it.
func notAskedThere(seq int) int {
	frame := frames.Get()
	frame.Value().Seq = seq
	frame.Release()
	return seqOf(&frame) // want "use-after-release: frame is used after it was released"
}

func seqOf(frame *rcpool.Ref[Frame]) int { return frame.Value().Seq }

// Whether the frame is there decides what is read of it.
func showLost(c *shelf, seq int) {
	frame, ok := c.take(seq) // want "leak: "
	if frame.Valid() {
		log.Println(frame.Value().Seq, ok)
	}
}
