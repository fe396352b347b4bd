package elementfields

import "bytes"

// The text is replaced by a copy.
func (x *index) addCopied(doc int, word string) {
	buf := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buf)
	buf.Reset()
	buf.WriteString(word)
	x.terms = append(x.terms, term{text: buf.Bytes()})
	last := len(x.terms) - 1
	x.terms[last].docs = append(x.terms[last].docs, doc)
	x.terms[last].text = bytes.Clone(x.terms[last].text)
}

// The entry is.
func (x *index) addReplaced(doc int, word string) {
	buf := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buf)
	buf.Reset()
	buf.WriteString(word)
	x.terms = append(x.terms, term{text: buf.Bytes()})
	last := len(x.terms) - 1
	x.terms[last].hits++
	x.terms[last] = term{text: bytes.Clone(buf.Bytes()), hits: x.terms[last].hits}
}

// The packets are released by index.
func tryAndRelease(n int, send func(seq int) bool) (failed int) {
	var slots []slot
	for i := range n {
		p := packets.Get()
		p.Value().seq = i
		slots = append(slots, slot{ref: p})
	}
	for i := range slots {
		slots[i].tries++
		if !send(i) {
			failed++
		}
		slots[i].ref.Release()
	}
	return failed
}

// The pointer to the entry replaces the text.
func (x *index) addThrough(word string) {
	buf := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buf)
	buf.Reset()
	buf.WriteString(word)
	x.terms = append(x.terms, term{text: buf.Bytes()})
	t := &x.terms[len(x.terms)-1]
	t.hits++
	t.text = append([]byte(nil), t.text...)
}
