package lentbehind

func leaveIn(name string, scratch []byte) {
	s := find(name).now
	s.scratch = scratch
	s.step()
}

// The session still has the memory.
func runAndLeave(name string) {
	t := texts.Get().(*text)
	leaveIn(name, t.B) // want "escape"
	texts.Put(t)
}

func clearOnSuccess(name string, scratch []byte) bool {
	s := find(name).now
	s.scratch = scratch
	s.step()
	if s.steps > 100 {
		return false
	}
	s.scratch = nil
	return true
}

// It has the memory after too many steps.
func runAndMayLeave(name string) bool {
	t := texts.Get().(*text)
	ok := clearOnSuccess(name, t.B) // want "escape"
	texts.Put(t)
	return ok
}

func clearAnother(name string, scratch []byte) {
	s, other := find(name).now, find(name+"2").now
	s.scratch = scratch
	s.step()
	other.scratch = nil
}

// It is cleared in another session.
func runAndClearAnother(name string) {
	t := texts.Get().(*text)
	clearAnother(name, t.B) // want "escape"
	texts.Put(t)
}

func clearFirst(name string, scratch []byte) {
	s := find(name).now
	s.scratch = nil
	s.scratch = scratch
	s.step()
}

// It is cleared before the memory comes there.
func runAfterClearing(name string) {
	t := texts.Get().(*text)
	clearFirst(name, t.B) // want "escape"
	texts.Put(t)
}

var last *page

func putLast(items []string, scratch []byte) {
	last.html.to = &text{B: scratch}
	for _, item := range items {
		last.html.Write([]byte(item))
	}
}

// A page that is no pooled one keeps its writer.
func listLast(items []string) {
	t := texts.Get().(*text)
	putLast(items, t.B) // want "escape"
	texts.Put(t)
}

func runTwice(name string, scratch, more []byte) {
	s := find(name).now
	s.scratch = scratch
	s.step()
	s.scratch = more
}

// The second memory stays there.
func runWithMore(name string) {
	t := texts.Get().(*text)
	runTwice(name, nil, t.B) // want "escape"
	texts.Put(t)
}
