package secondnames

import "github.com/rcpool/rcpool"

// A keeper has a reference of its own to the key.
type keeper struct {
	every     int
	last, key rcpool.Ref[picture]
	changed   int
}

func (k *keeper) encode(ref rcpool.Ref[picture]) {
	now := ref.Value()
	if !k.key.IsZero() && differs(now, k.key.Value()) {
		k.changed++
	}
	if now.number%k.every == 0 {
		rcpool.Drop(&k.key)
		k.key = ref.Retain()
	}
	rcpool.Drop(&k.last)
	k.last = ref
}

// The key has its own reference.
func recordKept(n int) int {
	k := &keeper{every: 3}
	encodeAll(k.encode, n)
	for i := range n {
		ref := pictures.Get()
		ref.Value().number = i
		k.encode(ref)
	}
	rcpool.Drop(&k.key)
	rcpool.Drop(&k.last)
	return k.changed
}

// A pair releases the last picture unless that is the key.
type pair struct {
	every     int
	last, key rcpool.Ref[picture]
	isKey     bool
	changed   int
}

func (p *pair) encode(ref rcpool.Ref[picture]) {
	now := ref.Value()
	if !p.key.IsZero() && differs(now, p.key.Value()) {
		p.changed++
	}
	if !p.isKey {
		rcpool.Drop(&p.last)
	}
	p.isKey = now.number%p.every == 0
	if p.isKey {
		p.key = ref
	}
	p.last = ref
}

// The flag says what the last one is.
func recordFlagged(p *pair, n int) int {
	for i := range n {
		ref := pictures.Get()
		ref.Value().number = i
		p.encode(ref)
	}
	return p.changed
}

// A track has the newest of its pictures under another name, too.
type track struct {
	refs   []rcpool.Ref[picture]
	newest rcpool.Ref[picture]
	steps  int
}

func (t *track) push(ref rcpool.Ref[picture]) {
	if len(t.refs) == 8 {
		t.refs[0].Release()
		t.refs = append(t.refs[:0], t.refs[1:]...)
	}
	if !t.newest.IsZero() && differs(ref.Value(), t.newest.Value()) {
		t.steps++
	}
	t.refs = append(t.refs, ref)
	t.newest = ref
}

// The newest one stays.
func follow(t *track, n int) int {
	for range n {
		t.push(pictures.Get())
	}
	return t.steps
}

// A table looks for another best one if that is the one that goes.
type table struct {
	ring  []*score
	next  int
	count int
	best  *score
	at    int
}

func (t *table) add(s *score) {
	if t.count == len(t.ring) {
		if t.at == t.next {
			t.best = nil
		}
		scores.Put(t.ring[t.next])
		t.ring[t.next] = nil
		t.count--
	}
	t.ring[t.next] = s
	if t.best == nil || s.points > t.best.points {
		t.best, t.at = s, t.next
	}
	t.next = (t.next + 1) % len(t.ring)
	t.count++
}

// The place of the best one is known.
func playOn(points []int) string {
	t := &table{ring: make([]*score, 4)}
	for _, n := range points {
		s := scores.Get().(*score)
		*s = score{points: n}
		t.add(s)
	}
	return t.best.name
}

// A key begins a new group: all pictures before it go. What comes after it is in the list, and the key
// in its field, too.
func regroup(n int) int {
	g := &regrouped{}
	defer g.close()
	numbers := 0
	for i := range n {
		ref := pictures.Get()
		ref.Value().number = i
		g.push(ref)
		numbers += g.number()
	}
	return numbers
}

type regrouped struct {
	key rcpool.Ref[picture]
	all []rcpool.Ref[picture]
}

func (g *regrouped) push(ref rcpool.Ref[picture]) {
	if ref.Value().number%10 == 0 {
		for len(g.all) > 0 {
			g.all[0].Release()
			g.all = g.all[1:]
		}
		g.key = ref
	}
	g.all = append(g.all, ref)
}

func (g *regrouped) number() int {
	if g.key.IsZero() {
		return 0
	}
	return g.key.Value().number
}

func (g *regrouped) close() {
	g.key = rcpool.Ref[picture]{}
	for len(g.all) > 0 {
		g.all[0].Release()
		g.all = g.all[1:]
	}
}
