package innerpool

import "test/families/innerpool/wire"

// The frame is read before the encoder is given back.
func checksum(words ...string) int {
	e := wire.NewEncoder()
	for _, w := range words {
		e.Add(w)
	}
	n := sum(e.Bytes())
	e.Done()
	return n
}

// The number is a copy.
func count(words ...string) int {
	e := wire.NewEncoder()
	for _, w := range words {
		e.Add(w)
	}
	n := e.Len()
	e.Done()
	return n
}

// The frame is a copy.
func frame(words ...string) []byte {
	e := wire.NewEncoder()
	defer e.Done()
	for _, w := range words {
		e.Add(w)
	}
	return e.Copy()
}

// The frame was taken out of the encoder.
func takeFrame(words ...string) []byte {
	e := wire.NewEncoder()
	defer e.Done()
	for _, w := range words {
		e.Add(w)
	}
	return e.Take()
}
