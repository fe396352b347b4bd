package adopters

// The scope has it until it is closed.
func usesAdopted() int {
	s := &scope{}
	defer s.close()
	r := records.Get()
	s.adopt(r)
	r.Value().size++
	return r.Value().size
}

// It is adopted by way of another function.
func usesAdoptedByFunction(s *scope) int {
	r := records.Get()
	adopt(s, r)
	return r.Value().size
}

// The registry has it, and nobody takes it out.
func usesRegistered(name string) int {
	r := records.Get()
	register(name, r)
	return r.Value().size
}

// It is lent on, by a reference of its own.
func retainsAdopted(s *scope) int {
	r := records.Get()
	s.adopt(r)
	return consume(r.Retain())
}
