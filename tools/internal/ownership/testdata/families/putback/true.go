package putback

// The series keeps the memory of the key.
func (r *registry) add(metric string, v float64) {
	k := keys.Get().(*key)
	defer k.release()
	raw := k.render(metric)
	r.mu.Lock()
	defer r.mu.Unlock()
	s, ok := r.byKey[string(raw)]
	if !ok {
		s = &series{key: raw}
		r.byKey[string(raw)] = s // want "escape: "
	}
	s.total += v
}

// The map has it.
func (r *registry) note(metric string) {
	k := keys.Get().(*key)
	raw := k.render(metric)
	r.raw[metric] = raw // want "escape: "
	k.release()
}

// It is written by another function, and read from the field.
func (r *registry) noteField(metric string) {
	k := keys.Get().(*key)
	k.write(metric)
	r.raw[metric] = k.raw // want "escape: "
	recycle(k)
}

// It is in a struct by value.
func noteStruct(all map[int]series, metric string) {
	k := keys.Get().(*key)
	defer recycle(k)
	all[len(all)] = series{key: k.render(metric)} // want "escape: "
}

// It is returned after the key was put back.
func text(metric string) []byte {
	k := keys.Get().(*key)
	raw := k.render(metric)
	recycle(k)
	return raw // want "use-after-release: "
}

// It is read then.
func first(metric string) byte {
	k := keys.Get().(*key)
	raw := k.render(metric)
	k.release()
	return raw[0] // want "use-after-release: "
}

// The registry is forgotten, but this is another one.
func (r *registry) forgetOther(other *registry, metric string) {
	k := keys.Get().(*key)
	r.raw[metric] = k.render(metric) // want "escape: "
	other.forget(k)
}

// The field is cut, and so the key still has the memory.
func noteCut(r map[string][]byte, metric string) {
	k := keys.Get().(*key)
	k.write(metric)
	r[metric] = k.raw // want "escape: "
	k.raw = k.raw[:0]
	keys.Put(k)
}

// The labels get other memory, and not what was rendered.
func noteOther(r map[string][]byte, metric string) {
	k := keys.Get().(*key)
	raw := k.render(metric)
	k.labels = nil
	r[metric] = raw // want "escape: "
	keys.Put(k)
}

// What is cut stays in the key, which nobody puts back.
func (k *key) size(metric string) int {
	k.write(metric)
	n := len(k.raw)
	k.raw = k.raw[:0]
	return n
}

func widest(metrics []string) (n int) {
	k := keys.Get().(*key) // want "leak: "
	for _, metric := range metrics {
		n = max(n, k.size(metric))
	}
	return n
}
