package main

import "github.com/rcpool/rcpool"

type cache1 struct{ all map[string]rcpool.Ref[Page] }

func (c *cache1) find(url string, now int) (rcpool.Ref[Page], bool) {
	p, ok := c.all[url]
	if !ok || p.Value().Until < now {
		return rcpool.Ref[Page]{}, false
	}
	return p.Retain(), true
}

// The key is in the page. The old one is overwritten.
func (c *cache1) put(p rcpool.Ref[Page]) {
	c.all[p.Value().URL] = p // want "leak: "
}

func (c *cache1) get(url string, now int, from loader) (rcpool.Ref[Page], error) {
	if p, ok := c.find(url, now); ok {
		return p, nil
	}
	p := pages.Get()
	if err := from(url, p.Value()); err != nil {
		p.Release()
		return rcpool.Ref[Page]{}, err
	}
	p.Value().URL = url
	p.Value().Until = now + 10
	c.put(p.Retain())
	return p, nil
}

func (c *cache1) close() {
	for url, p := range c.all {
		delete(c.all, url)
		p.Release()
	}
}

type store1 struct {
	pages map[string]rcpool.Ref[Page]
	from  []loader
}

func (s *store1) fresh(url string, now int) *Page {
	if p, ok := s.pages[url]; ok && p.Value().Until > now {
		return p.Value()
	}
	return nil
}

// The first loader that answers makes the entry.
func (s *store1) show(url string, now int) string {
	if p := s.fresh(url, now); p != nil {
		return p.From
	}
	for _, from := range s.from {
		p := pages.Get()
		if from(url, p.Value()) != nil {
			p.Release()
			continue
		}
		p.Value().Until = now + 1
		s.pages[url] = p // want "leak: "
		return p.Value().From
	}
	return ""
}

func (s *store1) close() {
	for _, p := range s.pages {
		p.Release()
	}
}

func use1(from loader) {
	c := &cache1{all: map[string]rcpool.Ref[Page]{}}
	defer c.close()
	for now := range 3 {
		if p, err := c.get("a", 20*now, from); err == nil {
			p.Release()
		}
	}
	s := &store1{pages: map[string]rcpool.Ref[Page]{}, from: []loader{from}}
	defer s.close()
	s.show("a", 1)
	s.show("a", 9)
}

type index1 struct{ byName map[string]rcpool.Ref[Page] }

func (x *index1) isOld(name string, now int) bool {
	if p, ok := x.byName[name]; ok && p.Value().Until < now {
		return true
	}
	return false
}

// The page that is put there has its name already.
func (x *index1) renew(name string, now int) {
	if !x.isOld(name, now) {
		return
	}
	p := pages.Get()
	v := p.Value()
	v.From, v.Until = name, now
	x.byName[v.From] = p // want "leak: "
}

func (x *index1) close() {
	for _, p := range x.byName {
		p.Release()
	}
}

func useIndex1() {
	x := &index1{byName: map[string]rcpool.Ref[Page]{}}
	defer x.close()
	x.renew("a", 1)
}

type leases1 struct{ all map[string]rcpool.Ref[Page] }

func (l *leases1) isValid(name string, now int) bool {
	p, ok := l.all[name]
	return ok && p.Value().Until >= now
}

// One that is there, but not valid any more, is overwritten.
func (l *leases1) extend(name string, now int) {
	if l.isValid(name, now) {
		return
	}
	p := pages.Get()
	p.Value().Until = now + 5
	l.all[name] = p // want "leak: "
}

func (l *leases1) close() {
	for name, p := range l.all {
		delete(l.all, name)
		p.Release()
	}
}

func useLeases1() {
	l := &leases1{all: map[string]rcpool.Ref[Page]{}}
	defer l.close()
	l.extend("a", 1)
	l.extend("a", 9)
}
