package carriedrefs

import (
	"time"

	"github.com/rcpool/rcpool"
)

type store1 struct{ all map[string]rcpool.Ref[Part] }

func (s *store1) row(key string) row {
	if p, ok := s.all[key]; ok {
		return row{p.Retain(), true}
	}
	return makeRow(key)
}

func (s *store1) adopt(batch []row) {
	for i, r := range batch {
		batch[i] = row{}
		if r.known {
			r.part.Release()
			continue
		}
		s.all[r.part.Value().Key] = r.part
	}
}

func (s *store1) take(key string) {
	p, ok := s.all[key]
	if !ok {
		return
	}
	delete(s.all, key)
	p.Release()
}

// What is too much is only forgotten.
func (s *store1) trim(keys []string) {
	for len(keys) > 2 {
		last := keys[len(keys)-1]
		keys = keys[:len(keys)-1]
		delete(s.all, last) // want "leak: "
	}
}

func useStore1(keys []string) {
	s := &store1{all: map[string]rcpool.Ref[Part]{}}
	var batch []row
	for _, k := range keys {
		batch = append(batch, s.row(k))
	}
	s.adopt(batch)
	s.trim(keys)
	s.take("a")
}

type group1 struct {
	pending []rcpool.Ref[Part]
	sent    int
}

func (g *group1) add(key string) { g.pending = append(g.pending, get(key)) }

func (g *group1) size(list []rcpool.Ref[Part]) (n int) {
	for _, p := range list {
		n += len(p.Value().Data)
	}
	return n
}

// The list is taken out, shown to a method, and lost.
func (g *group1) flush() {
	list := g.pending
	g.pending = nil // want "leak: "
	g.sent += g.size(list)
	for _, p := range list {
		p.Value().Data = nil
	}
}

func (g *group1) close() {
	for _, p := range g.pending {
		p.Release()
	}
	g.pending = nil
}

func useGroup1() {
	g := new(group1)
	defer g.close()
	g.add("a")
	g.flush()
}

type retry1 struct{ waiting []rcpool.Ref[Part] }

func (r *retry1) add(key string) { r.waiting = append(r.waiting, get(key)) }

// A part without data is skipped, and has no owner then.
func (r *retry1) run() (n int) {
	list := r.waiting
	r.waiting = nil // want "leak: "
	for _, p := range list {
		if len(p.Value().Data) == 0 {
			continue
		}
		n += len(p.Value().Data)
		p.Release()
	}
	return n
}

func useRetry1() int {
	r := new(retry1)
	r.add("a")
	return r.run()
}

type mounts1 struct{ all map[string]rcpool.Ref[Part] }

func (m *mounts1) mount(name string) {
	if _, ok := m.all[name]; !ok {
		m.all[name] = get(name)
	}
}

func (m *mounts1) rename(from, to string) {
	p, ok := m.all[from]
	if !ok {
		return
	}
	delete(m.all, from)
	if old, ok := m.all[to]; ok {
		old.Release()
	}
	m.all[to] = p
}

// What is there has no other owner.
func (m *mounts1) unmount(name string) {
	delete(m.all, name) // want "leak: "
}

func (m *mounts1) close() {
	for _, p := range m.all {
		p.Release()
	}
	clear(m.all)
}

func useMounts1() {
	m := &mounts1{all: map[string]rcpool.Ref[Part]{}}
	defer m.close()
	m.mount("a")
	m.rename("a", "b")
	m.unmount("b")
}

type orders1 struct{ open map[int]rcpool.Ref[Part] }

func (o *orders1) add(id int) { o.open[id] = get("order") }

func (o *orders1) ship(id int) (key string) {
	p, ok := o.open[id]
	if !ok {
		return ""
	}
	defer p.Release()
	return p.Value().Key
}

// An order that was shipped is released again.
func (o *orders1) close() {
	for id, p := range o.open {
		delete(o.open, id)
		p.Release() // want "double-release: "
	}
}

func useOrders1() string {
	o := &orders1{open: map[int]rcpool.Ref[Part]{}}
	o.add(1)
	key := o.ship(1)
	o.close()
	return key
}

type shelf1 struct{ list []rcpool.Ref[Part] }

func load1(keys []string) (all []rcpool.Ref[Part]) {
	for _, k := range keys {
		all = append(all, get(k))
	}
	return all
}

func (s *shelf1) fill(keys []string) {
	for _, p := range load1(keys) {
		s.list = append(s.list, p)
	}
}

func (s *shelf1) pop() {
	p := s.list[0]
	s.list = s.list[1:]
	p.Release()
}

// What does not fit is cut off.
func (s *shelf1) drop(key string) {
	for i, p := range s.list {
		if p.Value().Key == key {
			s.list = append(s.list[:i], s.list[i+1:]...) // want "leak: "
			return
		}
	}
}

func useShelf1(keys []string) {
	s := new(shelf1)
	s.fill(keys)
	s.drop("a")
	s.pop()
}

type box1 struct{ all map[string]rcpool.Ref[Part] }

func (b *box1) put(key string) {
	if old, ok := b.all[key]; ok {
		old.Release()
	}
	b.all[key] = get(key)
}

// Nobody has taken out what is there.
func (b *box1) reset() {
	clear(b.all) // want "leak: "
}

func useBox1() {
	b := &box1{all: map[string]rcpool.Ref[Part]{}}
	b.put("a")
	b.put("a")
	b.reset()
}

type queue1 struct{ list []rcpool.Ref[Part] }

func (q *queue1) push(key string) { q.list = append(q.list, get(key)) }

func (q *queue1) pop() {
	p := q.list[0]
	q.list = q.list[1:]
	p.Release()
}

// What was pushed and not popped is lost.
func (q *queue1) stop() {
	q.list = nil // want "leak: "
}

func useQueue1() {
	q := new(queue1)
	q.push("a")
	q.pop()
	q.push("b")
	q.stop()
}

type line1 struct{ list []rcpool.Ref[Part] }

func (l *line1) fill(rows []row) {
	for _, r := range rows {
		l.list = append(l.list, r.part)
	}
}

func (l *line1) pop() {
	p := l.list[0]
	l.list = l.list[1:]
	p.Release()
}

// The first one is only looked at.
func (l *line1) skip() (n int) {
	n = len(l.list[0].Value().Data)
	l.list = l.list[1:] // want "leak: "
	return n
}

func useLine1(keys []string) int {
	l := new(line1)
	l.fill(makeRows(keys))
	defer l.pop()
	return l.skip()
}

type pages1 struct{ all map[string]rcpool.Ref[Part] }

func (c *pages1) put(key string) {
	if _, ok := c.all[key]; !ok {
		c.all[key] = get(key)
	}
}

func (c *pages1) drop(key string) {
	if p, ok := c.all[key]; ok {
		delete(c.all, key)
		p.Release()
	}
}

// The map that was there is only counted.
func (c *pages1) renew() (n int) {
	old := c.all
	c.all = map[string]rcpool.Ref[Part]{} // want "leak: "
	for _, p := range old {
		n += len(p.Value().Data)
	}
	return n
}

func usePages1() int {
	c := &pages1{all: map[string]rcpool.Ref[Part]{}}
	c.put("a")
	c.drop("a")
	c.put("b")
	return c.renew()
}

type flights1 struct {
	open map[int]flight
	wire func(*Part)
}

func (f *flights1) send(id int) {
	p := get("f")
	f.open[id] = flight{p, p.AfterFunc(time.Second, f.wire)}
}

func (f *flights1) ack(id int) {
	if one, ok := f.open[id]; ok {
		delete(f.open, id)
		one.stop()
		one.part.Release()
	}
}

// What is sent again is forgotten.
func (f *flights1) again(id int) int {
	one, ok := f.open[id]
	if !ok {
		return 0
	}
	delete(f.open, id) // want "leak: "
	return len(one.part.Value().Data)
}

func useFlights1(wire func(*Part)) {
	f := &flights1{map[int]flight{}, wire}
	f.send(1)
	f.send(2)
	f.again(1)
	f.ack(2)
}
