package fieldaddresses

import "github.com/rcpool/rcpool"

// The server is not stopped where its name is empty.
func startNamed() int {
	s := server{a: parts.Get()} // want "leak: "
	n := len(s.a.Value().Name)
	if n == 0 {
		return 0
	}
	s.a.Release()
	return n
}

// The last part is not in the list.
func startSome() int {
	s := server{parts.Get(), parts.Get(), parts.Get(), parts.Get()} // want "leak: "
	n := len(s.d.Value().Name)
	for _, r := range []*rcpool.Ref[Part]{&s.a, &s.b, &s.c} {
		r.Release()
	}
	return n
}

// The first one is used when all were released.
func holdersUsed() string {
	a, b := &holder{parts.Get()}, &holder{parts.Get()}
	for _, h := range []*holder{a, b} {
		h.part.Release()
	}
	return a.part.Value().Name // want "use-after-release: "
}
