package emptiedfields

import (
	"bytes"

	"github.com/rcpool/rcpool"
)

// The file was discarded, and is then sealed.
func (l *log) rotate() (int, error) {
	f := l.current
	l.current = nil
	f.discard()
	return f.seal() // want "zero-ref: the function that is called uses a zero reference"
}

// The field itself was dropped.
func dropped(f *file) string {
	rcpool.Drop(&f.out)
	return f.text() // want "zero-ref: the function that is called uses a zero reference"
}

// The reference was moved to another owner.
func moved(f *file, to chan<- rcpool.Ref[bytes.Buffer]) string {
	to <- rcpool.Move(&f.out)
	return f.text() // want "zero-ref: the function that is called uses a zero reference"
}

// A new file that was discarded has nothing to write to.
func unopened(line string) {
	f := open()
	f.discard()
	f.write(line) // want "zero-ref: the function that is called uses a zero reference"
}

// The callee uses the reference whether it fails or not.
func onBothWays(f *file, name string) error {
	f.discard()
	if name == "" {
		return errName
	}
	return f.rename(name) // want "zero-ref: the function that is called uses a zero reference"
}

// The zero value was assigned.
func assigned(f *file) string {
	f.out.Release()
	f.out = rcpool.Ref[bytes.Buffer]{}
	return f.text() // want "zero-ref: the function that is called uses a zero reference"
}

// A function with a parameter is no better than a method.
func byFunction(f *file) int {
	f.discard()
	return length(f) // want "zero-ref: the function that is called uses a zero reference"
}

// The callee uses it, and drops it then.
func (l *log) finish() (int, error) {
	f := l.current
	l.current = nil
	f.discard()
	return f.finish() // want "zero-ref: the function that is called uses a zero reference"
}

// The callee does not fill the field.
func ended() int {
	var f file
	f.end() // want "zero-ref: Release is called on a zero reference"
	return f.lines
}
