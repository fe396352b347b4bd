package elementfields

import "bytes"

// The list still has the text when another field of the entry was set.
func (x *index) add(doc int, word string) {
	buf := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buf)
	buf.Reset()
	buf.WriteString(word)
	x.terms = append(x.terms, term{text: buf.Bytes()}) // want "escape: "
	last := len(x.terms) - 1
	x.terms[last].docs = append(x.terms[last].docs, doc)
}

// So it has on each way.
func (x *index) addOnce(doc int, word string) {
	buf := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buf)
	buf.Reset()
	buf.WriteString(word)
	i, ok := x.by[word]
	if !ok {
		i = len(x.terms)
		x.terms = append(x.terms, term{text: bytes.TrimSpace(buf.Bytes())}) // want "escape: "
		x.by[word] = i
	}
	x.terms[i].docs = append(x.terms[i].docs, doc)
}

// And where a pointer leads to the entry.
func (x *index) addCounted(word string) {
	buf := buffers.Get().(*bytes.Buffer)
	buf.Reset()
	buf.WriteString(word)
	x.terms = append(x.terms, term{text: buf.Bytes()}) // want "escape: "
	t := &x.terms[len(x.terms)-1]
	t.hits++
	buffers.Put(buf)
}

// And when another field was read.
func (x *index) addAsked(word string) int {
	buf := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buf)
	buf.Reset()
	buf.WriteString(word)
	x.terms = append(x.terms, term{text: buf.Bytes()}) // want "escape: "
	return len(x.terms[len(x.terms)-1].docs)
}
