package secondnames

import "github.com/rcpool/rcpool"

// The key picture goes with the last one.
func record(n int) int {
	e := &encoder{every: 3}
	defer e.close()
	for i := range n {
		ref := pictures.Get()
		ref.Value().number = i
		e.encode(ref)
	}
	return e.changed
}

// An encoder owns the last picture, and has some of them as its key, too.
type encoder struct {
	every     int
	last, key rcpool.Ref[picture]
	changed   int
}

func (e *encoder) encode(ref rcpool.Ref[picture]) {
	now := ref.Value()
	if !e.last.IsZero() && differs(now, e.last.Value()) {
		e.changed++
	}
	if !e.key.IsZero() {
		if differs(now, e.key.Value()) { // want "use-after-release: "
			e.changed++
		}
	}
	if now.number%e.every == 0 {
		e.key = ref
	}
	rcpool.Drop(&e.last)
	e.last = ref
}

func (e *encoder) close() {
	e.key = rcpool.Ref[picture]{}
	rcpool.Drop(&e.last)
}

// The best score was thrown out of the ring.
func play(points []int) string {
	b := &board{ring: make([]*score, 4)}
	for _, n := range points {
		s := scores.Get().(*score)
		*s = score{points: n}
		b.add(s)
	}
	return b.best.name
}

// A board owns the scores in its ring, of which one is the best.
type board struct {
	ring  []*score
	next  int
	count int
	best  *score
}

func (b *board) add(s *score) {
	if b.count == len(b.ring) {
		scores.Put(b.ring[b.next])
		b.ring[b.next] = nil
		b.count--
	}
	b.ring[b.next] = s
	b.next = (b.next + 1) % len(b.ring)
	b.count++
	if b.best == nil || s.points > b.best.points { // want "use-after-release: "
		b.best = s
	}
}

// The largest one was the first one.
func fill(l *line, n int) {
	for range n {
		l.push(pictures.Get())
	}
}

// A line owns its pictures.
type line struct {
	refs    []rcpool.Ref[picture]
	largest rcpool.Ref[picture]
}

func (l *line) push(ref rcpool.Ref[picture]) {
	if len(l.refs) == 8 {
		l.refs[0].Release()
		l.refs = append(l.refs[:0], l.refs[1:]...)
	}
	l.refs = append(l.refs, ref)
	if l.largest.IsZero() {
		l.largest = ref
		return
	}
	if len(ref.Value().pixels) > len(l.largest.Value().pixels) { // want "use-after-release: "
		l.largest = ref
	}
}

// Another one was shown since.
func seek(p *player, marks map[int]bool, n int) (sum int) {
	for i := range n {
		ref := pictures.Get()
		ref.Value().number = i
		p.show(ref, marks[i])
		sum += p.marked() // want "use-after-release: "
	}
	return sum
}

// A player owns the picture that it shows, and goes back to the one that was marked.
type player struct {
	shown, mark rcpool.Ref[picture]
}

func (p *player) show(ref rcpool.Ref[picture], marked bool) {
	rcpool.Drop(&p.shown)
	p.shown = ref
	if marked {
		p.mark = ref
	}
}

func (p *player) marked() int {
	if p.mark.IsZero() {
		return -1
	}
	return p.mark.Value().number
}

// The group keeps four pictures, and compares with a key that may have been there longer.
func group(n int) int {
	g := &grouped{}
	defer g.close()
	for i := range n {
		ref := pictures.Get()
		ref.Value().number = i
		g.push(ref)
	}
	return g.changed
}

type grouped struct {
	key     rcpool.Ref[picture]
	all     []rcpool.Ref[picture]
	changed int
}

func (g *grouped) push(ref rcpool.Ref[picture]) {
	if len(g.all) == 4 {
		g.all[0].Release()
		g.all = append(g.all[:0], g.all[1:]...)
	}
	if !g.key.IsZero() && differs(ref.Value(), g.key.Value()) { // want "use-after-release: "
		g.changed++
	}
	if ref.Value().number%10 == 0 {
		g.key = ref
	}
	g.all = append(g.all, ref)
}

func (g *grouped) close() {
	g.key = rcpool.Ref[picture]{}
	for _, ref := range g.all {
		ref.Release()
	}
	g.all = nil
}
