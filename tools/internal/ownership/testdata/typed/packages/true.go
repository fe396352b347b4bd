package packages

import "test/typed/dep"

// Write has released the page.
func write(no int) error {
	ref := dep.Lease()
	ref.Value().No = no
	err := dep.Write(ref)
	ref.Release() // want "double-release: "
	return err
}

// What Open returns is owned.
func check(no int) error {
	ref, err := dep.Open(no) // want "leak: "
	if err != nil {
		return err
	}
	return dep.Check(ref.Value())
}

// If Open fails there is no page.
func openWrong(no int) error {
	ref, err := dep.Open(no)
	if err != nil {
		ref.Release() // want "zero-ref: "
		return err
	}
	return dep.Write(ref)
}

// The scanner is not closed if it is at the first page.
func scan(no int) (int, error) {
	s, err := dep.NewScanner(no) // want "leak: "
	if err != nil {
		return 0, err
	}
	at := s.At()
	if at == 1 {
		return 0, dep.ErrNoPage
	}
	s.Close()
	return at, nil
}

// The scanner is closed twice.
func scanTwice(no int) (int, error) {
	s, err := dep.NewScanner(no)
	if err != nil {
		return 0, err
	}
	defer s.Close()
	at := s.At()
	if at == 1 {
		s.Close() // want "double-release: "
		return 0, dep.ErrNoPage
	}
	return at, nil
}

// Show remembers the page longer than it is held.
func show(c *dep.Cache, no int) {
	ref := dep.Lease()
	defer ref.Release()
	ref.Value().No = no
	c.Show(ref.Value()) // want "escape: "
}

// The data is the page's, whose capacity is kept.
func data(text string) []byte {
	ref := dep.Lease()
	defer ref.Release()
	ref.Value().Fill(text)
	return ref.Value().Data() // want "escape: "
}

// Index reads the page in the background.
func index(no int) {
	ref := dep.Lease()
	ref.Value().No = no
	dep.Index(ref.Value()) // want "escape: "
	ref.Release()
}
