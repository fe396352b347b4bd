// Package samekeys has calls that put references into maps under keys that are the same constants.
package samekeys

import "github.com/rcpool/rcpool"

type lease struct{ mac, ip string }

func (l *lease) Reset() { *l = lease{} }

var leases rcpool.Pool[lease]

func parse(mac, ip string) rcpool.Ref[lease] {
	r := leases.Get()
	v := r.Value()
	v.mac, v.ip = mac, ip
	return r
}

type table struct{ byMAC map[string]rcpool.Ref[lease] }

func (t *table) ip(mac string) string {
	r, ok := t.byMAC[mac]
	if !ok {
		return ""
	}
	return r.Value().ip
}

func (t *table) expire(mac string) bool {
	r, ok := t.byMAC[mac]
	if ok {
		delete(t.byMAC, mac)
		r.Release()
	}
	return ok
}

func (t *table) close() {
	for m, r := range t.byMAC {
		r.Release()
		delete(t.byMAC, m)
	}
}
