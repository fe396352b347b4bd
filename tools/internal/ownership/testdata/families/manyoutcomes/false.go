package manyoutcomes

import "google.golang.org/grpc/mem"

// The reader is closed on each way.
func countWell(store map[string]mem.BufferSlice, id string) (int, error) {
	r, err := open(store, id)
	if err != nil {
		return 0, err
	}
	first, err := r.next()
	if err != nil || len(first) == 0 {
		r.close()
		return 0, errEmpty
	}
	n := len(first)
	return n, r.close()
}

// The message is released before the error is returned.
func checkedWell(kind byte) (string, error) {
	m := messages.Get()
	m.Value().kind = kind
	text, err := check(m.Value(), true)
	if err != nil {
		m.Release()
		return "", err
	}
	m.Release()
	return text, nil
}

// The callee releases it on each way.
func settledWell(kind byte) (string, error) {
	m := messages.Get()
	m.Value().kind = kind
	return settle(m, true)
}

// The second turn finds the message of the first one.
func sent(kinds []byte) (texts []string) {
	var o outbox
	for _, kind := range kinds {
		texts = append(texts, o.begin(kind))
	}
	o.close()
	return texts
}
