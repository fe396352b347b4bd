package askedparts

import (
	"bytes"
	"strings"
)

// The buffer is a part of what is lost.
func countWords(line string) int {
	s := scratches.Get().(*scratch) // want "leak: "
	for _, w := range strings.Fields(line) {
		s.buffer().WriteString(w)
	}
	return s.buffer().Len()
}

// So is a list.
func countKeys(m map[string]int) int {
	s := scratches.Get().(*scratch) // want "leak: "
	s.keys = s.keys[:0]
	for k := range m {
		s.keys = append(s.keys, k)
	}
	return len(s.names())
}

// So is a map that may be new.
func hasTwice(words []string) bool {
	s := scratches.Get().(*scratch) // want "leak: "
	for _, w := range words {
		if s.index()[w] {
			return true
		}
		s.index()[w] = true
	}
	return false
}

// The header is asked for by a method of the struct.
func headerSize(n int) int {
	s := scratches.Get().(*scratch) // want "leak: "
	h := s.header()
	h.n += n
	return h.n
}

// And by a function, which tells whether there is one.
func parentSize() int {
	s := scratches.Get().(*scratch) // want "leak: "
	if h, ok := headerOf(s); ok {
		return h.n
	}
	return 0
}

// The memory is copied.
func upper(line string) string {
	s := scratches.Get().(*scratch) // want "leak: "
	s.buf.Reset()
	s.buf.WriteString(line)
	return strings.ToUpper(string(s.text()))
}

// The header is asked for twice.
func headerTwice(n int) (int, error) {
	s := scratches.Get().(*scratch) // want "leak: "
	s.header().n = n
	if s.header().n < 0 {
		return 0, errNegative
	}
	return s.hdr.n, nil
}

// A callee has asked.
func countMarked(words ...string) int {
	s := scratches.Get().(*scratch) // want "leak: "
	return len(marked(s, words))
}

func marked(s *scratch, words []string) map[string]bool {
	clear(s.index())
	for _, w := range words {
		s.index()[w] = true
	}
	return s.seen
}

// Some ways ask for nothing.
func sizeIf(ask bool, n int) int {
	s := scratches.Get().(*scratch) // want "leak: "
	if ask {
		s.buffer().Grow(n)
		return s.buffer().Cap()
	}
	return n
}

// What was asked for is asked itself.
func firstOfNames() string {
	s := scratches.Get().(*scratch) // want "leak: "
	if names := s.names(); len(names) > 0 {
		return names[0]
	}
	return ""
}

// The callee that has asked loses it, too.
func bufferCap(line string) int {
	s := scratches.Get().(*scratch) // want "leak: "
	return capOf(s.buffer(), line)
}

func capOf(b *bytes.Buffer, line string) int {
	b.WriteString(line)
	return b.Cap()
}

// The struct is an instance.
func frameSize(n int) int {
	f := frames.Get().(*frame[int]) // want "leak: "
	f.head().n = n
	return f.head().n + f.body
}
