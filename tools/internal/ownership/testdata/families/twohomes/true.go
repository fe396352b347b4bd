package twohomes

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/rcpool/rcpool"
)

type shelf1 struct{ all []rcpool.Ref[Page] }

func (s *shelf1) add(no int) { s.all = append(s.all, get(no)) }

// The list has the same page twice.
func (s *shelf1) repeat(i int) {
	s.all = append(s.all, s.all[i]) // want "double-release: "
}

func (s *shelf1) close() {
	for _, page := range s.all {
		page.Release()
	}
	s.all = nil
}

func useShelf1() int {
	s := new(shelf1)
	defer s.close()
	s.add(1)
	s.repeat(0)
	return len(s.all)
}

type names1 struct{ by map[string]rcpool.Ref[Page] }

func (n *names1) add(name string, no int) { n.by[name] = get(no) }

// The page has two names, and is released for each.
func (n *names1) alias(name, other string) bool {
	page, ok := n.by[name]
	if ok {
		n.by[other] = page // want "double-release: "
	}
	return ok
}

func (n *names1) close() {
	for name, page := range n.by {
		page.Release()
		delete(n.by, name)
	}
}

func useNames1() bool {
	n := &names1{by: map[string]rcpool.Ref[Page]{}}
	defer n.close()
	n.add("a", 1)
	return n.alias("a", "b")
}

type frame1 struct {
	names []string
	cols  []arrow.Array
}

func (f *frame1) add(name string, col arrow.Array) {
	f.names = append(f.names, name)
	f.cols = append(f.cols, col)
}

// A method adds the column once more.
func (f *frame1) alias(i int, name string) {
	f.add(name, f.cols[i]) // want "double-release: "
}

func (f *frame1) Release() {
	for _, col := range f.cols {
		col.Release()
	}
	f.names, f.cols = nil, nil
}

func useFrame1(mem memory.Allocator) int {
	f := new(frame1)
	defer f.Release()
	f.add("a", column(mem, 1, 2))
	f.alias(0, "b")
	return len(f.cols)
}

type router1 struct{ current, previous *table }

func (r *router1) install(t *table) {
	drop := r.previous
	r.previous, r.current = r.current, t
	if drop != nil {
		drop.Release()
	}
}

// After a rollback both fields have the table.
func (r *router1) rollback() {
	bad := r.current
	r.current = r.previous
	bad.Release()
}

func (r *router1) lookup(name string) int {
	t := r.current
	t.Retain()
	defer t.Release()
	return t.rows[name]
}

func (r *router1) close() {
	if r.previous != nil {
		r.previous.Release()
		r.previous = nil
	}
	if r.current != nil {
		r.current.Release() // want "double-release: "
		r.current = nil
	}
}

func useRouter1() int {
	r := new(router1)
	defer r.close()
	r.install(NewTable(map[string]int{"a": 1}))
	r.install(NewTable(map[string]int{"a": 2}))
	r.rollback()
	return r.lookup("a")
}

type window1 struct{ cols []arrow.Array }

func (w *window1) add(col arrow.Array) { w.cols = append(w.cols, col) }

func (w *window1) close() {
	for i, col := range w.cols {
		col.Release()
		w.cols[i] = nil
	}
	w.cols = nil
}

type windows1 struct{ by map[int]*window1 }

func (w *windows1) at(n int) *window1 {
	found, ok := w.by[n]
	if !ok {
		found = new(window1)
		w.by[n] = found
	}
	return found
}

// Each window releases the column.
func (w *windows1) push(mem memory.Allocator, first, last int) {
	col := column(mem, int64(first), int64(last))
	for n := first; n == first || n <= last; n++ {
		w.at(n).add(col) // want "double-release: "
	}
}

func useWindows1(mem memory.Allocator) int {
	w := &windows1{by: map[int]*window1{}}
	w.push(mem, 1, 2)
	n := len(w.by)
	for _, window := range w.by {
		window.close()
	}
	return n
}

type feed1 struct {
	queue []*table
	last  *table
}

func (f *feed1) add(t *table) { f.queue = append(f.queue, t) }

// The last one stays in the queue.
func (f *feed1) pin() {
	if n := len(f.queue); n > 0 {
		if f.last != nil {
			f.last.Release()
		}
		f.last = f.queue[n-1]
	}
}

func (f *feed1) close() {
	for _, t := range f.queue {
		t.Release()
	}
	f.queue = nil
	if f.last != nil {
		f.last.Release() // want "double-release: "
		f.last = nil
	}
}

func useFeed1() int {
	f := new(feed1)
	defer f.close()
	f.add(NewTable(map[string]int{"a": 1}))
	f.pin()
	return f.last.rows["a"]
}

type pair1 struct{ left, right arrow.Array }

// Both sides have the column.
func newPair1(mem memory.Allocator, n int64) *pair1 {
	p := new(pair1)
	col := column(mem, n)
	p.left = col
	p.right = col // want "double-release: "
	return p
}

func (p *pair1) close() {
	p.left.Release()
	p.right.Release()
}

func usePair1(mem memory.Allocator) int {
	p := newPair1(mem, 3)
	defer p.close()
	return p.left.Len()
}

type store1 struct {
	log []arrow.Array
	by  map[string]arrow.Array
}

func (s *store1) logged(col arrow.Array)               { s.log = append(s.log, col) }
func (s *store1) indexed(name string, col arrow.Array) { s.by[name] = col }

// The log releases the column, and so does the index.
func (s *store1) add(mem memory.Allocator, name string, n int64) {
	col := column(mem, n)
	s.logged(col)
	s.indexed(name, col) // want "double-release: "
}

func (s *store1) close() {
	for _, col := range s.log {
		col.Release()
	}
	s.log = nil
	for name, col := range s.by {
		col.Release()
		delete(s.by, name)
	}
}

func useStore1(mem memory.Allocator) int {
	s := &store1{by: map[string]arrow.Array{}}
	defer s.close()
	s.add(mem, "a", 1)
	return len(s.by)
}

type shelf3 struct{ all []rcpool.Ref[Page] }

func (s *shelf3) put(page rcpool.Ref[Page]) { s.all = append(s.all, page) }

func (s *shelf3) close() {
	for _, page := range s.all {
		page.Release()
	}
	s.all = nil
}

// Each shelf gets the page, and no reference of its own.
func putOnAll(shelves []*shelf3, no int) {
	page := get(no)
	if len(shelves) == 0 {
		page.Release()
	}
	for _, s := range shelves {
		s.put(page) // want "double-release: "
	}
}

func useShelves3() int {
	all := []*shelf3{{}, {}}
	putOnAll(all, 1)
	for _, s := range all {
		s.close()
	}
	return len(all)
}

type heat1 struct{ hot, cold []*table }

func (h *heat1) add(t *table) { h.hot = append(h.hot, t) }

// What gets cold is still hot.
func (h *heat1) cool() {
	for _, t := range h.hot {
		h.cold = append(h.cold, t)
	}
}

func (h *heat1) close() {
	for _, t := range h.cold {
		t.Release()
	}
	h.cold = nil
	for _, t := range h.hot {
		t.Release() // want "double-release: "
	}
	h.hot = nil
}

func useHeat1() int {
	h := new(heat1)
	defer h.close()
	h.add(NewTable(map[string]int{"a": 1}))
	h.cool()
	return len(h.cold)
}

type cache1 struct {
	by     map[string]*table
	latest *table
}

func (c *cache1) add(name string, t *table) { c.by[name] = t }

// What is found becomes the latest, and stays in the map.
func (c *cache1) use(name string) bool {
	t, ok := c.by[name]
	if !ok {
		return false
	}
	if c.latest != nil {
		c.latest.Release()
	}
	c.latest = t
	return true
}

func (c *cache1) close() {
	for name, t := range c.by {
		t.Release()
		delete(c.by, name)
	}
	if c.latest != nil {
		c.latest.Release() // missed "double-release: "
		c.latest = nil
	}
}

func useCache1() bool {
	c := &cache1{by: map[string]*table{}}
	defer c.close()
	c.add("a", NewTable(map[string]int{"a": 1}))
	return c.use("a")
}

type pair3 struct{ left, right arrow.Array }

// A literal sets both fields to the same column.
func newPair3(mem memory.Allocator, n int64) *pair3 {
	col := column(mem, n)
	return &pair3{left: col, right: col} // want "double-release: "
}

func (p *pair3) close() {
	p.left.Release()
	p.right.Release()
}

func usePair3(mem memory.Allocator) int {
	p := newPair3(mem, 3)
	defer p.close()
	return p.left.Len()
}

type list1 struct{ cols []arrow.Array }

func (l *list1) add(col arrow.Array) { l.cols = append(l.cols, col) }

func (l *list1) close() {
	for _, col := range l.cols {
		col.Release()
	}
	l.cols = nil
}

type tree1 struct{ inner, leaves list1 }

// Two lists in the same struct get the column from its methods.
func (t *tree1) add(mem memory.Allocator, n int64) {
	col := column(mem, n)
	t.inner.add(col)
	t.leaves.add(col) // want "double-release: "
}

func (t *tree1) close() {
	t.inner.close()
	t.leaves.close()
}

func useTree1(mem memory.Allocator) int {
	t := new(tree1)
	defer t.close()
	t.add(mem, 1)
	return len(t.leaves.cols)
}

// The same list gets it twice.
func addTwice(mem memory.Allocator, l *list1, n int64) {
	col := column(mem, n)
	l.add(col)
	if n > 1 {
		l.add(col) // want "double-release: "
	}
}

// The list gets it for each number.
func addEach(mem memory.Allocator, l *list1, n int64) {
	col := column(mem, n)
	l.add(col)
	for range n {
		l.add(col) // want "double-release: "
	}
}

type columns1 struct {
	mem    memory.Allocator
	order  []arrow.Array
	byName map[string]arrow.Array
}

// The columns may be made into something else: that has references of its own.
func (c *columns1) add(name string, values ...int64) {
	col := column(c.mem, values...)
	c.order = append(c.order, col)
	c.byName[name] = col // want "double-release: "
}

func (c *columns1) flat() (arrow.Array, error) { return array.Concatenate(c.order, c.mem) }

func (c *columns1) record(schema *arrow.Schema) arrow.Record {
	return array.NewRecord(schema, c.order, int64(c.order[0].Len()))
}

func (c *columns1) close() {
	for _, col := range c.order {
		col.Release()
	}
	c.order = nil
	for name, col := range c.byName {
		delete(c.byName, name)
		col.Release()
	}
}

func useColumns1(mem memory.Allocator) int {
	c := &columns1{mem: mem, byName: map[string]arrow.Array{}}
	defer c.close()
	c.add("a", 1, 2)
	all, err := c.flat()
	if err != nil {
		return 0
	}
	defer all.Release()
	return all.Len()
}
