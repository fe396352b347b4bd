package adopters

import "github.com/rcpool/rcpool"

// The scope releases what it has adopted, too.
func releasesAdopted(s *scope) {
	r := records.Get()
	s.adopt(r)
	r.Release() // want "double-release: "
}

// The callee has released it.
func usesConsumed() int {
	r := records.Get()
	n := consume(r)
	return n + r.Value().size // want "use-after-release: "
}

// What receives it may have released it.
func usesPublished(to chan<- rcpool.Ref[record]) int {
	r := records.Get()
	publish(to, r)
	return r.Value().size // want "use-after-release: "
}

// The goroutine may have released it.
func usesInBackground() int {
	r := records.Get()
	inBackground(r)
	return r.Value().size // want "use-after-release: "
}
