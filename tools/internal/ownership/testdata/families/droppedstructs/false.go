package droppedstructs

type server1 struct{ uploads map[string]*upload }

// The parts are released, and the upload that has them is deleted.
func (s *server1) add(id, body string) error {
	u, ok := s.uploads[id]
	if !ok {
		u = &upload{}
		s.uploads[id] = u
	}
	r := segments.Get()
	r.Value().body = append(r.Value().body, body...)
	u.parts = append(u.parts, r)
	u.size += len(body)
	if u.size > 10 {
		for _, r := range u.parts {
			r.Release()
		}
		delete(s.uploads, id)
		return errLarge
	}
	return nil
}

type server2 struct{ uploads map[string]*upload }

// The upload is deleted before.
func (s *server2) add(id, body string) error {
	u := s.uploads[id]
	if u == nil {
		return errLarge
	}
	r := segments.Get()
	r.Value().body = append(r.Value().body, body...)
	u.parts = append(u.parts, r)
	u.size += len(body)
	if u.size <= 10 {
		return nil
	}
	delete(s.uploads, id)
	for _, r := range u.parts {
		r.Release()
	}
	return errLarge
}
