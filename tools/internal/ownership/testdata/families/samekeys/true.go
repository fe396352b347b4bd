package samekeys

import "github.com/rcpool/rcpool"

// The key is in a field of the object.
func (t *table) bind1(r rcpool.Ref[lease]) {
	t.byMAC[r.Value().mac] = r // want "leak: "
}

func run1(t *table) {
	defer t.close()
	t.bind1(parse("aa", "10.0.0.1"))
	t.bind1(parse("bb", "10.0.0.2"))
	println(t.ip("aa"))
	t.bind1(parse("aa", "10.0.0.3"))
	t.expire("bb")
}

type route struct{ mac, port string }

type routes2 struct{ all map[route]rcpool.Ref[lease] }

// The key is a struct, and the caller does not ask whether the lease was taken.
func (s *routes2) bind2(r rcpool.Ref[lease], port string) bool {
	v := r.Value()
	if v.ip == "" {
		r.Release()
		return false
	}
	s.all[route{v.mac, port}] = r // want "leak: "
	return true
}

func (s *routes2) close() {
	for k, r := range s.all {
		delete(s.all, k)
		r.Release()
	}
}

func run2(s *routes2) {
	s.bind2(parse("aa", "10.0.0.1"), "80")
	s.bind2(parse("aa", "10.0.0.1"), "443")
	println(s.bind2(parse("aa", ""), "443"))
	s.bind2(parse("aa", "10.0.0.2"), "443")
	s.close()
}

// Another method does no more than to call it. What was looked up does not decide about the second call.
func (t *table) put3(mac string, r rcpool.Ref[lease]) {
	t.byMAC[mac] = r // want "leak: "
}

func (t *table) add3(mac, ip string) { t.put3(mac, parse(mac, ip)) }

func run3(t *table) {
	defer t.close()
	t.add3("aa", "10.0.0.1")
	if ip := t.ip("aa"); ip != "" {
		println(ip)
	}
	t.add3("aa", "10.0.0.3")
}

// A part of the key is the same for all.
func (t *table) put8(mac string) {
	r := parse(mac, "")
	t.byMAC["eth0/"+mac] = r // want "leak: "
}

func run8(t *table) {
	defer t.close()
	t.put8("aa")
	t.put8("ab")
	t.put8("aa")
}
