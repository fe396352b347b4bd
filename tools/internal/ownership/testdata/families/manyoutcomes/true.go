package manyoutcomes

import "google.golang.org/grpc/mem"

// The first line says that something is wrong, and the reader stays open.
func count(store map[string]mem.BufferSlice, id string) (int, error) {
	r, err := open(store, id) // want "leak: "
	if err != nil {
		return 0, err
	}
	first, err := r.next()
	if err != nil || len(first) == 0 {
		return 0, errEmpty
	}
	n := len(first)
	return n, r.close()
}

// What is wrong with the message is returned without it.
func checked(kind byte) (string, error) {
	m := messages.Get() // want "leak: "
	m.Value().kind = kind
	text, err := check(m.Value(), true)
	if err != nil {
		return "", err
	}
	m.Release()
	return text, nil
}

// The message is released before its kind is read.
func checkedLate(kind byte) (byte, error) {
	m := messages.Get()
	m.Value().kind = kind
	_, err := check(m.Value(), false)
	m.Release()
	if err != nil {
		return m.Value().kind, err // want "use-after-release: "
	}
	return 0, nil
}

// Each way releases the message, and so does this function.
func settledTwice(kind byte) (string, error) {
	m := messages.Get()
	m.Value().kind = kind
	text, err := settle(m, true)
	if err != nil {
		m.Release() // want "double-release: "
	}
	return text, err
}
