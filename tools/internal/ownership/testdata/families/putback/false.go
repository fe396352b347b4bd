package putback

import "bytes"

// The series has a copy.
func (r *registry) addCopy(metric string, v float64) {
	k := keys.Get().(*key)
	defer k.release()
	raw := k.render(metric)
	r.mu.Lock()
	defer r.mu.Unlock()
	s, ok := r.byKey[string(raw)]
	if !ok {
		s = &series{key: bytes.Clone(raw)}
		r.byKey[string(raw)] = s
	}
	s.total += v
}

// The map has it until the key goes back.
func (r *registry) noteForAWhile(metric string) int {
	k := keys.Get().(*key)
	r.raw[metric] = k.render(metric)
	n := len(r.raw)
	delete(r.raw, metric)
	k.release()
	return n
}

// The function that puts the key back takes the series out before.
func (r *registry) addForAWhile(metric string) int {
	k := keys.Get().(*key)
	raw := k.render(metric)
	r.byKey[string(raw)] = &series{key: raw}
	n := len(r.byKey)
	r.forget(k)
	return n
}

// It clears all of the registry.
func (r *registry) endedLast(metric string) int {
	k := keys.Get().(*key)
	r.latest = k.render(metric)
	r.raw[metric] = r.latest
	n := len(r.raw)
	k.ended(r)
	return n
}

// The memory was taken out of the key.
func (r *registry) noteDetached(metric string) {
	k := keys.Get().(*key)
	k.write(metric)
	r.raw[metric] = k.detach()
	k.release()
}

// The text is a copy, and the key is put back before it is returned.
func textOf(metric string) string {
	k := keys.Get().(*key)
	raw := k.render(metric)
	text := string(raw)
	recycle(k)
	return text
}

// The map is this function's own.
func longest(metrics []string) (n int) {
	k := keys.Get().(*key)
	defer k.release()
	seen := map[string][]byte{}
	for _, m := range metrics {
		seen[m] = k.render(m)
		n = max(n, len(seen[m]))
	}
	return n
}

// The map has the memory now, and the key none.
func noteTaken(r map[string][]byte, metric string) {
	k := keys.Get().(*key)
	k.write(metric)
	raw := k.raw
	k.raw = nil
	r[metric] = raw
	keys.Put(k)
}

// It is taken out afterwards, from a struct that the map has.
func noteTakenLater(r map[string]*series, metric string) {
	k := keys.Get().(*key)
	k.raw = append(k.raw[:0], metric...)
	r[metric] = &series{key: k.raw}
	k.raw = make([]byte, 0, 64)
	keys.Put(k)
}

// The key is put back where it was cut.
func shortest(metrics []string) (n int) {
	k := keys.Get().(*key)
	defer recycle(k)
	for _, metric := range metrics {
		n = min(n, k.size(metric))
	}
	return n
}
