package missedentries

import "github.com/rcpool/rcpool"

type cache1 struct{ table }

// What is too old is a miss, and stays.
func (c *cache1) get(key string) (rcpool.Ref[Page], bool) {
	ref, ok := c.all[key]
	if !ok || ref.Value().Until < c.now {
		return rcpool.Ref[Page]{}, false
	}
	return ref.Retain(), true
}

func (c *cache1) put(key string, ref rcpool.Ref[Page]) {
	c.all[key] = ref.Retain() // want "leak: "
}

func (c *cache1) serve(key string) int {
	if hit, ok := c.get(key); ok {
		defer hit.Release()
		return hit.Value().Hits
	}
	page := fetch(key, c.now+1)
	defer page.Release()
	c.put(key, page)
	return 0
}

type cache2 struct{ table }

// What is too old is an error.
func (c *cache2) find(key string) (*Page, error) {
	ref, ok := c.all[key]
	if !ok {
		return nil, errStale
	}
	if ref.Value().Until < c.now {
		return nil, errStale
	}
	return ref.Value(), nil
}

func (c *cache2) serve(key string) int {
	page, err := c.find(key)
	if err != nil {
		ref := fetch(key, c.now+1)
		c.all[key] = ref // want "leak: "
		return 1
	}
	return page.Hits
}

type cache3 struct{ table }

// The answer is only yes or no.
func (c *cache3) isFresh(key string) bool {
	ref, ok := c.all[key]
	if ok && ref.Value().Until >= c.now {
		return true
	}
	return false
}

func (c *cache3) warm(keys ...string) {
	for _, key := range keys {
		if c.isFresh(key) {
			continue
		}
		c.all[key] = fetch(key, c.now+1) // want "leak: "
	}
}

type notes1 struct{ all map[int]*note }

// A stale note is none, but its reference is there.
func (n *notes1) lookup(id int) *note {
	if found := n.all[id]; found != nil && !found.stale {
		return found
	}
	return nil
}

func (n *notes1) touch(id int) {
	if n.lookup(id) == nil {
		n.all[id] = NewNote() // want "leak: "
	}
}

func (n *notes1) close() {
	for id, found := range n.all {
		delete(n.all, id)
		found.Release()
	}
}

type rolled1 struct{ all map[string]rcpool.Ref[Doc] }

// A full document is followed by another one, in the same place.
func (r *rolled1) hit(key string) {
	ref, ok := r.all[key]
	if !ok {
		ref = docs.Get()
		ref.Value().Key = key
		r.all[key] = ref
	}
	doc := ref.Value()
	doc.Lines = append(doc.Lines, key)
	if len(doc.Lines) > 8 {
		r.roll(doc)
	}
}

func (r *rolled1) roll(doc *Doc) {
	next := docs.Get()
	next.Value().Key = doc.Key
	r.all[doc.Key] = next // want "leak: "
}

func (r *rolled1) close() {
	for key, ref := range r.all {
		delete(r.all, key)
		ref.Release()
	}
}

type latest1 struct{ table }

// Another method sets it, with the key as its second argument.
func (l *latest1) renew(key string) {
	ref, ok := l.all[key]
	if ok && ref.Value().Until >= l.now {
		return
	}
	l.set(fetch(key, l.now+1), key)
}

func (l *latest1) set(ref rcpool.Ref[Page], key string) {
	l.now++
	l.all[key] = ref // want "leak: "
}

type locked1 struct{ table }

// The answer comes through two functions.
func (l *locked1) get(key string) (rcpool.Ref[Page], error) { return l.locked(key) }

func (l *locked1) locked(key string) (rcpool.Ref[Page], error) {
	ref, ok := l.all[key]
	if !ok || ref.Value().Until < l.now {
		return rcpool.Ref[Page]{}, errStale
	}
	return ref.Retain(), nil
}

func (l *locked1) serve(key string) int {
	hit, err := l.get(key)
	if err == nil {
		defer hit.Release()
		return hit.Value().Hits
	}
	l.all[key] = fetch(key, l.now+1) // want "leak: "
	return 0
}

type threads1 struct{ all map[int]*thread }

// The object that was found has the key.
func (t *threads1) post(id int) {
	found, ok := t.all[id]
	if !ok {
		found = NewThread(id)
		found.id = id
		t.all[id] = found
		return
	}
	if found.posts++; found.posts > 100 {
		t.split(found)
	}
}

func (t *threads1) split(full *thread) {
	next := NewThread(full.id)
	next.id = full.id
	t.all[full.id] = next // want "leak: "
}

func (t *threads1) close() {
	for id, one := range t.all {
		delete(t.all, id)
		one.Release()
	}
}

type first1 struct{ table }

// The entry always has the same key.
func (f *first1) isSet() bool {
	ref := f.all["first"]
	if ref.Valid() && ref.Value().Hits > 0 {
		return true
	}
	return false
}

func (f *first1) set(ref rcpool.Ref[Page]) {
	if f.isSet() {
		ref.Release()
		return
	}
	f.all["first"] = ref // want "leak: "
}

type queried1 struct{ table }

// The error of a stale one is the error of one that is not there.
func (q *queried1) check(key string) (err error) {
	if ref, ok := q.all[key]; !ok || ref.Value().Until < q.now {
		err = errStale
		return err
	}
	return nil
}

func (q *queried1) refresh(keys ...string) {
	for _, key := range keys {
		if err := q.check(key); err == nil {
			continue
		}
		q.all[key] = fetch(key, q.now+1) // want "leak: "
	}
}

type counted1 struct{ table }

// The number of tries is counted, and then it is made anew.
func (c *counted1) try(key string) int {
	ref, ok := c.all[key]
	if ok {
		ref.Value().Hits++
		if ref.Value().Hits < 3 {
			return ref.Value().Hits
		}
	}
	c.now++
	c.all[key] = fetch(key, c.now) // want "leak: "
	return 0
}
