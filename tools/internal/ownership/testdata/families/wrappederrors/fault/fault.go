// Package fault has errors that tell where they come from.
package fault

import "runtime"

type fault struct {
	err  error
	line int
}

func (f fault) Error() string { return f.err.Error() }

// Wrap adds the line of the caller to an error.
func Wrap(err error) error {
	if err == nil {
		return nil
	}
	_, _, line, _ := runtime.Caller(1)
	return fault{err, line}
}

// Always makes an error of an error, or of none.
func Always(err error) error {
	_, _, line, _ := runtime.Caller(1)
	return fault{err, line}
}
