// Package fault has the errors of a service.
package fault

import "fmt"

// An Error is an error with a status.
type Error struct {
	Status int
	Err    error
}

func (e *Error) Error() string { return fmt.Sprintf("%d: %v", e.Status, e.Err) }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Wrap adds a status to err. It returns nil if err is nil.
func Wrap(status int, err error) error {
	if err == nil {
		return nil
	}
	return &Error{status, err}
}

// New returns an error with a status.
func New(status int, format string, args ...any) error {
	return &Error{status, fmt.Errorf(format, args...)}
}
