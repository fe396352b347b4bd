package innerpool

import "test/families/innerpool/wire"

// The frame is read after the encoder was given back.
func checksumStale(words ...string) int {
	e := wire.NewEncoder()
	for _, w := range words {
		e.Add(w)
	}
	p := e.Bytes()
	e.Done()
	return sum(p) // want "use-after-release: "
}

// The encoder is asked after it was given back.
func countStale(words ...string) int {
	e := wire.NewEncoder()
	for _, w := range words {
		e.Add(w)
	}
	e.Done()
	return e.Len() // want "use-after-release: "
}

// The frame is memory of the encoder.
func frameStale(words ...string) []byte {
	e := wire.NewEncoder()
	defer e.Done()
	for _, w := range words {
		e.Add(w)
	}
	return e.Bytes() // want "(escape|use-after-release): "
}

// The encoder is not given back.
func checksumLost(words ...string) int {
	e := wire.NewEncoder() // missed "leak: "
	for _, w := range words {
		e.Add(w)
	}
	return sum(e.Bytes())
}
