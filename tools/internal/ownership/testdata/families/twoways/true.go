package twoways

import (
	"container/list"
	"slices"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/rcpool/rcpool"
)

type cache1 struct {
	limit int
	order *list.List
	byID  map[int]rcpool.Ref[Page]
}

func (c *cache1) evict() {
	if front := c.order.Front(); front != nil {
		p := c.order.Remove(front).(rcpool.Ref[Page])
		p.Release()
	}
}

// The page that has left the list is still in the map.
func (c *cache1) size(id int) int {
	p, ok := c.byID[id]
	if !ok {
		for c.order.Len() >= c.limit {
			c.evict()
		}
		p = load(id)
		c.order.PushBack(p)
		c.byID[id] = p
	}
	return len(p.Value().Text) // want "use-after-release: "
}

func (c *cache1) close() {
	for c.order.Len() > 0 {
		c.evict()
	}
	clear(c.byID)
}

func useCache1(ids []int) (n int) {
	c := &cache1{limit: 2, order: list.New(), byID: map[int]rcpool.Ref[Page]{}}
	defer c.close()
	for _, id := range ids {
		n += c.size(id)
	}
	return n
}

type item1 struct {
	name string
	page rcpool.Ref[Page]
}

type recent1 struct {
	queue []item1
	known map[string]item1
}

func (r *recent1) forget() {
	oldest := r.queue[0]
	copy(r.queue, r.queue[1:])
	r.queue[len(r.queue)-1] = item1{}
	r.queue = r.queue[:len(r.queue)-1]
	oldest.page.Release()
}

func (r *recent1) shrink(limit int) {
	for len(r.queue) > limit {
		r.forget()
	}
}

func (r *recent1) add(name string, p rcpool.Ref[Page]) {
	it := item1{name, p}
	r.known[name] = it
	r.queue = append(r.queue, it)
	r.shrink(8)
}

// Both have structs with the page.
func (r *recent1) text(name string) []byte {
	it, ok := r.known[name]
	if !ok {
		return nil
	}
	return append([]byte(nil), it.page.Value().Text...) // want "use-after-release: "
}

func (r *recent1) close() {
	r.shrink(0)
	r.known = nil
}

func useRecent1(names []string) (n int) {
	r := &recent1{known: map[string]item1{}}
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

type window1[K comparable, V any] struct {
	items []rcpool.Ref[V]
	index map[K]rcpool.Ref[V]
}

func (w *window1[K, V]) add(key K, ref rcpool.Ref[V]) {
	if len(w.items) == cap(w.items) {
		w.items[0].Release()
		w.items = append(w.items[:0], w.items[1:]...)
	}
	w.items = append(w.items, ref)
	w.index[key] = ref
}

// Keys and objects may be of any type.
func (w *window1[K, V]) use(key K, f func(*V)) {
	if ref, ok := w.index[key]; ok {
		f(ref.Value()) // want "use-after-release: "
	}
}

func useWindow1(ids []int) (n int) {
	w := &window1[int, Page]{items: make([]rcpool.Ref[Page], 0, 4), index: map[int]rcpool.Ref[Page]{}}
	for _, id := range ids {
		w.add(id, load(id))
		w.use(id-1, func(p *Page) { n += len(p.Text) })
	}
	return n
}

type names1 struct {
	byID   map[int]*Page
	byName map[string]*Page
}

func (n *names1) add(id int, name string) *Page {
	p := pooled.Get().(*Page)
	p.ID, p.Name = id, name
	n.byID[id] = p
	n.byName[name] = p
	return p
}

func (n *names1) drop(id int) {
	p, ok := n.byID[id]
	if !ok {
		return
	}
	delete(n.byID, id)
	pooled.Put(p)
}

// The page is not found by its number any more, but by its name.
func (n *names1) length(name string) int {
	if p := n.byName[name]; p != nil {
		return len(p.Text) // want "use-after-release: "
	}
	return 0
}

func useNames1(lines []string) (sum int) {
	n := &names1{byID: map[int]*Page{}, byName: map[string]*Page{}}
	for i, line := range lines {
		if line == "" {
			n.drop(i - 1)
			continue
		}
		n.add(i, line)
	}
	for _, line := range lines {
		sum += n.length(line)
	}
	return sum
}

type feed1 struct {
	byID map[int]rcpool.Ref[Page]
	all  []rcpool.Ref[Page]
}

func (f *feed1) add(id int) {
	p := load(id)
	f.byID[id] = p
	f.all = append(f.all, p)
}

func (f *feed1) expire(before int) {
	for id, p := range f.byID {
		if id < before {
			delete(f.byID, id)
			p.Release()
		}
	}
}

// What has expired is in the list of all.
func (f *feed1) total() (n int) {
	for _, p := range f.all {
		n += len(p.Value().Text) // want "use-after-release: "
	}
	return n
}

func useFeed1(ids []int) (n int) {
	f := &feed1{byID: map[int]rcpool.Ref[Page]{}}
	for i, id := range ids {
		f.add(id)
		if i%10 == 9 {
			f.expire(id - 100)
			n = f.total()
		}
	}
	return n
}

type locked1 struct {
	mu    sync.Mutex
	items map[string]rcpool.Ref[Page]
	queue []rcpool.Ref[Page]
}

func (l *locked1) put(name string, p rcpool.Ref[Page]) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, ok := l.items[name]; ok {
		p.Release()
		return
	}
	l.items[name] = p
	l.queue = append(l.queue, p)
	if len(l.queue) > 16 {
		l.queue[0].Release()
		l.queue = l.queue[1:]
	}
}

// The methods lock each time.
func (l *locked1) get(name string) (rcpool.Ref[Page], bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	p, ok := l.items[name]
	if !ok {
		return rcpool.Ref[Page]{}, false
	}
	return p.Retain(), true // want "use-after-release: "
}

func useLocked1(names []string) (n int) {
	l := &locked1{items: map[string]rcpool.Ref[Page]{}}
	for i, name := range names {
		p, ok := l.get(name)
		if !ok {
			l.put(name, load(i))
			continue
		}
		n += len(p.Value().Text)
		p.Release()
	}
	return n
}

type columns1 struct {
	order  []arrow.Array
	byName map[string]arrow.Array
}

func (c *columns1) add(name string, n int) {
	a := column(n)
	c.byName[name] = a
	c.order = append(c.order, a)
}

func (c *columns1) drop() {
	first := c.order[0]
	c.order = c.order[1:]
	first.Release()
}

// The arrays count their references, and have one each.
func (c *columns1) rows(name string) int {
	if a, ok := c.byName[name]; ok {
		return a.Len() // want "use-after-release: "
	}
	return 0
}

func useColumns1(names []string) (n int) {
	c := &columns1{byName: map[string]arrow.Array{}}
	for i, name := range names {
		c.add(name, i)
		if i > 8 {
			c.drop()
		}
	}
	for _, name := range names {
		n += c.rows(name)
	}
	return n
}

type jobs1 struct {
	byID    map[int]rcpool.Ref[Page]
	waiting []rcpool.Ref[Page]
}

func (j *jobs1) add(id int) {
	p := load(id)
	j.waiting = append(j.waiting, p)
	j.byID[id] = p
}

func (j *jobs1) next() int {
	if len(j.waiting) == 0 {
		return 0
	}
	p := j.waiting[0]
	j.waiting = j.waiting[1:]
	defer p.Release()
	return len(p.Value().Text)
}

// What was done is released again.
func (j *jobs1) close() {
	for id, p := range j.byID {
		p.Release() // want "double-release: "
		delete(j.byID, id)
	}
	j.waiting = nil
}

func useJobs1(ids []int) (n int) {
	j := &jobs1{byID: map[int]rcpool.Ref[Page]{}}
	defer j.close()
	for _, id := range ids {
		j.add(id)
	}
	for range 3 {
		n += j.next()
	}
	return n
}

type slots1 struct {
	slots [8]rcpool.Ref[Page]
	index map[string]rcpool.Ref[Page]
}

func (s *slots1) put(i int, name string) {
	p := load(i)
	s.slots[i%8] = p
	s.index[name] = p
}

func (s *slots1) free(i int) {
	s.slots[i%8].Release()
	s.slots[i%8] = rcpool.Ref[Page]{}
}

type server1 struct{ s *slots1 }

// The slot is empty, but the index has its page.
func (v *server1) length(name string) int {
	if p, ok := v.s.index[name]; ok {
		return len(p.Value().Text) // want "use-after-release: "
	}
	return 0
}

func (v *server1) forget(i int) { v.s.free(i) }

func useServer1(names []string) (n int) {
	v := &server1{&slots1{index: map[string]rcpool.Ref[Page]{}}}
	for i, name := range names {
		v.s.put(i, name)
	}
	v.forget(2)
	for _, name := range names {
		n += v.length(name)
	}
	return n
}

type tree1 struct {
	byPath map[string]*node1
	roots  []*node1
}

type node1 struct {
	page *Page
	path string
}

func (t *tree1) add(path string) {
	p := pooled.Get().(*Page)
	p.Name = path
	n := &node1{p, path}
	t.byPath[path] = n
	t.roots = append(t.roots, n)
}

func (t *tree1) remove(path string) {
	if n, ok := t.byPath[path]; ok {
		delete(t.byPath, path)
		pooled.Put(n.page)
	}
}

// A struct with the page is in both, by its address.
func (t *tree1) total() (n int) {
	for _, r := range t.roots {
		n += len(r.page.Text) // want "use-after-release: "
	}
	return n
}

func useTree1(paths []string) int {
	t := &tree1{byPath: map[string]*node1{}}
	for _, path := range paths {
		t.add(path)
	}
	t.remove(paths[0])
	return t.total()
}

type stack1 struct {
	open  []rcpool.Ref[Page]
	names map[string]rcpool.Ref[Page]
}

func (s *stack1) push(name string) {
	p := load(len(s.open))
	s.open = append(s.open, p)
	s.names[name] = p
}

func (s *stack1) pop() {
	last := len(s.open) - 1
	p := s.open[last]
	s.open = slices.Delete(s.open, last, last+1)
	p.Release()
}

func (s *stack1) unwind(depth int) {
	for len(s.open) > depth {
		s.pop()
	}
}

// The names are those of pages that are not open any more.
func (s *stack1) find(name string) *Page {
	if p, ok := s.names[name]; ok {
		return p.Value() // want "use-after-release: "
	}
	return nil
}

func useStack1(names []string) (n int) {
	s := &stack1{names: map[string]rcpool.Ref[Page]{}}
	for i, name := range names {
		if name == "" {
			s.unwind(i / 2)
			continue
		}
		s.push(name)
	}
	if p := s.find("a"); p != nil {
		n += len(p.Text)
	}
	s.unwind(0)
	return n
}

type version4 struct {
	name string
	page rcpool.Ref[Page]
}

type versions4 struct {
	all     []version4
	current map[string]rcpool.Ref[Page]
}

func (v *versions4) set(name string, id int) {
	p := load(id)
	v.all = append(v.all, version4{name, p})
	v.current[name] = p
	v.trim()
}

func (v *versions4) trim() {
	for len(v.all) > 3 {
		oldest := v.all[0]
		v.all = v.all[1:]
		oldest.page.Release()
	}
}

// What has not been set for some time is not current any more, though the map has it.
func (v *versions4) length(name string) int {
	if p, ok := v.current[name]; ok {
		return len(p.Value().Text) // want "use-after-release: "
	}
	return 0
}

func useVersions4(names []string) (n int) {
	v := &versions4{current: map[string]rcpool.Ref[Page]{}}
	for i, name := range names {
		v.set(name, i)
		n += v.length(names[0])
	}
	return n
}

type kept4 struct {
	all     []version4
	current map[string]rcpool.Ref[Page]
}

func (k *kept4) set(name string, id int) {
	p := load(id)
	k.all = append(k.all, version4{name, p})
	k.current[name] = p
	for len(k.all) > 3 && !k.isPinned(k.all[0]) {
		k.drop()
	}
}

func (k *kept4) isPinned(v version4) bool { return v.name == "" }

func (k *kept4) drop() {
	k.all[0].page.Release()
	k.all = k.all[1:]
}

// The caller of drop asks something else.
func (k *kept4) length(name string) int {
	if p, ok := k.current[name]; ok {
		return len(p.Value().Text) // want "use-after-release: "
	}
	return 0
}

func useKept4(names []string) (n int) {
	k := &kept4{current: map[string]rcpool.Ref[Page]{}}
	for i, name := range names {
		k.set(name, i)
		n += k.length(names[0])
	}
	return n
}

type phases4 struct {
	seq     int
	history []rcpool.Ref[Page]
	byPhase map[int]rcpool.Ref[Page]
}

func (p *phases4) push() {
	if len(p.history) == 3 {
		p.history[0].Release()
		p.history = append(p.history[:0], p.history[1:]...)
	}
	page := load(p.seq)
	p.history = append(p.history, page)
	p.byPhase[p.seq] = page
	p.seq++
}

// There are more phases than pages.
func (p *phases4) length(phase int) int {
	if page, ok := p.byPhase[phase]; ok {
		return len(page.Value().Text) // want "use-after-release: "
	}
	return 0
}

func usePhases4(n int) (sum int) {
	p := &phases4{byPhase: map[int]rcpool.Ref[Page]{}}
	for i := range n {
		p.push()
		sum += p.length(i % 5)
	}
	return sum
}

type phase4 int

const (
	open4 phase4 = iota
	closed4
)

type index4 struct {
	phase phase4
	all   []rcpool.Ref[Page]
	byID  map[int]rcpool.Ref[Page]
}

func (x *index4) add(id int) {
	p := load(id)
	x.all = append(x.all, p)
	x.byID[id] = p
}

func (x *index4) drain() {
	for len(x.all) > 0 {
		x.all[0].Release()
		x.all = x.all[1:]
	}
}

func (x *index4) flush() {
	if x.phase == closed4 {
		return
	}
	x.drain()
}

// Who drains the list without closing it leaves the phase as it is.
func (x *index4) length(id int) int {
	if x.phase == closed4 {
		return 0
	}
	if p, ok := x.byID[id]; ok {
		return len(p.Value().Text) // want "use-after-release: "
	}
	return 0
}

func useIndex4(ids []int) int {
	x := &index4{byID: map[int]rcpool.Ref[Page]{}}
	for _, id := range ids {
		x.add(id)
	}
	n := x.length(1)
	x.flush()
	return n + x.length(1)
}

type frames4 struct {
	last  []rcpool.Ref[Page]
	bySeq map[int]rcpool.Ref[Page]
}

func (f *frames4) ensure(seq int) {
	if _, ok := f.bySeq[seq]; ok {
		return
	}
	if len(f.last) == 4 {
		f.last[0].Release()
		f.last = append(f.last[:0], f.last[1:]...)
	}
	p := load(seq)
	f.last = append(f.last, p)
	f.bySeq[seq] = p
}

// What was there when it was asked for may have been released before.
func (f *frames4) draw(seq int) int { return len(f.bySeq[seq].Value().Text) } // want "use-after-release: "

func useFrames4(seqs []int) (sum int) {
	f := &frames4{bySeq: map[int]rcpool.Ref[Page]{}}
	for _, seq := range seqs {
		f.ensure(seq)
		sum += f.draw(seq)
	}
	return sum
}

type epoch4 struct {
	list []rcpool.Ref[Page]
	byID map[int]rcpool.Ref[Page]
}

func (e *epoch4) add(id int) {
	p := load(id)
	e.list = append(e.list, p)
	e.byID[id] = p
}

func (e *epoch4) free() {
	for len(e.list) > 0 {
		e.list[0].Release()
		e.list = e.list[1:]
	}
}

// The epoch goes on after it was freed.
func (e *epoch4) length(id int) int {
	if p, ok := e.byID[id]; ok {
		return len(p.Value().Text) // want "use-after-release: "
	}
	return 0
}

type epochs4 struct {
	now *epoch4
	no  int
}

func (e *epochs4) flush() {
	e.now.free()
	e.no++
}

func useEpochs4(n int) (sum int) {
	e := &epochs4{now: &epoch4{byID: map[int]rcpool.Ref[Page]{}}}
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

type pinned4 struct {
	list []rcpool.Ref[Page]
	byID map[int]rcpool.Ref[Page]
	pins map[int]int
	seen map[int]int
}

func (p *pinned4) add(id int) {
	page := load(id)
	p.list = append(p.list, page)
	p.byID[id] = page
	p.pins[id], p.seen[id] = 1, 1
}

func (p *pinned4) unpin(id int) { p.pins[id]-- }

func (p *pinned4) collect() {
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

// Another map tells only what was there once.
func (p *pinned4) length(id int) int {
	if p.seen[id] == 0 {
		return 0
	}
	return len(p.byID[id].Value().Text) // want "use-after-release: "
}

func usePinned4(n int) (sum int) {
	p := &pinned4{byID: map[int]rcpool.Ref[Page]{}, pins: map[int]int{}, seen: map[int]int{}}
	for id := range n {
		p.add(id)
		p.unpin(id / 2)
		p.collect()
		sum += p.length(id / 2)
	}
	return sum
}
