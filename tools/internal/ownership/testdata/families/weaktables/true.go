package weaktables

// The table owns what was added.
func (o *owned) serve(id int) {
	req := requests.Get()
	req.Value().ID = id
	o.add(req, id)
	req.Release() // want "double-release: "
}

// The table owns what is in it.
func (o *owned) serveHere(id int) {
	req := requests.Get()
	o.byID[id] = req // want "escape: "
	req.Value().Progress++
	req.Release()
}

// The request is not tracked if it has no number, and then it is lost.
func (t *table) serveSome(id int) {
	req := requests.Get() // want "leak: "
	if id == 0 {
		return
	}
	t.track(req, id)
	req.Value().Progress++
	req.Release()
}

// The map of sessions owns what is in it.
func serveSession(name string) {
	req := requests.Get()
	sessions[name] = req // want "escape: "
	req.Release()
}

// The request is used after its release.
func (w *watch) serveDead(id int) {
	req := requests.Get()
	req.Release()
	req.Value().ID = id // want "use-after-release: "
	w.last = req
}

// It is released twice.
func serveTwice(id int) {
	req := requests.Get()
	req.Value().ID = id
	req.Release()
	req.Release() // want "double-release: "
	recent = append(recent, entry{id, req})
}

// The map owns the request that is released here.
func (s *seen) finish(name string) {
	req := requests.Get()
	defer req.Release()
	req.Value().Progress = 100
	s.done.Store(name, req) // want "(escape|double-release): "
}

// The request is used after its release, whoever knows it.
func (s *seen) serveLate(name string) {
	req := requests.Get()
	v := req.Value()
	s.named.Store(name, req)
	req.Release()
	v.Progress++ // missed "use-after-release: "
}
