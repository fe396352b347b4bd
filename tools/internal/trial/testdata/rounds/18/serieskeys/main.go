// truth: escape line 61 callee
package main

import (
	"fmt"
	"sort"
	"sync"
)

type label struct{ name, value string }

type keyBuf struct {
	raw    []byte
	labels []label
}

var keyBufs = sync.Pool{New: func() any { return &keyBuf{raw: make([]byte, 0, 256)} }}

func (k *keyBuf) render(metric string) []byte {
	k.raw = append(k.raw[:0], metric...)
	k.raw = append(k.raw, '{')
	for i, l := range k.labels {
		if i > 0 {
			k.raw = append(k.raw, ',')
		}
		k.raw = append(k.raw, l.name...)
		k.raw = append(k.raw, '=')
		k.raw = append(k.raw, l.value...)
	}
	k.raw = append(k.raw, '}')
	return k.raw
}

func (k *keyBuf) release() {
	clear(k.labels)
	k.labels = k.labels[:0]
	k.raw = k.raw[:0]
	keyBufs.Put(k)
}

type series struct {
	key   []byte
	total float64
}

type registry struct {
	mu     sync.Mutex
	byHash map[string]*series
}

func (r *registry) add(metric string, v float64, labels ...label) {
	k := keyBufs.Get().(*keyBuf)
	defer k.release()
	k.labels = append(k.labels, labels...)
	sort.Slice(k.labels, func(i, j int) bool { return k.labels[i].name < k.labels[j].name })
	key := k.render(metric)
	r.mu.Lock()
	defer r.mu.Unlock()
	s, ok := r.byHash[string(key)]
	if !ok {
		s = &series{key: key}
		r.byHash[string(key)] = s
	}
	s.total += v
}

func (r *registry) dump() {
	r.mu.Lock()
	defer r.mu.Unlock()
	hashes := make([]string, 0, len(r.byHash))
	for h := range r.byHash {
		hashes = append(hashes, h)
	}
	sort.Strings(hashes)
	for _, h := range hashes {
		s := r.byHash[h]
		fmt.Printf("%s %g\n", s.key, s.total)
	}
}

func main() {
	r := &registry{byHash: map[string]*series{}}
	for i := range 3 {
		r.add("http_requests", 1, label{"method", "GET"}, label{"code", fmt.Sprint(200 + i)})
		r.add("http_requests", 2, label{"code", "500"}, label{"method", "PUT"})
	}
	r.dump()
}
