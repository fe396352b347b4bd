package weaktables

// The table does not own the request.
func (t *table) serve(id int) {
	req := requests.Get()
	v := req.Value()
	v.ID = id
	t.track(req, id)
	for range 5 {
		v.Progress += 20
	}
	req.Release()
	t.forget(id)
}

// It is put into the table here, and taken out before the release.
func (t *table) serveHere(id int) {
	req := requests.Get()
	t.mu.Lock()
	t.byID[id] = req
	t.mu.Unlock()
	req.Value().Progress++
	t.forget(id)
	req.Release()
}

// The deferred release comes last.
func (t *table) serveDeferred(id int) {
	req := requests.Get()
	defer req.Release()
	t.track(req, id)
	defer t.forget(id)
	req.Value().Progress++
}

// The watch looks at the request.
func (w *watch) serve(id int) {
	req := requests.Get()
	w.last = req
	req.Value().ID = id
	req.Release()
}

// The request is in a list.
func serveRecent(id int) {
	req := requests.Get()
	recent = append(recent, entry{id, req})
	req.Value().ID = id
	req.Release()
}

// The request is in a variable.
func serveLatest(id int) {
	req := requests.Get()
	defer req.Release()
	latest = req
	req.Value().ID = id
}

// The map does not own its keys.
func (s *seen) serve(id int) {
	req := requests.Get()
	defer req.Release()
	req.Value().ID = id
	s.requests.Store(req, id)
}

// The map does not own its values.
func (s *seen) serveNamed(name string) {
	req := requests.Get()
	s.named.Store(name, req)
	req.Value().Progress++
	req.Release()
}
