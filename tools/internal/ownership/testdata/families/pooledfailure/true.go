package pooledfailure

// The text is asked for after the failure was put back.
func textStale(reason string) string {
	f := fail(reason)
	var err error = f
	f.text = ""
	failures.Put(f)
	return err.Error() // want "use-after-release: "
}

// It is put back twice.
func twice(reason string) string {
	f := fail(reason)
	var err error = f
	s := err.Error()
	f.text = ""
	failures.Put(f)
	failures.Put(f) // want "double-release: "
	return s
}

// It is put back, and then its text is asked for.
func textOfStale(reason string) string {
	f := fail(reason)
	f.text = ""
	failures.Put(f)
	var err error = f
	return err.Error() // want "use-after-release: "
}
