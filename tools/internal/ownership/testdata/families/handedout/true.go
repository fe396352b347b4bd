package handedout

import "github.com/rcpool/rcpool"

type cache1 struct{ by map[int]rcpool.Ref[Item] }

func (c *cache1) load(no int) { c.by[no] = get(no) }

func (c *cache1) get(no int) (rcpool.Ref[Item], bool) {
	item, ok := c.by[no]
	return item, ok
}

// The item in the map is released by who has got it, too.
func (c *cache1) close() {
	for no, item := range c.by {
		item.Release() // want "double-release: "
		delete(c.by, no)
	}
}

func (c *cache1) length(no int) int {
	item, ok := c.get(no)
	if !ok {
		return 0
	}
	defer item.Release()
	return len(item.Value().Text)
}

func useCache1() int {
	c := &cache1{by: map[int]rcpool.Ref[Item]{}}
	defer c.close()
	c.load(1)
	return c.length(1)
}

type queue1 struct{ all []rcpool.Ref[Item] }

func (q *queue1) add(no int) { q.all = append(q.all, get(no)) }

func (q *queue1) above(no int) []rcpool.Ref[Item] {
	var some []rcpool.Ref[Item]
	for _, item := range q.all {
		if item.Value().No > no {
			some = append(some, item)
		}
	}
	return some
}

// Some of the items were in a list that was released.
func (q *queue1) close() {
	for _, item := range q.all {
		item.Release() // want "double-release: "
	}
	q.all = nil
}

func useQueue1() (sum int) {
	q := new(queue1)
	q.add(1)
	q.add(2)
	for _, item := range q.above(1) {
		sum += item.Value().No
		item.Release()
	}
	q.close()
	return sum
}

type queue2 struct{ all []rcpool.Ref[Item] }

func (q *queue2) add(no int) { q.all = append(q.all, get(no)) }

func (q *queue2) find(no int) (rcpool.Ref[Item], bool) {
	for _, item := range q.all {
		if item.Value().No == no {
			return item, true
		}
	}
	return rcpool.Ref[Item]{}, false
}

// One was found and released.
func (q *queue2) close() {
	for _, item := range q.all {
		item.Release() // want "double-release: "
	}
	q.all = nil
}

func useQueue2() int {
	q := new(queue2)
	defer q.close()
	q.add(1)
	item, ok := q.find(1)
	if !ok {
		return 0
	}
	n := item.Value().No
	item.Release()
	return n
}

type table1 struct {
	rows  map[string]rcpool.Ref[Item]
	reads int
}

func (t *table1) load(name string, no int) { t.rows[name] = get(no) }

func (t *table1) list() []rcpool.Ref[Item] {
	t.reads++
	all := make([]rcpool.Ref[Item], 0, len(t.rows))
	for _, row := range t.rows {
		all = append(all, row)
	}
	return all
}

// All rows are in the list, and in the table.
func (t *table1) close() {
	for _, row := range t.rows {
		row.Release() // want "double-release: "
	}
	clear(t.rows)
}

func (t *table1) sum() (sum int) {
	for _, row := range t.list() {
		sum += row.Value().No
		row.Release()
	}
	return sum
}

func useTable1() int {
	t := &table1{rows: map[string]rcpool.Ref[Item]{}}
	t.load("a", 1)
	sum := t.sum()
	t.close()
	return sum
}

type store1 struct{ by map[string]rcpool.Ref[Item] }

func (s *store1) lookup(name string) (rcpool.Ref[Item], bool) {
	item, ok := s.by[name]
	if !ok {
		return rcpool.Ref[Item]{}, false
	}
	return item, true
}

func (s *store1) put(name string, no int) {
	old := s.by[name]
	s.by[name] = get(no)
	rcpool.Drop(&old)
}

func (s *store1) take(name string) *Item {
	item, ok := s.by[name]
	if !ok {
		return nil
	}
	delete(s.by, name)
	return item.Detach()
}

// An item that was found and released may still be there.
func (s *store1) close() {
	for name, item := range s.by {
		item.Release() // want "double-release: "
		delete(s.by, name)
	}
}

func (s *store1) ensure(name string, no int) int {
	if item, ok := s.lookup(name); ok {
		defer item.Release()
		return item.Value().No
	}
	s.put(name, no)
	return no
}

func useStore1() (sum int) {
	s := &store1{by: map[string]rcpool.Ref[Item]{}}
	defer s.close()
	for i := range 6 {
		sum += s.ensure("ab"[i%2:], i)
	}
	if last := s.take("b"); last != nil {
		sum += last.No
	}
	return sum
}

type files1 struct{ open map[string]rcpool.Ref[Item] }

func (f *files1) load(name string, no int) { f.open[name] = get(no) }

func (f *files1) find(name string) (rcpool.Ref[Item], bool) {
	item, ok := f.open[name]
	return item, ok
}

func describe1(item rcpool.Ref[Item]) int {
	defer item.Release()
	return item.Value().No
}

// Another function has released what was found.
func (f *files1) close() {
	for _, item := range f.open {
		item.Release() // want "double-release: "
	}
	clear(f.open)
}

func useFiles1(names []string) (sum int) {
	f := &files1{open: map[string]rcpool.Ref[Item]{}}
	defer f.close()
	for i, name := range names {
		f.load(name, i)
	}
	for _, name := range names {
		if item, ok := f.find(name); ok {
			sum += describe1(item)
		}
	}
	return sum
}

type answer1 struct {
	status int
	body   rcpool.Ref[Item]
}

type ledger1 struct{ seen map[string]answer1 }

func (l *ledger1) record(key string, no int) { l.seen[key] = answer1{no, get(no)} }

func (l *ledger1) find(key string) (answer1, bool) {
	a, ok := l.seen[key]
	if !ok {
		return answer1{}, false
	}
	return answer1{a.status, a.body}, true
}

// The reference is handed out in a struct.
func (l *ledger1) close() {
	for _, a := range l.seen {
		a.body.Release() // want "double-release: "
	}
	l.seen = nil
}

func (l *ledger1) show(key string) int {
	a, ok := l.find(key)
	if !ok {
		return 0
	}
	defer a.body.Release()
	return a.status + a.body.Value().No
}

func useLedger1() int {
	l := &ledger1{seen: map[string]answer1{}}
	defer l.close()
	l.record("a", 1)
	return l.show("a")
}

type fonts1 struct{ loaded map[string]rcpool.Ref[Item] }

func (f *fonts1) preload(name string) { f.loaded[name] = get(1) }

func (f *fonts1) find(name string) (rcpool.Ref[Item], bool) {
	item, ok := f.loaded[name]
	return item, ok
}

func (f *fonts1) width(name string) int {
	item, ok := f.find(name)
	if !ok {
		item = get(2)
	}
	defer item.Release()
	return item.Value().No
}

// What was found or made is released, whatever it was.
func (f *fonts1) close() {
	for _, item := range f.loaded {
		item.Release() // want "double-release: "
	}
	f.loaded = nil
}

func useFonts1() int {
	f := &fonts1{loaded: map[string]rcpool.Ref[Item]{}}
	f.preload("a")
	n := f.width("a")
	f.close()
	return n
}
