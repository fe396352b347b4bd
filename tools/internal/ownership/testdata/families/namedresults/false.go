package namedresults

import "github.com/rcpool/rcpool"

// The deferred function releases what is not returned.
func read() (m rcpool.Ref[Message], err error) {
	m = messages.Get()
	defer func() {
		if err != nil {
			rcpool.Drop(&m)
		}
	}()
	if err = check(m.Value()); err != nil {
		return m, err
	}
	return m, nil
}

// The last check decides.
func readChecked() (m rcpool.Ref[Message], err error) {
	m = messages.Get()
	defer func() {
		if err != nil {
			m.Release()
			m = rcpool.Ref[Message]{}
		}
	}()
	err = check(m.Value())
	return
}
