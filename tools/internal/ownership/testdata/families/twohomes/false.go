package twohomes

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/rcpool/rcpool"
)

type shelf2 struct{ all []rcpool.Ref[Page] }

func (s *shelf2) add(no int) { s.all = append(s.all, get(no)) }

// The second entry has a reference of its own.
func (s *shelf2) repeat(i int) {
	s.all = append(s.all, s.all[i].Retain())
}

func (s *shelf2) rotate() { // the last page comes first
	n := len(s.all)
	last := s.all[n-1]
	copy(s.all[1:], s.all)
	s.all[0] = last
}

func (s *shelf2) close() {
	for _, page := range s.all {
		page.Release()
	}
	s.all = nil
}

func useShelf2() int {
	s := new(shelf2)
	defer s.close()
	s.add(1)
	s.repeat(0)
	s.rotate()
	return len(s.all)
}

type names2 struct{ by map[string]rcpool.Ref[Page] }

func (n *names2) add(name string, no int) { n.by[name] = get(no) }

// The old name is deleted.
func (n *names2) rename(name, other string) bool {
	page, ok := n.by[name]
	if ok {
		n.by[other] = page
		delete(n.by, name)
	}
	return ok
}

func (n *names2) close() {
	for name, page := range n.by {
		page.Release()
		delete(n.by, name)
	}
}

func useNames2() bool {
	n := &names2{by: map[string]rcpool.Ref[Page]{}}
	defer n.close()
	n.add("a", 1)
	return n.rename("a", "b")
}

type names3 struct{ by map[string]rcpool.Ref[Page] }

func (n *names3) add(name string, no int) { n.by[name] = get(no) }

// The caller deletes the old name.
func (n *names3) alias(name, other string) {
	n.by[other] = n.by[name]
}

func (n *names3) forget(name string) { delete(n.by, name) }

func (n *names3) close() {
	for _, page := range n.by {
		page.Release()
	}
	clear(n.by)
}

func useNames3() int {
	n := &names3{by: map[string]rcpool.Ref[Page]{}}
	defer n.close()
	n.add("a", 1)
	n.alias("a", "b")
	n.forget("a")
	return len(n.by)
}

type frame2 struct {
	names []string
	cols  []arrow.Array
}

func (f *frame2) add(name string, col arrow.Array) {
	f.names = append(f.names, name)
	f.cols = append(f.cols, col)
}

// The column is retained for its second name.
func (f *frame2) alias(i int, name string) {
	f.cols[i].Retain()
	f.add(name, f.cols[i])
}

func (f *frame2) Release() {
	for _, col := range f.cols {
		col.Release()
	}
	f.names, f.cols = nil, nil
}

func useFrame2(mem memory.Allocator) int {
	f := new(frame2)
	defer f.Release()
	f.add("a", column(mem, 1, 2))
	f.alias(0, "b")
	return len(f.cols)
}

type router2 struct{ current, previous *table }

func (r *router2) install(t *table) {
	drop := r.previous
	r.previous, r.current = r.current, t
	if drop != nil {
		drop.Release()
	}
}

// The previous table is the current one now, and only that.
func (r *router2) rollback() {
	bad := r.current
	r.current, r.previous = r.previous, nil
	bad.Release()
}

func (r *router2) lookup(name string) int {
	t := r.current
	t.Retain()
	defer t.Release()
	return t.rows[name]
}

func (r *router2) close() {
	if r.previous != nil {
		r.previous.Release()
		r.previous = nil
	}
	if r.current != nil {
		r.current.Release()
		r.current = nil
	}
}

func useRouter2() int {
	r := new(router2)
	defer r.close()
	r.install(NewTable(map[string]int{"a": 1}))
	r.install(NewTable(map[string]int{"a": 2}))
	r.rollback()
	return r.lookup("a")
}

type router3 struct {
	current, fallback *table
}

// Both fields may have the same table: close compares them.
func (r *router3) degrade() {
	bad := r.current
	r.current = r.fallback
	if bad != r.fallback {
		bad.Release()
	}
}

func (r *router3) close() {
	if r.current != r.fallback {
		r.current.Release()
	}
	r.fallback.Release()
}

func useRouter3() int {
	r := &router3{NewTable(map[string]int{"a": 1}), NewTable(map[string]int{"a": 2})}
	defer r.close()
	r.degrade()
	return r.current.rows["a"]
}

type router4 struct {
	current, fallback *table
	degraded          bool
}

// A flag tells that the fallback is in both.
func (r *router4) degrade() {
	if r.degraded {
		return
	}
	bad := r.current
	r.current, r.degraded = r.fallback, true
	bad.Release()
}

func (r *router4) close() {
	if !r.degraded {
		r.current.Release()
	}
	r.fallback.Release()
}

func useRouter4() int {
	r := &router4{current: NewTable(map[string]int{"a": 1}), fallback: NewTable(map[string]int{"a": 2})}
	defer r.close()
	r.degrade()
	return r.current.rows["a"]
}

type window2 struct{ cols []arrow.Array }

func (w *window2) add(col arrow.Array) { w.cols = append(w.cols, col) }

func (w *window2) close() {
	for i, col := range w.cols {
		col.Release()
		w.cols[i] = nil
	}
	w.cols = nil
}

// Each window gets a reference of its own.
func push2(mem memory.Allocator, all []*window2, first, last int) {
	col := column(mem, int64(first), int64(last))
	defer col.Release()
	for n := first; n <= last; n++ {
		col.Retain()
		all[n].add(col)
	}
}

func useWindows2(mem memory.Allocator) int {
	all := []*window2{{}, {}, {}}
	push2(mem, all, 1, 2)
	for _, window := range all {
		window.close()
	}
	return len(all)
}

type window3 struct {
	from, to int
	cols     []arrow.Array
}

func (w *window3) add(col arrow.Array) { w.cols = append(w.cols, col) }

func (w *window3) close() {
	for _, col := range w.cols {
		col.Release()
	}
	w.cols = nil
}

// One window gets the column: the loop ends there.
func push3(mem memory.Allocator, all []*window3, n int) bool {
	col := column(mem, int64(n))
	for _, w := range all {
		if w.from <= n && n < w.to {
			w.add(col)
			return true
		}
	}
	col.Release()
	return false
}

func useWindows3(mem memory.Allocator) bool {
	all := []*window3{{from: 0, to: 10}, {from: 10, to: 20}}
	found := push3(mem, all, 12)
	for _, window := range all {
		window.close()
	}
	return found
}

type window4 struct {
	limit int
	cols  []arrow.Array
}

func (w *window4) offer(col arrow.Array) bool {
	if len(w.cols) == w.limit {
		return false
	}
	w.cols = append(w.cols, col)
	return true
}

func (w *window4) close() {
	for _, col := range w.cols {
		col.Release()
	}
	w.cols = nil
}

// The first window with room takes the column.
func push4(mem memory.Allocator, all []*window4, n int) bool {
	col := column(mem, int64(n))
	for _, w := range all {
		if w.offer(col) {
			return true
		}
	}
	col.Release()
	return false
}

func useWindows4(mem memory.Allocator) bool {
	all := []*window4{{limit: 0}, {limit: 1}}
	found := push4(mem, all, 3)
	for _, window := range all {
		window.close()
	}
	return found
}

type feed2 struct {
	queue []*table
	last  *table // of the queue
}

func (f *feed2) add(t *table) { f.queue = append(f.queue, t) }

// The last one is only borrowed from the queue.
func (f *feed2) pin() {
	if n := len(f.queue); n > 0 {
		f.last = f.queue[n-1]
	}
}

func (f *feed2) close() {
	f.last = nil
	for _, t := range f.queue {
		t.Release()
	}
	f.queue = nil
}

func useFeed2() int {
	f := new(feed2)
	defer f.close()
	f.add(NewTable(map[string]int{"a": 1}))
	f.pin()
	return f.last.rows["a"]
}

type feed3 struct {
	queue []*table
	last  *table
}

func (f *feed3) add(t *table) { f.queue = append(f.queue, t) }

// The last one is taken out of the queue.
func (f *feed3) pin() {
	if n := len(f.queue); n > 0 {
		if f.last != nil {
			f.last.Release()
		}
		f.last = f.queue[n-1]
		f.queue = f.queue[:n-1]
	}
}

func (f *feed3) close() {
	for _, t := range f.queue {
		t.Release()
	}
	f.queue = nil
	if f.last != nil {
		f.last.Release()
		f.last = nil
	}
}

func useFeed3() int {
	f := new(feed3)
	defer f.close()
	f.add(NewTable(map[string]int{"a": 1}))
	f.pin()
	return f.last.rows["a"]
}

type pair2 struct{ left, right arrow.Array }

// Each side has a column of its own, or one of two references.
func newPair2(mem memory.Allocator, n int64, same bool) *pair2 {
	p := new(pair2)
	col := column(mem, n)
	p.left = col
	if same {
		col.Retain()
		p.right = col
	} else {
		p.right = column(mem, n+1)
	}
	return p
}

func (p *pair2) close() {
	p.left.Release()
	p.right.Release()
}

func usePair2(mem memory.Allocator) int {
	p := newPair2(mem, 3, true)
	defer p.close()
	return p.left.Len()
}

type store2 struct {
	log []arrow.Array
	by  map[string]arrow.Array
}

// The index finds what the log has, and releases nothing.
func (s *store2) add(mem memory.Allocator, name string, n int64) {
	col := column(mem, n)
	s.log = append(s.log, col)
	s.by[name] = col
}

func (s *store2) close() {
	for _, col := range s.log {
		col.Release()
	}
	s.log = nil
	clear(s.by)
}

func useStore2(mem memory.Allocator) int {
	s := &store2{by: map[string]arrow.Array{}}
	defer s.close()
	s.add(mem, "a", 1)
	return len(s.by)
}

type store3 struct {
	hot  []arrow.Array
	cold []arrow.Array
}

// It goes to one list or the other.
func (s *store3) add(mem memory.Allocator, n int64) {
	col := column(mem, n)
	if n > 100 {
		s.cold = append(s.cold, col)
		return
	}
	s.hot = append(s.hot, col)
}

func (s *store3) cool() { // all that is hot
	for _, col := range s.hot {
		s.cold = append(s.cold, col)
	}
	s.hot = s.hot[:0]
}

func (s *store3) close() {
	for _, col := range s.hot {
		col.Release()
	}
	for _, col := range s.cold {
		col.Release()
	}
	s.hot, s.cold = nil, nil
}

func useStore3(mem memory.Allocator) int {
	s := new(store3)
	defer s.close()
	s.add(mem, 1)
	s.cool()
	return len(s.cold)
}

type columns2 struct {
	mem    memory.Allocator
	order  []arrow.Array
	byName map[string]arrow.Array
}

// The order owns the columns, and the map only finds them.
func (c *columns2) add(name string, values ...int64) {
	col := column(c.mem, values...)
	c.order = append(c.order, col)
	c.byName[name] = col
}

func (c *columns2) flat() (arrow.Array, error) { return array.Concatenate(c.order, c.mem) }

func (c *columns2) record(schema *arrow.Schema) arrow.Record {
	return array.NewRecord(schema, c.order, int64(c.order[0].Len()))
}

func (c *columns2) close() {
	for _, col := range c.order {
		col.Release()
	}
	c.order = nil
	clear(c.byName)
}

func useColumns2(mem memory.Allocator) int {
	c := &columns2{mem: mem, byName: map[string]arrow.Array{}}
	defer c.close()
	c.add("a", 1, 2)
	all, err := c.flat()
	if err != nil {
		return 0
	}
	defer all.Release()
	return all.Len()
}
