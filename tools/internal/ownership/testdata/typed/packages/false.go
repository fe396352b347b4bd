package packages

import (
	"bytes"

	"test/typed/dep"
)

// Write releases the page, and nobody else.
func writeOnce(no int) error {
	ref := dep.Lease()
	ref.Value().No = no
	return dep.Write(ref)
}

// Check borrows the page, which is released here.
func checkReleased(no int) error {
	ref, err := dep.Open(no)
	if err != nil {
		return err
	}
	defer ref.Release()
	return dep.Check(ref.Value())
}

// If Open fails there is no page to release.
func openRight(no int) error {
	ref, err := dep.Open(no)
	if err != nil {
		return err
	}
	if err := dep.Check(ref.Value()); err != nil {
		ref.Release()
		return err
	}
	return dep.Write(ref)
}

// The scanner is closed on each way out.
func scanClosed(no int) (int, error) {
	s, err := dep.NewScanner(no)
	if err != nil {
		return 0, err
	}
	at := s.At()
	if at == 1 {
		s.Close()
		return 0, dep.ErrNoPage
	}
	s.Close()
	return at, nil
}

// The cache may be closed twice.
func keepTwice(no int) {
	var c dep.Cache
	defer c.Close()
	ref := dep.Lease()
	defer ref.Release()
	ref.Value().No = no
	c.Keep(&ref)
	if no == 1 {
		c.Close()
	}
}

// The cache is gone when the page is.
func showHere(no int) {
	ref := dep.Lease()
	defer ref.Release()
	ref.Value().No = no
	var c dep.Cache
	c.Show(ref.Value())
}

// The data is cloned.
func dataCloned(text string) []byte {
	ref := dep.Lease()
	defer ref.Release()
	ref.Value().Fill(text)
	return bytes.Clone(ref.Value().Data())
}

// Exit does not return.
func exit(no int) int {
	ref := dep.Lease()
	ref.Value().No = no
	if err := dep.Check(ref.Value()); err != nil {
		dep.Exit(err)
	}
	at := ref.Value().No
	ref.Release()
	return at
}
