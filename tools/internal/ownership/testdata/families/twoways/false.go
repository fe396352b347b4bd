package twoways

import (
	"container/list"

	"github.com/rcpool/rcpool"
)

type cache2 struct {
	limit int
	order *list.List
	byID  map[int]rcpool.Ref[Page]
}

// The page leaves both.
func (c *cache2) evict() {
	if front := c.order.Front(); front != nil {
		p := c.order.Remove(front).(rcpool.Ref[Page])
		delete(c.byID, p.Value().ID)
		p.Release()
	}
}

func (c *cache2) size(id int) int {
	p, ok := c.byID[id]
	if !ok {
		for c.order.Len() >= c.limit {
			c.evict()
		}
		p = load(id)
		c.order.PushBack(p)
		c.byID[id] = p
	}
	return len(p.Value().Text)
}

func (c *cache2) close() {
	for c.order.Len() > 0 {
		c.evict()
	}
	clear(c.byID)
}

func useCache2(ids []int) (n int) {
	c := &cache2{limit: 2, order: list.New(), byID: map[int]rcpool.Ref[Page]{}}
	defer c.close()
	for _, id := range ids {
		n += c.size(id)
	}
	return n
}

type item2 struct {
	name string
	page rcpool.Ref[Page]
}

type recent2 struct {
	queue []item2
	known map[string]item2
}

// The caller forgets the name.
func (r *recent2) forget() string {
	oldest := r.queue[0]
	copy(r.queue, r.queue[1:])
	r.queue[len(r.queue)-1] = item2{}
	r.queue = r.queue[:len(r.queue)-1]
	oldest.page.Release()
	return oldest.name
}

func (r *recent2) shrink(limit int) {
	for len(r.queue) > limit {
		if name := r.forget(); name != "" {
			delete(r.known, name)
		}
	}
}

func (r *recent2) add(name string, p rcpool.Ref[Page]) {
	it := item2{name, p}
	r.known[name] = it
	r.queue = append(r.queue, it)
	r.shrink(8)
}

func (r *recent2) text(name string) []byte {
	it, ok := r.known[name]
	if !ok {
		return nil
	}
	return append([]byte(nil), it.page.Value().Text...)
}

func (r *recent2) close() {
	r.shrink(0)
	r.known = nil
}

func useRecent2(names []string) (n int) {
	r := &recent2{known: map[string]item2{}}
	defer r.close()
	for i, name := range names {
		if text := r.text(name); text != nil {
			n += len(text)
			continue
		}
		r.add(name, load(i))
	}
	return n
}

type window2 struct {
	first int
	items []rcpool.Ref[Page]
	index map[int]rcpool.Ref[Page]
}

func (w *window2) add(id int, ref rcpool.Ref[Page]) {
	if len(w.items) == 8 {
		w.items[0].Release()
		w.items = append(w.items[:0], w.items[1:]...)
		w.first++
	}
	w.items = append(w.items, ref)
	w.index[id] = ref
}

// Who asks for what is not in the window any more gets nothing.
func (w *window2) use(id int) int {
	if id < w.first {
		return 0
	}
	if ref, ok := w.index[id]; ok {
		return len(ref.Value().Text)
	}
	return 0
}

func useWindow2(n int) (sum int) {
	w := &window2{index: map[int]rcpool.Ref[Page]{}}
	for id := range n {
		w.add(id, load(id))
		sum += w.use(id - 20)
	}
	return sum
}

type names2 struct {
	byID   map[int]*Page
	byName map[string]*Page
}

// A page that takes the place of another one has its number and its name.
func (n *names2) set(id int, name string) {
	p := pooled.Get().(*Page)
	p.ID, p.Name = id, name
	if old := n.byID[id]; old != nil {
		pooled.Put(old)
	}
	n.byID[id] = p
	n.byName[name] = p
}

func (n *names2) length(name string) int {
	if p := n.byName[name]; p != nil {
		return len(p.Text)
	}
	return 0
}

func useNames2(lines []string) (sum int) {
	n := &names2{byID: map[int]*Page{}, byName: map[string]*Page{}}
	for range 2 {
		for i, line := range lines {
			n.set(i, line)
			sum += n.length(line)
		}
	}
	return sum
}

type feed2 struct {
	byID map[int]rcpool.Ref[Page]
	all  []rcpool.Ref[Page]
}

func (f *feed2) add(id int) {
	p := load(id)
	f.byID[id] = p
	f.all = append(f.all, p)
}

func (f *feed2) expire(before int) {
	for id, p := range f.byID {
		if id < before {
			delete(f.byID, id)
			p.Release()
		}
	}
}

// The list may have what is gone: who goes over it asks.
func (f *feed2) total() (n int) {
	for _, p := range f.all {
		if p, ok := p.TryRetain(); ok {
			n += len(p.Value().Text)
			p.Release()
		}
	}
	return n
}

func useFeed2(ids []int) (n int) {
	f := &feed2{byID: map[int]rcpool.Ref[Page]{}}
	for i, id := range ids {
		f.add(id)
		if i%10 == 9 {
			f.expire(id - 100)
			n = f.total()
		}
	}
	return n
}

type sent2 struct {
	queue   []rcpool.Ref[Page]
	waiting map[int]rcpool.Ref[Page]
}

func (s *sent2) send(id int) {
	p := load(id)
	s.queue = append(s.queue, p)
	s.waiting[id] = p
}

func (s *sent2) ack(id int) { delete(s.waiting, id) }

// What is released has been acknowledged: it waits no more.
func (s *sent2) trim() {
	p := s.queue[0]
	s.queue = s.queue[1:]
	p.Release()
}

func (s *sent2) resend(id int) int {
	if p, ok := s.waiting[id]; ok {
		return len(p.Value().Text)
	}
	return 0
}

func useSent2(n int) (sum int) {
	s := &sent2{waiting: map[int]rcpool.Ref[Page]{}}
	for id := range n {
		s.send(id)
		s.ack(id)
		s.trim()
		sum += s.resend(id)
	}
	return sum
}

type shared2 struct {
	queue []rcpool.Ref[Page]
	byID  map[int]rcpool.Ref[Page]
}

// Each of them has a reference of its own.
func (s *shared2) add(id int) {
	p := load(id)
	s.queue = append(s.queue, p.Retain())
	s.byID[id] = p
}

func (s *shared2) trim() {
	p := s.queue[0]
	s.queue = s.queue[1:]
	p.Release()
}

func (s *shared2) length(id int) int {
	if p, ok := s.byID[id]; ok {
		return len(p.Value().Text)
	}
	return 0
}

func (s *shared2) close() {
	for len(s.queue) > 0 {
		s.trim()
	}
	for _, p := range s.byID {
		p.Release()
	}
	clear(s.byID)
}

func useShared2(n int) (sum int) {
	s := &shared2{byID: map[int]rcpool.Ref[Page]{}}
	defer s.close()
	for id := range n {
		s.add(id)
		s.trim()
		sum += s.length(id)
	}
	return sum
}

type batch2 struct {
	queue []rcpool.Ref[Page]
	byID  map[int]rcpool.Ref[Page]
}

func (b *batch2) add(id int) {
	p := load(id)
	b.queue = append(b.queue, p)
	b.byID[id] = p
}

func (b *batch2) pop() {
	last := len(b.queue) - 1
	b.queue[last].Release()
	b.queue[last] = rcpool.Ref[Page]{}
	b.queue = b.queue[:last]
}

// Nobody finds anything before all is gone.
func (b *batch2) flush() {
	clear(b.byID)
	for len(b.queue) > 0 {
		b.pop()
	}
}

func (b *batch2) length(id int) int {
	if p, ok := b.byID[id]; ok {
		return len(p.Value().Text)
	}
	return 0
}

func useBatch2(n int) (sum int) {
	b := &batch2{byID: map[int]rcpool.Ref[Page]{}}
	for id := range n {
		if sum += b.length(id - 1); id%10 == 0 {
			b.flush()
		}
		b.add(id)
	}
	b.flush()
	return sum
}

type pins2 struct {
	order  []rcpool.Ref[Page]
	pinned map[int]rcpool.Ref[Page]
}

// Only pages that are pinned are in the map, and they stay.
func (p *pins2) add(id int, pin bool) {
	page := load(id)
	if pin {
		p.pinned[id] = page
		return
	}
	p.order = append(p.order, page)
}

func (p *pins2) trim() {
	page := p.order[0]
	p.order = p.order[1:]
	page.Release()
}

func (p *pins2) length(id int) int {
	if page, ok := p.pinned[id]; ok {
		return len(page.Value().Text)
	}
	return 0
}

func usePins2(n int) (sum int) {
	p := &pins2{pinned: map[int]rcpool.Ref[Page]{}}
	for id := range n {
		p.add(id, id%2 == 0)
		if len(p.order) > 4 {
			p.trim()
		}
		sum += p.length(id)
	}
	return sum
}

type both2 struct {
	queue []rcpool.Ref[Page]
	byID  map[int]rcpool.Ref[Page]
	late  map[int]rcpool.Ref[Page]
}

func (b *both2) add(id int) {
	p := load(id)
	b.byID[id] = p
	b.late[id] = p
}

func (b *both2) remove(id int) {
	if p, ok := b.byID[id]; ok {
		delete(b.byID, id)
		p.Release()
	}
}

// What is late counts only as long as the first map has it.
func (b *both2) length(id int) int {
	if _, ok := b.byID[id]; !ok {
		return 0
	}
	if p, ok := b.late[id]; ok {
		return len(p.Value().Text)
	}
	return 0
}

func useBoth2(n int) (sum int) {
	b := &both2{byID: map[int]rcpool.Ref[Page]{}, late: map[int]rcpool.Ref[Page]{}}
	for id := range n {
		b.add(id)
		b.remove(id / 2)
		sum += b.length(id)
	}
	return sum
}

type tree2 struct {
	byPath map[string]*node2
	roots  []*node2
}

type node2 struct {
	page *Page
	path string
}

func (t *tree2) add(path string) {
	p := pooled.Get().(*Page)
	p.Name = path
	n := &node2{p, path}
	t.byPath[path] = n
	t.roots = append(t.roots, n)
}

func (t *tree2) remove(path string) {
	if n, ok := t.byPath[path]; ok {
		delete(t.byPath, path)
		pooled.Put(n.page)
	}
}

// The structs around the pages are still there, with their paths.
func (t *tree2) total() (n int) {
	for _, r := range t.roots {
		n += len(r.path)
	}
	return n
}

func useTree2(paths []string) int {
	t := &tree2{byPath: map[string]*node2{}}
	for _, path := range paths {
		t.add(path)
	}
	t.remove(paths[0])
	return t.total()
}

type version3 struct {
	name string
	page rcpool.Ref[Page]
}

type versions3 struct {
	all     []version3
	current map[string]rcpool.Ref[Page]
}

func (v *versions3) set(name string, id int) {
	p := load(id)
	v.all = append(v.all, version3{name, p})
	v.current[name] = p
	v.trim()
}

// What is current stays.
func (v *versions3) trim() {
	for len(v.all) > 3 {
		oldest := v.all[0]
		if v.current[oldest.name] == oldest.page {
			return
		}
		v.all = v.all[1:]
		oldest.page.Release()
	}
}

func (v *versions3) length(name string) int {
	if p, ok := v.current[name]; ok {
		return len(p.Value().Text)
	}
	return 0
}

func useVersions3(names []string) (n int) {
	v := &versions3{current: map[string]rcpool.Ref[Page]{}}
	for i, name := range names {
		v.set(name, i)
		n += v.length(name)
	}
	return n
}

type kept3 struct {
	all     []version3
	current map[string]rcpool.Ref[Page]
}

func (k *kept3) set(name string, id int) {
	p := load(id)
	k.all = append(k.all, version3{name, p})
	k.current[name] = p
	for len(k.all) > 3 && !k.isCurrent(k.all[0]) {
		k.drop()
	}
}

func (k *kept3) isCurrent(v version3) bool { return k.current[v.name] == v.page }

// The caller has asked whether it is current.
func (k *kept3) drop() {
	k.all[0].page.Release()
	k.all = k.all[1:]
}

func (k *kept3) length(name string) int {
	if p, ok := k.current[name]; ok {
		return len(p.Value().Text)
	}
	return 0
}

func useKept3(names []string) (n int) {
	k := &kept3{current: map[string]rcpool.Ref[Page]{}}
	for i, name := range names {
		k.set(name, i)
		n += k.length(name)
	}
	return n
}

type phases3 struct {
	seq     int
	history []rcpool.Ref[Page]
	byPhase map[int]rcpool.Ref[Page]
}

// Both have three: the new one takes the place of the oldest.
func (p *phases3) push() {
	if len(p.history) == 3 {
		p.history[0].Release()
		p.history = append(p.history[:0], p.history[1:]...)
	}
	page := load(p.seq)
	p.history = append(p.history, page)
	p.byPhase[p.seq%3] = page
	p.seq++
}

func (p *phases3) length(phase int) int {
	if page, ok := p.byPhase[phase]; ok {
		return len(page.Value().Text)
	}
	return 0
}

func usePhases3(n int) (sum int) {
	p := &phases3{byPhase: map[int]rcpool.Ref[Page]{}}
	for i := range n {
		p.push()
		sum += p.length(i % 3)
	}
	return sum
}

type phase3 int

const (
	open3 phase3 = iota
	closed3
)

type index3 struct {
	phase phase3
	all   []rcpool.Ref[Page]
	byID  map[int]rcpool.Ref[Page]
}

func (x *index3) add(id int) {
	p := load(id)
	x.all = append(x.all, p)
	x.byID[id] = p
}

func (x *index3) drain() {
	for len(x.all) > 0 {
		x.all[0].Release()
		x.all = x.all[1:]
	}
}

func (x *index3) close() {
	if x.phase == closed3 {
		return
	}
	x.phase = closed3
	x.drain()
}

// The caller of drain has noted that all is closed.
func (x *index3) length(id int) int {
	if x.phase == closed3 {
		return 0
	}
	if p, ok := x.byID[id]; ok {
		return len(p.Value().Text)
	}
	return 0
}

func useIndex3(ids []int) int {
	x := &index3{byID: map[int]rcpool.Ref[Page]{}}
	for _, id := range ids {
		x.add(id)
	}
	n := x.length(1)
	x.close()
	return n + x.length(1)
}

type frames3 struct {
	last  []rcpool.Ref[Page]
	bySeq map[int]rcpool.Ref[Page]
}

func (f *frames3) push(seq int) error {
	if len(f.last) == 4 {
		f.last[0].Release()
		f.last = append(f.last[:0], f.last[1:]...)
	}
	if seq < 0 {
		return errTooOld
	}
	p := load(seq)
	f.last = append(f.last, p)
	f.bySeq[seq] = p
	return nil
}

// What was just pushed is there.
func (f *frames3) draw(seq int) int { return len(f.bySeq[seq].Value().Text) }

func useFrames3(n int) (sum int) {
	f := &frames3{bySeq: map[int]rcpool.Ref[Page]{}}
	for seq := range n {
		if err := f.push(seq); err != nil {
			return sum
		}
		sum += f.draw(seq)
	}
	return sum
}

type epoch3 struct {
	list []rcpool.Ref[Page]
	byID map[int]rcpool.Ref[Page]
}

func newEpoch3() *epoch3 { return &epoch3{byID: map[int]rcpool.Ref[Page]{}} }

func (e *epoch3) add(id int) {
	p := load(id)
	e.list = append(e.list, p)
	e.byID[id] = p
}

func (e *epoch3) free() {
	for len(e.list) > 0 {
		e.list[0].Release()
		e.list = e.list[1:]
	}
}

func (e *epoch3) length(id int) int {
	if p, ok := e.byID[id]; ok {
		return len(p.Value().Text)
	}
	return 0
}

type epochs3 struct {
	now *epoch3
	no  int
}

// What comes then is in a new epoch.
func (e *epochs3) flush() {
	e.now.free()
	e.now = newEpoch3()
	e.no++
}

func useEpochs3(n int) (sum int) {
	e := &epochs3{now: newEpoch3()}
	for id := range n {
		if id%10 == 0 {
			e.flush()
		}
		e.now.add(id)
		sum += e.now.length(id / 2)
	}
	e.flush()
	return sum
}

type pinned3 struct {
	list []rcpool.Ref[Page]
	byID map[int]rcpool.Ref[Page]
	pins map[int]int
}

func (p *pinned3) add(id int) {
	page := load(id)
	p.list = append(p.list, page)
	p.byID[id] = page
	p.pins[id] = 1
}

func (p *pinned3) unpin(id int) { p.pins[id]-- }

// What is pinned stays.
func (p *pinned3) collect() {
	kept := p.list[:0]
	for _, page := range p.list {
		if p.pins[page.Value().ID] > 0 {
			kept = append(kept, page)
			continue
		}
		page.Release()
	}
	p.list = kept
}

func (p *pinned3) length(id int) int {
	if p.pins[id] == 0 {
		return 0
	}
	return len(p.byID[id].Value().Text)
}

func usePinned3(n int) (sum int) {
	p := &pinned3{byID: map[int]rcpool.Ref[Page]{}, pins: map[int]int{}}
	for id := range n {
		p.add(id)
		p.unpin(id / 2)
		p.collect()
		sum += p.length(id)
	}
	return sum
}
