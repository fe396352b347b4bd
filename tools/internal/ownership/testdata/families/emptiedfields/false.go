package emptiedfields

import (
	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

// The file is discarded after it was sealed.
func (l *log) close() (int, error) {
	f := l.current
	l.current = nil
	n, err := f.seal()
	f.discard()
	return n, err
}

// The callee asks whether there is something.
func asked(f *file) string {
	f.discard()
	return f.textOrNone() + f.validText()
}

// The file is opened again before it is used.
func reopened(f *file, line string) {
	f.discard()
	f.out = stdpool.Buffer()
	f.write(line)
}

// A method opens it again, if there is something to write: only then it is used.
func maybeReopened(f *file, lines []string) string {
	f.discard()
	for _, line := range lines {
		f.reopen()
		f.write(line)
	}
	if len(lines) == 0 {
		return ""
	}
	return f.text()
}

// What the callee does depends on more than the reference.
func closedFlag(f *file) string {
	f.discard()
	return f.textIfOpen()
}

// It is another field that was dropped.
func otherField(f *file) string {
	rcpool.Drop(&f.index)
	return f.text()
}

// The callee fills the field before it uses it.
func filledThere(f *file, line string) {
	f.discard()
	f.startAgain(line)
}

// A callee that only drops it does not need it.
func (l *log) droppedTwice() {
	f := l.current
	l.current = nil
	f.discard()
	f.discard()
}

// The callee fills the field, unless there is nothing to write.
func rewritten() int {
	var f file
	f.rewrite([]string{"a", "", "b"})
	return f.lines
}
