package own

import (
	"io"
	"strings"

	"test/config/frames"
)

// once gives its hold up.
func once(p []byte) int {
	f := frames.Grab()
	defer frames.Return(f)
	f.Write(p)
	return f.Size()
}

// eachPath gives its hold up on every path.
func eachPath(r *frames.Ring, w io.Writer, p []byte) error {
	f, err := r.TryLease()
	if err != nil {
		return err
	}
	f.Write(p)
	if _, err := w.Write(f.Payload()); err != nil {
		f.Done()
		return err
	}
	f.Done()
	return nil
}

// returned hands the frame to its caller.
func returned(r *frames.Ring, p []byte) (*frames.Frame, error) {
	f, err := r.TryLease()
	if err != nil {
		return nil, err
	}
	f.Write(p)
	return f, nil
}

// copied returns a copy of the memory.
func copied(r *frames.Ring, p []byte) []byte {
	f := r.Lease()
	defer f.Done()
	f.Write(p)
	return f.Copy()
}

// handedOver gives the goroutine a hold of its own.
func handedOver(r *frames.Ring, w io.Writer, p []byte) {
	f := r.Lease()
	defer f.Done()
	f.Write(p)
	f.Keep()
	go func() {
		defer f.Done()
		w.Write(f.Payload())
	}()
}

// area drops the picture when it has looked at it.
func area(p []byte) (int, error) {
	img, err := frames.Decode(p)
	if err != nil {
		return 0, err
	}
	n := len(img.Pixels())
	img.Drop()
	return n, nil
}

// cleared clears the sheet before it goes back.
func cleared(words []string) string {
	s := frames.Borrow()
	defer frames.GiveBack(s)
	for _, w := range words {
		s.Add(strings.ToUpper(w))
	}
	out := strings.Join(s.Words(), " ")
	s.Clear()
	return out
}

// abandoned loses a sheet on one path, which is no harm.
func abandoned(words []string) string {
	s := frames.Borrow()
	s.Clear()
	for _, w := range words {
		s.Add(w)
	}
	out := strings.Join(s.Words(), " ")
	if len(out) > 1<<20 {
		return out
	}
	frames.GiveBack(s)
	return out
}
