package pooledfailure

import "errors"

// The text is asked for through the interface.
func text(reason string) string {
	f := fail(reason)
	var err error = f
	s := err.Error()
	f.text = ""
	failures.Put(f)
	return s
}

// The text is asked for of what was joined.
func joined(reason string, other error) string {
	f := fail(reason)
	s := errors.Join(f, other).Error()
	f.text = ""
	failures.Put(f)
	return s
}

// The type of the error is not seen here.
func textOf(reason string) string {
	err := failAs(reason)
	s := err.Error()
	forget(err)
	return s
}
