package namedresults

import "github.com/rcpool/rcpool"

// The deferred function releases it again.
func readTwice() (m rcpool.Ref[Message], err error) {
	m = messages.Get()
	defer func() {
		if err != nil {
			m.Release()
		}
	}()
	if err = check(m.Value()); err != nil {
		m.Release() // want "double-release: "
		return m, err
	}
	return m, nil
}

// The error is not returned, so the deferred function does not see it.
func readLost() (m rcpool.Ref[Message], err error) {
	other := messages.Get() // want "leak: "
	defer func() {
		if err != nil {
			other.Release()
		}
	}()
	err = check(other.Value())
	return messages.Get(), nil
}
