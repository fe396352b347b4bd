package joined

import (
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/rcpool/rcpool"
)

// A narrow image does not wait for the goroutines.
func blurTiles(width int) {
	ref := images.Get()
	defer ref.Release()
	img := ref.Value()
	img.Width = width
	var wg sync.WaitGroup
	for tile := range 4 {
		wg.Add(1)
		go func() { // want "escape: "
			defer wg.Done()
			_ = blur(img, tile)
		}()
	}
	if width < 100 {
		return
	}
	wg.Wait()
}

// The first answer wins, and the other goroutine reads on.
func hashQuorum(width int) int {
	ref := images.Get()
	defer ref.Release()
	img := ref.Value()
	img.Width = width
	hashes := make(chan int, 2)
	for range 2 {
		go func() { hashes <- hash(img) }() // want "escape: "
	}
	return <-hashes
}

// The group is the caller's, and so is the waiting.
func blurInGroup(g *errgroup.Group, width int) {
	ref := images.Get()
	defer ref.Release()
	img := ref.Value()
	img.Width = width
	g.Go(func() error { // want "escape: "
		return blur(img, 0)
	})
}

// Nobody waits.
func blurWithGo(wg *sync.WaitGroup, width int) {
	ref := images.Get()
	img := ref.Value()
	img.Width = width
	wg.Go(func() { _ = blur(img, 1) }) // want "escape: "
	ref.Release()
}

// The image is released before the goroutine is waited for.
func blurReleasedEarly(width int) {
	ref := images.Get()
	img := ref.Value()
	img.Width = width
	done := make(chan struct{})
	go func() { // want "escape: "
		defer close(done)
		_ = blur(img, 2)
	}()
	ref.Release()
	<-done
}

// Each task gets a reference, which it loses if it fails.
func blurRetained(width int) error {
	ref := images.Get()
	defer ref.Release()
	ref.Value().Width = width
	var g errgroup.Group
	for tile := range 4 {
		task := ref.Retain() // want "leak: "
		g.Go(func() error {
			if err := blur(task.Value(), tile); err != nil {
				return err
			}
			task.Release()
			return nil
		})
	}
	return g.Wait()
}

// The goroutine releases what is released by the deferred call as well.
func blurOwned(width int, out chan<- int) {
	ref := images.Get()
	defer ref.Release()
	ref.Value().Width = width
	go func(own rcpool.Ref[Image]) { // want "(double-release|escape): "
		defer own.Release()
		out <- hash(own.Value())
	}(ref)
}
