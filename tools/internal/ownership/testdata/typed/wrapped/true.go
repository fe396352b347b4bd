package wrapped

import (
	"fmt"
	"io"
)

// The text is never released.
func count(message string) int {
	t := New(len(message)) // want "leak: "
	return copy(t.Value(), message)
}

// A text that is too long is not released.
func send(w io.Writer, message string) error {
	t, err := Parse(message) // want "leak: "
	if err != nil {
		return err
	}
	if err := check(t.Value()); err != nil {
		return err
	}
	_, err = w.Write(t.Value())
	t.Release()
	return err
}

// The text is released here and by the deferred call.
func sendShort(w io.Writer, message string) error {
	t, err := Parse(message)
	if err != nil {
		return err
	}
	defer t.Release()
	if err := check(t.Value()); err != nil {
		t.Release() // want "double-release: "
		return err
	}
	_, err = w.Write(t.Value())
	return err
}

// The copy is the same reference.
func releaseCopy(message string) int {
	t := New(0)
	t.WriteString(message)
	same := t
	n := len(same.Value())
	same.Release()
	t.Release() // want "double-release: "
	return n
}

// The text was moved, and there is nothing left to release.
func releaseMoved(queue chan<- Text, message string) {
	t := New(0)
	t.WriteString(message)
	queue <- t.Move()
	t.Release() // want "zero-ref: "
}

// The queue's text is released by the deferred call.
func enqueue(queue chan<- Text, message string) {
	t := New(0)
	defer t.Release()
	t.WriteString(message)
	queue <- t // want "(double-release|escape): "
}

// The bytes are those of a text that was released.
func writeLate(w io.Writer, message string) error {
	t := New(len(message))
	copy(t.Value(), message)
	p := t.Value()
	t.Release()
	_, err := w.Write(p) // want "use-after-release: "
	return err
}

// The bytes are borrowed until the deferred call.
func bytesOf(message string) []byte {
	t := New(0)
	defer t.Release()
	t.WriteString(message)
	return t.Value() // want "escape: "
}

// The second text takes the place of the first.
func rewrite(w io.Writer, message string) error {
	t := New(len(message)) // want "leak: "
	copy(t.Value(), message)
	if check(t.Value()) != nil {
		t = New(80)
	}
	defer t.Release()
	_, err := w.Write(t.Value())
	return err
}

// What is grown is the variable, and the copy is what it was before.
func releaseBefore(message string) int {
	t := New(0)
	before := t
	t.WriteString(message)
	n := t.Len()
	t.Release()
	before.Release() // want "double-release: "
	return n
}

// Each part is a reference of its own.
func head(w io.Writer, message string) error {
	t := New(0)
	defer t.Release()
	t.WriteString(message)
	first := t.Slice(0, 1) // want "leak: "
	_, err := w.Write(first.Value())
	return err
}

// The second reference is in no variable.
func lengthOfRetained(t Text) int {
	defer t.Release()
	return len(t.Retain().Value()) // want "leak: "
}

// The letter is incomplete, and its subject is lost.
func newLetter(subject, body string) (letter, error) {
	s, err := Parse(subject) // want "leak: "
	if err != nil {
		return letter{}, err
	}
	b, err := Parse(body)
	if err != nil {
		return letter{}, err
	}
	return letter{subject: s, body: b}, nil
}

// The letter gets another body, and loses the one it had.
func replaceBody(body string) {
	l := letter{subject: New(8), body: New(80)} // want "leak: "
	l.body = New(len(body))
	copy(l.body.Value(), body)
	l.close()
}

// The text that the shelf has refused is lost.
func shelve(s *shelf, message string) error {
	t, err := Parse(message) // want "leak: "
	if err != nil {
		return err
	}
	if !s.hold(t) {
		return errLong
	}
	return nil
}

// The shelf has the text, and it is released all the same.
func shelveAndRelease(s *shelf, message string) {
	t := New(len(message))
	copy(t.Value(), message)
	if !s.hold(t) {
		fmt.Println("no room")
	}
	t.Release() // missed "double-release: "
}

// The shelf has the letter, and with it the text.
func shelveLetter(s *shelf, t Text) {
	if s.holdLetter(letterOf(t)) {
		fmt.Println("there was room")
	}
	t.Release() // missed "double-release: "
}

// The function that holds a reference is never called.
func deliver(do func(func()), message string, print func([]byte)) {
	t := New(len(message)) // want "leak: "
	copy(t.Value(), message)
	do(t.Hold(print))
}

// The goroutine prints a text that is not held for it.
func printLater(message string, print func([]byte)) {
	t := New(len(message))
	defer t.Release()
	copy(t.Value(), message)
	go func() { print(t.Value()) }() // want "escape: "
}

// The function has given up the text.
func consumeAndUse(message string) int {
	t := New(0)
	fmt.Fprint(&t, message)
	n := consume(t)
	return n + len(t.Value()) // want "use-after-release: "
}

// What was dropped is zero.
func dropAndUse(message string) []byte {
	t := New(len(message))
	copy(t.Value(), message)
	t.Drop()
	return t.Value() // missed "zero-ref: "
}

// What Move returns is thrown away.
func forget(message string) {
	t := New(len(message)) // want "leak: "
	defer t.Drop()
	copy(t.Value(), message)
	t.Move()
}

// An empty line is not released.
func writeLines(w io.Writer, lines []string) error {
	for _, line := range lines {
		t := New(len(line)) // want "leak: "
		copy(t.Value(), line)
		if t.Len() == 0 {
			continue
		}
		_, err := w.Write(t.Value())
		t.Release()
		if err != nil {
			return err
		}
	}
	return nil
}

// The text is lost from where there was room for more.
func grow(message string) error {
	t := New(8) // want "leak: "
	t.WriteString(message)
	if err := check(t.Value()); err != nil {
		return err
	}
	t.Release()
	return nil
}

// The rest takes the place of the text that it was part of.
func skip(w io.Writer, message string, n int) error {
	t := New(len(message)) // want "leak: "
	copy(t.Value(), message)
	t = t.Slice(n, t.Len())
	defer t.Release()
	_, err := w.Write(t.Value())
	return err
}

// The text is released, and a part of it is asked for.
func sliceLate(message string) Text {
	t := New(len(message))
	copy(t.Value(), message)
	t.Release()
	return t.Slice(0, 1) // want "use-after-release: "
}

// The loop is left with a text in hand.
func findLong(messages []string) error {
	for _, message := range messages {
		t, err := Parse(message) // want "leak: "
		if err != nil {
			return err
		}
		if check(t.Value()) != nil {
			break
		}
		t.Release()
	}
	return nil
}

// The error is logged, and the text is released once more.
func sendLogged(w io.Writer, message string) {
	t := New(len(message))
	copy(t.Value(), message)
	if _, err := w.Write(t.Value()); err != nil {
		fmt.Println(err)
		t.Release()
	}
	t.Release() // want "double-release: "
}

// What is released is the method value's text, twice.
func releaseByValue(message string) int {
	t := New(len(message))
	release := t.Release
	defer release()
	n := copy(t.Value(), message)
	if n == 0 {
		release() // want "double-release: "
	}
	return n
}

// The text that is too short is in a variable of the inner block.
func retainLong(t Text) (long Text) {
	if t.Len() > 80 {
		long := t.Retain() // want "leak: "
		fmt.Println(long.Len())
	}
	t.Release()
	return long
}

// Both deferred calls release the text.
func releaseInTheEnd(w io.Writer, message string) error {
	t := New(len(message))
	defer t.Release()
	copy(t.Value(), message)
	same := t
	defer same.Release() // want "double-release: "
	_, err := w.Write(same.Value())
	return err
}
