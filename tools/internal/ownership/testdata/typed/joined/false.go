package joined

import (
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/rcpool/rcpool"
)

// Every way out waits for the goroutines, as deferred calls run last in, first
// out.
func blurTilesJoined(width int) {
	ref := images.Get()
	defer ref.Release()
	img := ref.Value()
	img.Width = width
	var wg sync.WaitGroup
	defer wg.Wait()
	for tile := range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			_ = blur(img, tile)
		}()
	}
	if width < 100 {
		return
	}
	frame := images.Get()
	defer frame.Release()
	frame.Value().Width = width
	_ = blur(frame.Value(), 0)
}

// There is a receive for each goroutine.
func hashAll(width int) (sum int) {
	ref := images.Get()
	defer ref.Release()
	img := ref.Value()
	img.Width = width
	hashes := make(chan int)
	for range 2 {
		go func() { hashes <- hash(img) }()
	}
	for range 2 {
		sum += <-hashes
	}
	return sum
}

// The group is waited for.
func blurInOwnGroup(width int) error {
	ref := images.Get()
	defer ref.Release()
	img := ref.Value()
	img.Width = width
	var g errgroup.Group
	g.SetLimit(2)
	for tile := range 4 {
		g.Go(func() error {
			return blur(img, tile)
		})
	}
	return g.Wait()
}

// The goroutine of the caller's group holds a reference.
func blurHeld(wg *sync.WaitGroup, width int) {
	ref := images.Get()
	ref.Value().Width = width
	wg.Go(ref.Hold(func(img *Image) { _ = blur(img, 1) }))
	ref.Release()
}

// The image is released when the goroutine is done.
func blurReleasedLate(width int) {
	ref := images.Get()
	img := ref.Value()
	img.Width = width
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = blur(img, 2)
	}()
	<-done
	ref.Release()
}

// Each task gets a reference, and gives it up.
func blurRetainedDeferred(width int) error {
	ref := images.Get()
	defer ref.Release()
	ref.Value().Width = width
	var g errgroup.Group
	for tile := range 4 {
		task := ref.Retain()
		g.Go(func() error {
			defer task.Release()
			return blur(task.Value(), tile)
		})
	}
	return g.Wait()
}

// The goroutine takes the image over.
func blurGiven(width int, out chan<- int) {
	ref := images.Get()
	ref.Value().Width = width
	go func(own rcpool.Ref[Image]) {
		defer own.Release()
		out <- hash(own.Value())
	}(ref)
}
