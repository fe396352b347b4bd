package own

import (
	"io"
	"strings"

	"test/config/frames"
)

// lost keeps no hold and gives none up.
func lost(p []byte) int {
	f := frames.Grab() // want "^leak: "
	f.Write(p)
	return f.Size()
}

// lostOnError forgets the frame on the early return.
func lostOnError(r *frames.Ring, w io.Writer, p []byte) error {
	f, err := r.TryLease() // want "^leak: "
	if err != nil {
		return err
	}
	f.Write(p)
	if _, err := w.Write(f.Payload()); err != nil {
		return err
	}
	f.Done()
	return nil
}

// twice uses both names of the release.
func twice(r *frames.Ring, w io.Writer, p []byte) error {
	f := r.Lease()
	defer f.Done()
	f.Write(p)
	if _, err := w.Write(f.Payload()); err != nil {
		frames.Return(f) // want "^double-release: "
		return err
	}
	return nil
}

// after reads the memory of a frame that is back in its ring.
func after(r *frames.Ring, w io.Writer, p []byte) error {
	f := r.Lease()
	f.Write(p)
	b := f.Payload()
	f.Done()
	_, err := w.Write(b) // want "^use-after-release: "
	return err
}

// background gives its hold up under the goroutine.
func background(r *frames.Ring, w io.Writer, p []byte) {
	f := r.Lease()
	defer f.Done()
	f.Write(p)
	go w.Write(f.Payload()) // want "^escape: "
}

// kept takes a hold and forgets it.
func kept(r *frames.Ring, p []byte) int {
	f := r.Lease()
	defer f.Done()
	f.Write(p)
	f.Keep() // want "^leak: "
	return f.Size()
}

// pixels returns the memory of a picture that it drops.
func pixels(p []byte) ([]byte, error) {
	img, err := frames.Decode(p)
	if err != nil {
		return nil, err
	}
	defer img.Drop()
	return img.Pixels(), nil // want "^escape: "
}

// dirty gives a sheet back with its words on it.
func dirty(words []string) string {
	s := frames.Borrow()
	for _, w := range words {
		s.Add(strings.ToUpper(w))
	}
	out := strings.Join(s.Words(), " ")
	frames.GiveBack(s) // missed "^reset: "
	return out
}
