package handedout

import "github.com/rcpool/rcpool"

type cache2 struct{ by map[int]rcpool.Ref[Item] }

func (c *cache2) load(no int) { c.by[no] = get(no) }

// Who gets the item has a reference of its own.
func (c *cache2) get(no int) (rcpool.Ref[Item], bool) {
	item, ok := c.by[no]
	if !ok {
		return item, false
	}
	return item.Retain(), true
}

func (c *cache2) close() {
	for no, item := range c.by {
		item.Release()
		delete(c.by, no)
	}
}

func (c *cache2) length(no int) int {
	item, ok := c.get(no)
	if !ok {
		return 0
	}
	defer item.Release()
	return len(item.Value().Text)
}

func useCache2() int {
	c := &cache2{by: map[int]rcpool.Ref[Item]{}}
	defer c.close()
	c.load(1)
	return c.length(1)
}

type cache3 struct{ by map[int]rcpool.Ref[Item] }

func (c *cache3) load(no int) { c.by[no] = get(no) }

func (c *cache3) get(no int) (rcpool.Ref[Item], bool) {
	item, ok := c.by[no]
	return item, ok
}

func (c *cache3) forget(no int) { delete(c.by, no) }

func (c *cache3) close() {
	for _, item := range c.by {
		item.Release()
	}
	clear(c.by)
}

// Who releases the item makes the cache forget it.
func (c *cache3) length(no int) int {
	item, ok := c.get(no)
	if !ok {
		return 0
	}
	n := len(item.Value().Text)
	item.Release()
	c.forget(no)
	return n
}

func useCache3() int {
	c := &cache3{by: map[int]rcpool.Ref[Item]{}}
	defer c.close()
	c.load(1)
	return c.length(1)
}

type cache4 struct{ by map[int]rcpool.Ref[Item] }

func (c *cache4) load(no int) { c.by[no] = get(no) }

// The second result reports whether the item belongs to the caller.
func (c *cache4) get(no int) (item rcpool.Ref[Item], isNew bool) {
	if found, ok := c.by[no]; ok {
		return found, false
	}
	return get(no), true
}

func (c *cache4) close() {
	for _, item := range c.by {
		item.Release()
	}
	clear(c.by)
}

func (c *cache4) length(no int) int {
	item, isNew := c.get(no)
	n := len(item.Value().Text)
	if isNew {
		item.Release()
	}
	return n
}

func useCache4() int {
	c := &cache4{by: map[int]rcpool.Ref[Item]{}}
	defer c.close()
	c.load(1)
	return c.length(1) + c.length(2)
}

type batch1 struct{ all []rcpool.Ref[Item] }

func (b *batch1) add(no int) { b.all = append(b.all, get(no)) }

func (b *batch1) list() []rcpool.Ref[Item] {
	var all []rcpool.Ref[Item]
	for _, item := range b.all {
		all = append(all, item)
	}
	return all
}

func (b *batch1) close() {
	for _, item := range b.all {
		item.Release()
	}
	b.all = nil
}

// The batch is closed, or its items are released one by one.
func useBatch1(whole bool) (sum int) {
	b := new(batch1)
	b.add(1)
	if whole {
		b.close()
		return 0
	}
	for _, item := range b.list() {
		sum += item.Value().No
		item.Release()
	}
	return sum
}

type store2 struct{ by map[string]rcpool.Ref[Item] }

func (s *store2) lookup(name string) (rcpool.Ref[Item], bool) {
	item, ok := s.by[name]
	if !ok {
		return rcpool.Ref[Item]{}, false
	}
	return item, true
}

// put does not look at what was there: who puts something has released that.
func (s *store2) put(name string, no int) { s.by[name] = get(no) }

func (s *store2) close() {
	for name, item := range s.by {
		item.Release()
		delete(s.by, name)
	}
}

func (s *store2) replace(name string, no int) {
	if item, ok := s.lookup(name); ok {
		item.Release()
	}
	s.put(name, no)
}

func useStore2() int {
	s := &store2{by: map[string]rcpool.Ref[Item]{}}
	defer s.close()
	for i := range 6 {
		s.replace("ab"[i%2:], i)
	}
	return len(s.by)
}

type files2 struct{ open map[string]rcpool.Ref[Item] }

func (f *files2) load(name string, no int) { f.open[name] = get(no) }

// The caller gets a reference of its own.
func (f *files2) find(name string) (rcpool.Ref[Item], bool) {
	item, ok := f.open[name]
	if !ok {
		return item, false
	}
	return item.Retain(), true
}

func describe2(item rcpool.Ref[Item]) int {
	defer item.Release()
	return item.Value().No
}

func (f *files2) close() {
	for _, item := range f.open {
		item.Release()
	}
	clear(f.open)
}

func useFiles2(names []string) (sum int) {
	f := &files2{open: map[string]rcpool.Ref[Item]{}}
	defer f.close()
	for i, name := range names {
		f.load(name, i)
	}
	for _, name := range names {
		if item, ok := f.find(name); ok {
			sum += describe2(item)
		}
	}
	return sum
}

type answer2 struct {
	status int
	body   rcpool.Ref[Item]
}

type ledger2 struct{ seen map[string]answer2 }

func (l *ledger2) record(key string, no int) { l.seen[key] = answer2{no, get(no)} }

func (l *ledger2) find(key string) (answer2, bool) {
	a, ok := l.seen[key]
	if !ok {
		return answer2{}, false
	}
	return answer2{a.status, a.body}, true
}

func (l *ledger2) share(key string) (answer2, bool) {
	a, ok := l.seen[key]
	if !ok {
		return answer2{}, false
	}
	a.body = a.body.Retain()
	return answer2{a.status, a.body}, true
}

func (l *ledger2) print(key string) int {
	a, ok := l.share(key)
	if !ok {
		return 0
	}
	defer a.body.Release()
	return a.status + a.body.Value().No
}

func (l *ledger2) close() {
	for _, a := range l.seen {
		a.body.Release()
	}
	l.seen = nil
}

// The reference in the struct is retained for what is done with it.
func (l *ledger2) show(key string) int {
	a, ok := l.find(key)
	if !ok {
		return 0
	}
	body := a.body.Retain()
	defer body.Release()
	return a.status + body.Value().No
}

func useLedger2() int {
	l := &ledger2{seen: map[string]answer2{}}
	defer l.close()
	l.record("a", 1)
	return l.show("a") + l.print("a")
}

type fonts2 struct{ loaded map[string]rcpool.Ref[Item] }

func (f *fonts2) preload(name string) { f.loaded[name] = get(1) }

func (f *fonts2) find(name string) (rcpool.Ref[Item], bool) {
	item, ok := f.loaded[name]
	return item, ok
}

// Only what was made here is released.
func (f *fonts2) width(name string) int {
	item, ok := f.find(name)
	fresh := !ok
	if fresh {
		item = get(2)
	}
	n := item.Value().No
	if fresh {
		item.Release()
	}
	return n
}

func (f *fonts2) height(name string) int {
	item, ok := f.find(name)
	if !ok {
		item = get(2)
		defer item.Release()
	}
	return item.Value().No
}

func (f *fonts2) close() {
	for _, item := range f.loaded {
		item.Release()
	}
	f.loaded = nil
}

func useFonts2() int {
	f := &fonts2{loaded: map[string]rcpool.Ref[Item]{}}
	f.preload("a")
	n := f.width("a") + f.height("b")
	f.close()
	return n
}
