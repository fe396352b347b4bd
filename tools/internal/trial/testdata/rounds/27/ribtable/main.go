// truth: leak line 35,50 hard

// Ribtable is the routing table of a route server: peers announce and withdraw
// prefixes, and the best path of each prefix is computed on demand.
package main

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/rcpool/rcpool"
)

type path struct {
	prefix string
	peer   string
	hops   []uint32
	pref   int
}

func (p *path) Reset() { *p = path{hops: p.hops[:0]} }

type key struct{ prefix, peer string }

type rib struct {
	pool  rcpool.Pool[path]
	paths map[key]rcpool.Ref[path]
	churn int
}

func newRIB() *rib { return &rib{paths: map[key]rcpool.Ref[path]{}} }

func (r *rib) decode(peer, prefix string, pref int, hops ...uint32) rcpool.Ref[path] {
	ref := r.pool.Get()
	p := ref.Value()
	p.peer, p.prefix, p.pref = peer, prefix, pref
	p.hops = append(p.hops, hops...)
	return ref
}

// announce takes the path over. A path that loops through us is refused.
func (r *rib) announce(ref rcpool.Ref[path]) bool {
	p := ref.Value()
	if slices.Contains(p.hops, 64500) {
		ref.Release()
		return false
	}
	r.churn++
	r.paths[key{p.prefix, p.peer}] = ref
	return true
}

func (r *rib) withdraw(prefix, peer string) {
	k := key{prefix, peer}
	if ref, ok := r.paths[k]; ok {
		delete(r.paths, k)
		ref.Release()
		r.churn++
	}
}

// best returns a reference for the caller, or the zero Ref.
func (r *rib) best(prefix string) rcpool.Ref[path] {
	var candidates []*path
	for k, ref := range r.paths {
		if k.prefix == prefix {
			candidates = append(candidates, ref.Value())
		}
	}
	if len(candidates) == 0 {
		return rcpool.Ref[path]{}
	}
	winner := slices.MinFunc(candidates, func(a, b *path) int {
		return cmp.Or(cmp.Compare(b.pref, a.pref), cmp.Compare(len(a.hops), len(b.hops)), cmp.Compare(a.peer, b.peer))
	})
	return r.paths[key{prefix, winner.peer}].Retain()
}

func (r *rib) show(prefix string) string {
	ref := r.best(prefix)
	defer rcpool.Drop(&ref)
	if ref.IsZero() {
		return prefix + " unreachable"
	}
	return fmt.Sprint(prefix, " via ", ref.Value().peer, ref.Value().hops)
}

func (r *rib) close() {
	for k, ref := range r.paths {
		delete(r.paths, k)
		ref.Release()
	}
}

func main() {
	r := newRIB()
	defer r.close()
	r.announce(r.decode("p1", "192.0.2.0/24", 100, 64496, 64497))
	r.announce(r.decode("p2", "192.0.2.0/24", 100, 64498))
	fmt.Println(r.announce(r.decode("p3", "192.0.2.0/24", 300, 64500)))
	fmt.Println(r.show("192.0.2.0/24"))
	r.announce(r.decode("p2", "192.0.2.0/24", 50, 64498, 64499))
	fmt.Println(r.show("192.0.2.0/24"))
	r.withdraw("192.0.2.0/24", "p1")
	fmt.Println(r.show("192.0.2.0/24"), r.show("198.51.100.0/24"), r.churn)
}
