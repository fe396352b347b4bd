package askedparts

// What was asked for leads back to the struct, and puts it back.
func walk(n int) int {
	s := scratches.Get().(*scratch)
	c := s.cursor()
	s.hdr.n += n
	n = s.hdr.n
	c.close()
	return n
}

// So does a function.
func walkDone(n int) int {
	s := scratches.Get().(*scratch)
	done := s.finish()
	s.hdr.n += n
	done()
	return n
}

// The method returns the struct itself.
func walkSelf(n int) int {
	s := scratches.Get().(*scratch)
	scratches.Put(s.self())
	return n
}

// The memory goes to the caller for good.
func render(line string) []byte {
	s := scratches.Get().(*scratch)
	s.buf.WriteString(line)
	return s.text()
}

// It goes to a variable for good.
func collect(line string) {
	s := scratches.Get().(*scratch)
	s.buf.WriteString(line)
	texts = append(texts, s.text())
}

// It goes to a field.
func (k *keeper) keep(line string) {
	s := scratches.Get().(*scratch)
	s.buf.WriteString(line)
	k.last = s.text()
}

// It is sent.
func send(out chan<- []byte, line string) {
	s := scratches.Get().(*scratch)
	s.buf.WriteString(line)
	out <- s.text()
}

// A goroutine has it.
func show(print func([]byte), line string) {
	s := scratches.Get().(*scratch)
	s.buf.WriteString(line)
	text := s.text()
	go print(text)
}

// A list goes to the caller, who keeps it.
func sorted(m map[string]int) []string {
	s := scratches.Get().(*scratch)
	for k := range m {
		s.keys = append(s.keys, k)
	}
	return s.names()
}

// The header goes away in a struct.
func heading(n int) *heads {
	s := scratches.Get().(*scratch)
	s.hdr.n = n
	return &heads{first: s.header()}
}

type heads struct{ first *header }

// The frame's own link leads to it.
func frameNext(n int) int {
	f := frames.Get().(*frame[int])
	f.hdr.n = n
	next := f.next()
	frames.Put(next)
	return n
}

// The struct goes back where the part is done with.
func measure(line string) int {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	s.buffer().Reset()
	s.buffer().WriteString(line)
	return s.buffer().Len()
}
