package samekeys

import "github.com/rcpool/rcpool"

type ticket struct{ key string }

func (t *ticket) Reset() { t.key = "" }

var tickets rcpool.Pool[ticket]

type office struct{ byKey map[string]rcpool.Ref[ticket] }

// The caller sets the field to another key.
func (o *office) bind4(r rcpool.Ref[ticket]) {
	o.byKey[r.Value().key] = r
}

func (o *office) close() {
	for k, r := range o.byKey {
		r.Release()
		delete(o.byKey, k)
	}
}

func newTicket(key string) rcpool.Ref[ticket] {
	r := tickets.Get()
	r.Value().key = key
	return r
}

func run4(o *office) {
	defer o.close()
	o.bind4(newTicket("aa"))
	other := newTicket("aa")
	other.Value().key = "ab"
	o.bind4(other)
}

type routes5 struct{ all map[route]rcpool.Ref[lease] }

// The lease that has the same key is refused.
func (s *routes5) bind5(r rcpool.Ref[lease], port string) bool {
	v := r.Value()
	if v.ip == "" {
		r.Release()
		return false
	}
	s.all[route{v.mac, port}] = r
	return true
}

func (s *routes5) close() {
	for k, r := range s.all {
		delete(s.all, k)
		r.Release()
	}
}

func run5(s *routes5) {
	println(s.bind5(parse("aa", ""), "443"))
	println(s.bind5(parse("aa", "10.0.0.2"), "443"))
	s.close()
}

// The second call is made only if there is no entry.
func (t *table) put6(mac string, r rcpool.Ref[lease]) {
	t.byMAC[mac] = r
}

func run6(t *table) {
	defer t.close()
	t.put6("aa", parse("aa", ""))
	if t.ip("aa") != "" {
		return
	}
	t.expire("aa")
	t.put6("aa", parse("aa", ""))
}

type site struct{ byMAC map[string]rcpool.Ref[lease] }

type sites7 struct{ all map[string]*site }

// Each site has a map of its own, and loses it before it gets the same key again.
func (s *sites7) bind7(name, mac string) {
	at := s.all[name]
	if at == nil {
		at = &site{byMAC: map[string]rcpool.Ref[lease]{}}
		s.all[name] = at
	}
	at.byMAC[mac] = parse(mac, name)
}

func (s *sites7) shut(name string) {
	at := s.all[name]
	if at == nil {
		return
	}
	for _, r := range at.byMAC {
		r.Release()
	}
	delete(s.all, name)
}

func run7(s *sites7) {
	s.bind7("a", "aa")
	s.bind7("b", "aa")
	s.shut("a")
	s.bind7("a", "aa")
	s.shut("a")
	s.shut("b")
}
