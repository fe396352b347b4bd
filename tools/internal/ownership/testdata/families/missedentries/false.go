package missedentries

import "github.com/rcpool/rcpool"

type cache4 struct{ table }

// What is too old is removed.
func (c *cache4) get(key string) (rcpool.Ref[Page], bool) {
	ref, ok := c.all[key]
	if !ok {
		return rcpool.Ref[Page]{}, false
	}
	if ref.Value().Until < c.now {
		delete(c.all, key)
		ref.Release()
		return rcpool.Ref[Page]{}, false
	}
	return ref.Retain(), true
}

func (c *cache4) serve(key string) int {
	if hit, ok := c.get(key); ok {
		defer hit.Release()
		return hit.Value().Hits
	}
	c.all[key] = fetch(key, c.now+1)
	return 0
}

type cache5 struct{ table }

// The one that puts looks as well.
func (c *cache5) get(key string) (rcpool.Ref[Page], bool) {
	ref, ok := c.all[key]
	if !ok || ref.Value().Until < c.now {
		return rcpool.Ref[Page]{}, false
	}
	return ref.Retain(), true
}

func (c *cache5) put(key string, ref rcpool.Ref[Page]) {
	if _, ok := c.all[key]; ok {
		c.drop(key)
	}
	c.all[key] = ref
}

func (c *cache5) serve(key string) int {
	if hit, ok := c.get(key); ok {
		defer hit.Release()
		return hit.Value().Hits
	}
	c.put(key, fetch(key, c.now+1))
	return 0
}

type cache6 struct{ table }

// Only what is not there is a miss.
func (c *cache6) get(key string) (*Page, error) {
	ref, ok := c.all[key]
	if !ok {
		return nil, nil
	}
	if ref.Value().Until < c.now {
		return nil, errStale
	}
	return ref.Value(), nil
}

func (c *cache6) serve(key string) int {
	page, err := c.get(key)
	if err != nil {
		return -1
	}
	if page == nil {
		c.all[key] = fetch(key, c.now+1)
		return 0
	}
	return page.Hits
}

type cache7 struct{ table }

// The caller drops it in between.
func (c *cache7) isFresh(key string) bool {
	ref, ok := c.all[key]
	return ok && ref.Value().Until >= c.now
}

func (c *cache7) warm(keys ...string) {
	for _, key := range keys {
		if c.isFresh(key) {
			continue
		}
		c.drop(key)
		c.all[key] = fetch(key, c.now+1)
	}
}

type cache8 struct{ table }

// What is stale stays there, and the new one gets another key.
func (c *cache8) isFresh(key string) bool {
	ref, ok := c.all[key]
	if ok && ref.Value().Until >= c.now {
		return true
	}
	return false
}

func (c *cache8) add(key string) string {
	if c.isFresh(key) {
		return key
	}
	other := key + "'"
	if _, ok := c.all[other]; !ok {
		c.all[other] = fetch(other, c.now+1)
	}
	return other
}

type notes2 struct{ all map[int]*note }

// A stale note is released where it is found.
func (n *notes2) lookup(id int) *note {
	found := n.all[id]
	if found != nil && found.stale {
		delete(n.all, id)
		found.Release()
		return nil
	}
	return found
}

func (n *notes2) touch(id int) {
	if n.lookup(id) == nil {
		n.all[id] = NewNote()
	}
}

func (n *notes2) close() {
	for id, found := range n.all {
		delete(n.all, id)
		found.Release()
	}
}

type rolled2 struct{ all map[string]rcpool.Ref[Doc2] }

// The full document is released first.
func (r *rolled2) hit(key string) {
	ref, ok := r.all[key]
	if !ok {
		ref = docs2.Get()
		ref.Value().Key = key
		r.all[key] = ref
	}
	doc := ref.Value()
	doc.Lines = append(doc.Lines, key)
	if len(doc.Lines) > 8 {
		r.roll(doc)
	}
}

func (r *rolled2) roll(doc *Doc2) {
	next := docs2.Get()
	next.Value().Key = doc.Key
	r.drop(next.Value().Key)
	key := next.Value().Key
	r.all[key] = next
}

func (r *rolled2) drop(key string) {
	if ref, ok := r.all[key]; ok {
		delete(r.all, key)
		ref.Release()
	}
}

type chained struct{ all map[string]rcpool.Ref[Doc2] }

// The next document has a key of its own, and is not there yet.
func (c *chained) hit(key string) {
	ref, ok := c.all[key]
	if !ok {
		ref = docs2.Get()
		ref.Value().Key, ref.Value().Next = key, key+"'"
		c.all[key] = ref
	}
	doc := ref.Value()
	doc.Lines = append(doc.Lines, key)
	if len(doc.Lines) == 8 {
		c.chain(doc)
	}
}

func (c *chained) chain(doc *Doc2) {
	next := docs2.Get()
	next.Value().Key, next.Value().Next = doc.Next, doc.Next+"'"
	c.all[doc.Next] = next
}

func (c *chained) close() {
	for key, ref := range c.all {
		delete(c.all, key)
		ref.Release()
	}
}

type rekeyed struct{ table }

// What was found moves to another key before its own is used again.
func (r *rekeyed) archive(key string) bool {
	ref, ok := r.all[key]
	if !ok {
		return false
	}
	old := key + ".1"
	r.drop(old)
	r.all[old] = ref
	return false
}

func (r *rekeyed) rotate(key string) {
	if r.archive(key) {
		return
	}
	r.all[key] = fetch(key, r.now+1)
}

type warmed struct{ table }

// Each turn has another key, and the ones that are there are skipped.
func (w *warmed) isFresh(key string) bool {
	ref, ok := w.all[key]
	if ok && ref.Value().Until < w.now {
		ref.Value().Until = w.now + 1
		return true
	}
	return ok
}

func (w *warmed) warm(keys []string) {
	for _, key := range keys {
		if w.isFresh(key) {
			continue
		}
		w.all[key] = fetch(key, w.now+1)
	}
}

type swept struct {
	table
	sweep chan string
	done  chan bool
}

// Another goroutine removes it, and this one waits for that.
func (s *swept) ensure(key string) bool {
	ref, ok := s.all[key]
	if !ok {
		return false
	}
	if ref.Value().Until >= s.now {
		return true
	}
	s.sweep <- key
	<-s.done
	return false
}

func (s *swept) run() {
	for key := range s.sweep {
		s.drop(key)
		s.done <- true
	}
}

func (s *swept) get(key string) int {
	if !s.ensure(key) {
		s.all[key] = fetch(key, s.now+1)
	}
	return s.all[key].Value().Hits
}
