package main

import "github.com/rcpool/rcpool"

type cache2 struct{ all map[string]rcpool.Ref[Page] }

func (c *cache2) find(url string, now int) (rcpool.Ref[Page], bool) {
	p, ok := c.all[url]
	if !ok || p.Value().Until < now {
		return rcpool.Ref[Page]{}, false
	}
	return p.Retain(), true
}

// The old one is released.
func (c *cache2) put(p rcpool.Ref[Page]) {
	if old, ok := c.all[p.Value().URL]; ok {
		old.Release()
	}
	c.all[p.Value().URL] = p
}

func (c *cache2) get(url string, now int, from loader) (rcpool.Ref[Page], error) {
	if p, ok := c.find(url, now); ok {
		return p, nil
	}
	p := pages.Get()
	if err := from(url, p.Value()); err != nil {
		p.Release()
		return rcpool.Ref[Page]{}, err
	}
	p.Value().URL = url
	c.put(p.Retain())
	return p, nil
}

func (c *cache2) close() {
	for url, p := range c.all {
		delete(c.all, url)
		p.Release()
	}
}

type store2 struct {
	pages map[string]rcpool.Ref[Page]
	stale func(url string)
}

func (s *store2) fresh(url string, now int) *Page {
	if p, ok := s.pages[url]; ok && p.Value().Until > now {
		return p.Value()
	}
	return nil
}

// The function in the field removes what is old.
func (s *store2) show(url string, now int) string {
	if p := s.fresh(url, now); p != nil {
		return p.From
	}
	s.stale(url)
	p := pages.Get()
	p.Value().Until = now + 1
	s.pages[url] = p
	return p.Value().From
}

func (s *store2) remove(url string) {
	if p, ok := s.pages[url]; ok {
		delete(s.pages, url)
		p.Release()
	}
}

func (s *store2) close() {
	for _, p := range s.pages {
		p.Release()
	}
}

type versions struct {
	all  map[string]rcpool.Ref[Page]
	last string
}

func (v *versions) find(url string, now int) bool {
	p, ok := v.all[url]
	return ok && p.Value().Until >= now
}

// The key is another one for each page.
func (v *versions) put(p rcpool.Ref[Page]) { v.all[p.Value().URL] = p }

func (v *versions) add(url string, now int) {
	if v.find(url, now) {
		return
	}
	p := pages.Get()
	p.Value().URL = url
	v.last += "'"
	p.Value().URL += v.last
	v.put(p)
}

func (v *versions) close() {
	for url, p := range v.all {
		delete(v.all, url)
		p.Release()
	}
}

func use2(from loader) {
	c := &cache2{all: map[string]rcpool.Ref[Page]{}}
	defer c.close()
	for now := range 3 {
		if p, err := c.get("a", 20*now, from); err == nil {
			p.Release()
		}
	}
	s := &store2{pages: map[string]rcpool.Ref[Page]{}}
	s.stale = s.remove
	defer s.close()
	s.show("a", 1)
	s.show("a", 9)
	v := &versions{all: map[string]rcpool.Ref[Page]{}}
	defer v.close()
	v.add("a", 1)
	v.add("a", 9)
}

type flags struct{ all map[string]rcpool.Ref[Page] }

func (f *flags) has(name string) bool {
	p, ok := f.all[name]
	return ok && p.Valid()
}

// All that are there are valid.
func (f *flags) raise(name string) {
	if f.has(name) {
		return
	}
	f.all[name] = pages.Get()
}

func (f *flags) close() {
	for name, p := range f.all {
		delete(f.all, name)
		p.Release()
	}
}

func useFlags() {
	f := &flags{all: map[string]rcpool.Ref[Page]{}}
	defer f.close()
	f.raise("a")
	f.raise("a")
}
