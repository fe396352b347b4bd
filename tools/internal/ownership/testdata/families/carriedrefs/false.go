package carriedrefs

import (
	"time"

	"github.com/rcpool/rcpool"
)

type index2 struct{ all map[string]rcpool.Ref[Part] }

func (s *index2) adopt(batch []row) {
	for _, r := range batch {
		s.all[r.part.Value().Key] = r.part
	}
}

func (s *index2) evict(batch []row, bad int) {
	r := batch[bad]
	batch[bad] = row{get("none"), true}
	delete(s.all, r.part.Value().Key)
	r.part.Release()
}

// The index finds the parts of a batch while that is in use.
func (s *index2) forget(key string) { delete(s.all, key) }

func useIndex2(keys []string) {
	s := &index2{all: map[string]rcpool.Ref[Part]{}}
	var batch []row
	for _, k := range keys {
		batch = append(batch, makeRow(k))
	}
	s.adopt(batch)
	s.evict(batch, 0)
	s.forget("a")
	for _, r := range batch {
		r.part.Release()
	}
}

// A list has again again what the map owns.
type recent2 struct {
	all  map[string]rcpool.Ref[Part]
	list []rcpool.Ref[Part]
}

func (r *recent2) put(key string) {
	if _, ok := r.all[key]; !ok {
		r.all[key] = get(key)
	}
}

func (r *recent2) sort() {
	r.list = r.list[:0]
	for _, p := range r.all {
		r.list = append(r.list, p)
	}
}

func (r *recent2) evict() {
	p := r.list[0]
	r.list = r.list[1:]
	delete(r.all, p.Value().Key)
	p.Release()
}

// The list has what the map owns.
func (r *recent2) hide(key string) {
	for i, p := range r.list {
		if p.Value().Key == key {
			r.list = append(r.list[:i], r.list[i+1:]...)
			return
		}
	}
}

func (r *recent2) close() {
	for _, p := range r.all {
		p.Release()
	}
	clear(r.all)
	r.list = nil
}

func useRecent2() {
	r := &recent2{all: map[string]rcpool.Ref[Part]{}}
	defer r.close()
	r.put("a")
	r.put("b")
	r.sort()
	r.hide("a")
	r.sort()
	r.evict()
}

type group2 struct {
	pending []rcpool.Ref[Part]
	sent    int
}

func (g *group2) add(key string) { g.pending = append(g.pending, get(key)) }

func (g *group2) send(list []rcpool.Ref[Part]) {
	for _, p := range list {
		g.sent += len(p.Value().Data)
		p.Release()
	}
}

// The list is taken out, looked at, and released by another method.
func (g *group2) flush() {
	list := g.pending
	g.pending = nil
	for _, p := range list {
		p.Value().Data = nil
	}
	g.send(list)
}

func (g *group2) close() {
	for _, p := range g.pending {
		p.Release()
	}
	g.pending = nil
}

func useGroup2() {
	g := new(group2)
	defer g.close()
	g.add("a")
	g.flush()
}

type retry2 struct{ waiting []rcpool.Ref[Part] }

func (r *retry2) add(key string) { r.waiting = append(r.waiting, get(key)) }

// A part without data waits again.
func (r *retry2) run() (n int) {
	list := r.waiting
	r.waiting = nil
	for _, p := range list {
		if len(p.Value().Data) == 0 {
			r.waiting = append(r.waiting, p)
			continue
		}
		n += len(p.Value().Data)
		p.Release()
	}
	return n
}

func (r *retry2) close() {
	for _, p := range r.waiting {
		p.Release()
	}
	r.waiting = nil
}

func useRetry2() int {
	r := new(retry2)
	defer r.close()
	r.add("a")
	return r.run()
}

type mounts2 struct{ all map[string]rcpool.Ref[Part] }

func (m *mounts2) mount(name string) {
	if _, ok := m.all[name]; !ok {
		m.all[name] = get(name)
	}
}

func (m *mounts2) rename(from, to string) {
	p, ok := m.all[from]
	if !ok || from == to {
		return
	}
	if old, ok := m.all[to]; ok {
		old.Release()
	}
	m.all[to] = p
	m.forget(from)
}

// The part has its new name already.
func (m *mounts2) forget(name string) {
	delete(m.all, name)
}

func (m *mounts2) close() {
	for _, p := range m.all {
		p.Release()
	}
	clear(m.all)
}

func useMounts2() {
	m := &mounts2{all: map[string]rcpool.Ref[Part]{}}
	defer m.close()
	m.mount("a")
	m.rename("a", "b")
}

type orders2 struct{ open map[int]rcpool.Ref[Part] }

func (o *orders2) add(id int) { o.open[id] = get("order") }

// The order is removed before the deferred release.
func (o *orders2) ship(id int) (key string) {
	p, ok := o.open[id]
	if !ok {
		return ""
	}
	defer p.Release()
	key = p.Value().Key
	delete(o.open, id)
	return key
}

func (o *orders2) close() {
	for id, p := range o.open {
		delete(o.open, id)
		p.Release()
	}
}

func useOrders2() string {
	o := &orders2{open: map[int]rcpool.Ref[Part]{}}
	o.add(1)
	key := o.ship(1)
	o.close()
	return key
}

type shelf2 struct{ list []rcpool.Ref[Part] }

func load2(keys []string) (all []rcpool.Ref[Part]) {
	for _, k := range keys {
		all = append(all, get(k))
	}
	return all
}

func (s *shelf2) fill(list []rcpool.Ref[Part]) {
	for _, p := range list {
		s.list = append(s.list, p)
	}
}

func (s *shelf2) pop(all []rcpool.Ref[Part]) {
	p := s.list[0]
	s.list = s.list[1:]
	for i := range all {
		if all[i] == p {
			all[i] = rcpool.Ref[Part]{}
		}
	}
	p.Release()
}

// The caller has the list, too, and releases what is there.
func (s *shelf2) drop(key string) {
	for i, p := range s.list {
		if p.Value().Key == key {
			s.list = append(s.list[:i], s.list[i+1:]...)
			return
		}
	}
}

func useShelf2(keys []string) {
	all := load2(keys)
	s := new(shelf2)
	s.fill(all)
	s.drop("a")
	s.pop(all)
	for i := range all {
		rcpool.Drop(&all[i])
	}
}

type box2 struct{ all map[string]rcpool.Ref[Part] }

func (b *box2) put(key string) {
	if old, ok := b.all[key]; ok {
		old.Release()
	}
	b.all[key] = get(key)
}

func (b *box2) drain(to chan<- rcpool.Ref[Part]) {
	for key, p := range b.all {
		delete(b.all, key)
		to <- p
	}
}

// The caller has taken out what was there.
func (b *box2) reset() {
	clear(b.all)
}

func useBox2(to chan<- rcpool.Ref[Part]) {
	b := &box2{all: map[string]rcpool.Ref[Part]{}}
	b.put("a")
	b.put("a")
	b.drain(to)
	b.reset()
}

type queue2 struct{ list []rcpool.Ref[Part] }

func (q *queue2) push(key string) { q.list = append(q.list, get(key)) }

func (q *queue2) pop() {
	p := q.list[0]
	q.list = q.list[1:]
	p.Release()
}

// The queue is empty when its room is given up.
func (q *queue2) stop() {
	q.list = nil
}

func useQueue2() {
	q := new(queue2)
	q.push("a")
	for len(q.list) > 0 {
		q.pop()
	}
	q.stop()
}

type slots2 struct {
	list []rcpool.Ref[Part]
	open int
}

func (s *slots2) push(key string) {
	s.list = append(s.list, get(key))
	s.open++
}

func (s *slots2) pop() {
	p := s.list[0]
	s.list = s.list[1:]
	s.open--
	p.Release()
}

// The number of Refs that are left is kept beside them.
func (s *slots2) stop() {
	if s.open == 0 {
		s.list = nil
	}
}

func useSlots2() {
	s := new(slots2)
	s.push("a")
	s.stop()
	s.pop()
	s.stop()
}

type flights2 struct {
	open map[int]flight
	wire func(*Part)
}

func (f *flights2) send(id int) {
	p := get("f")
	f.open[id] = flight{p, p.AfterFunc(time.Second, f.wire)}
}

func (f *flights2) ack(id int) {
	if one, ok := f.open[id]; ok {
		delete(f.open, id)
		one.stop()
		one.part.Release()
	}
}

// The part is sent under another number.
func (f *flights2) again(id, next int) {
	one, ok := f.open[id]
	if !ok {
		return
	}
	one.stop()
	delete(f.open, id)
	one.stop = one.part.AfterFunc(time.Second, f.wire)
	f.open[next] = one
}

func useFlights2(wire func(*Part)) {
	f := &flights2{map[int]flight{}, wire}
	f.send(1)
	f.again(1, 2)
	f.ack(2)
}
