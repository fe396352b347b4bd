package droppedstructs

type server3 struct{ uploads map[string]*upload }

// The upload stays in the map, with its parts.
func (s *server3) add(id, body string) error {
	u, ok := s.uploads[id]
	if !ok {
		u = &upload{}
		s.uploads[id] = u
	}
	r := segments.Get()
	r.Value().body = append(r.Value().body, body...)
	u.parts = append(u.parts, r) // want "escape: "
	u.size += len(body)
	if u.size > 10 {
		for _, r := range u.parts {
			r.Release()
		}
		return errLarge
	}
	return nil
}

type server4 struct {
	uploads map[string]*upload
	tickets map[string]*ticket
}

// What is deleted is something else.
func (s *server4) add(id, body string) error {
	u := s.uploads[id]
	if u == nil {
		u = &upload{}
		s.uploads[id] = u
	}
	r := segments.Get()
	r.Value().body = append(r.Value().body, body...)
	u.parts = append(u.parts, r) // want "escape: "
	u.size += len(body)
	if u.size <= 10 {
		return nil
	}
	delete(s.tickets, id)
	for _, r := range u.parts {
		r.Release()
	}
	return errLarge
}
