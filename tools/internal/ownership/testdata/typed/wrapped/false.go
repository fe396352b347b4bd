package wrapped

import (
	"encoding/json"
	"fmt"
	"io"
)

// The deferred call releases the text.
func countReleased(message string) int {
	t := New(len(message))
	defer t.Release()
	return copy(t.Value(), message)
}

// Every path releases the text.
func sendReleased(w io.Writer, message string) error {
	t, err := Parse(message)
	if err != nil {
		return err
	}
	if err := check(t.Value()); err != nil {
		t.Release()
		return err
	}
	_, err = w.Write(t.Value())
	t.Release()
	return err
}

// The text is dropped here, and there is nothing left for the deferred call.
func sendShortDropped(w io.Writer, message string) error {
	t, err := Parse(message)
	if err != nil {
		return err
	}
	defer t.Drop()
	if err := check(t.Value()); err != nil {
		t.Drop()
		return err
	}
	_, err = w.Write(t.Value())
	return err
}

// The copy alone is released.
func releaseCopyOnce(message string) int {
	t := New(0)
	t.WriteString(message)
	same := t
	n := len(t.Value())
	same.Release()
	return n
}

// What is released is the text that was moved.
func releaseWhatWasMoved(message string) int {
	t := New(0)
	t.WriteString(message)
	moved := t.Move()
	defer moved.Release()
	return len(moved.Value())
}

// The queue gets a reference of its own.
func enqueueRetained(queue chan<- Text, message string) {
	t := New(0)
	defer t.Release()
	t.WriteString(message)
	queue <- t.Retain()
}

// The bytes are those of the second reference.
func writeInTime(w io.Writer, message string) error {
	t := New(0)
	t.WriteString(message)
	other := t.Retain()
	t.Release()
	_, err := w.Write(other.Value())
	other.Release()
	return err
}

// The string is a copy.
func stringOf(message string) string {
	t := New(0)
	defer t.Release()
	t.WriteString("> ")
	t.WriteString(message)
	return string(t.Value())
}

// The first text is released before the second takes its place.
func rewriteReleased(w io.Writer, message string) error {
	t := New(len(message))
	copy(t.Value(), message)
	if check(t.Value()) != nil {
		t.Release()
		t = New(80)
	}
	defer t.Release()
	_, err := w.Write(t.Value())
	return err
}

// The struct is copied before it is overwritten.
func releaseOld(message string) int {
	t := New(len(message))
	copy(t.Value(), message)
	old := t
	t = New(80)
	defer t.Release()
	n := copy(t.Value(), old.Value())
	old.Release()
	return n
}

// Each part is released.
func headReleased(w io.Writer, message string) error {
	t := New(0)
	t.WriteString(message)
	first := t.Slice(0, 1)
	t.Release()
	defer first.Release()
	_, err := w.Write(first.Value())
	return err
}

// The result is the second reference.
func retained(t Text) Text {
	defer t.Release()
	return t.Retain()
}

// The letter is incomplete, and its subject is released.
func newLetterReleased(subject, body string) (letter, error) {
	s, err := Parse(subject)
	if err != nil {
		return letter{}, err
	}
	b, err := Parse(body)
	if err != nil {
		s.Release()
		return letter{}, err
	}
	return letter{subject: s, body: b}, nil
}

// The letter gets another body when it has lost the one it had.
func replaceBodyDropped(body string) {
	l := letter{subject: New(8), body: New(80)}
	l.body.Drop()
	l.body = New(len(body))
	copy(l.body.Value(), body)
	l.close()
}

// The text that the shelf has refused is released.
func shelveReleased(s *shelf, message string) error {
	t, err := Parse(message)
	if err != nil {
		return err
	}
	if !s.hold(t) {
		t.Release()
		return errLong
	}
	return nil
}

// The shelf has a reference of its own.
func shelveRetained(s *shelf, message string) {
	t := New(len(message))
	defer t.Release()
	copy(t.Value(), message)
	if kept := t.Retain(); !s.hold(kept) {
		kept.Release()
	}
}

// The letter that the shelf has refused has the text, which is released.
func shelveLetterReleased(s *shelf, t Text) {
	if !s.holdLetter(letterOf(t)) {
		t.Release()
	}
}

// Each function holds a reference, and the first one is given up.
func deliverReleased(do func(func()), message string, prints ...func([]byte)) {
	t := New(0)
	defer t.Release()
	t.WriteString(message)
	for _, print := range prints {
		do(t.Hold(print))
	}
}

// The goroutine has a reference of its own.
func printLaterRetained(message string, print func([]byte)) {
	t := New(0)
	defer t.Release()
	t.WriteString(message)
	go func(t Text) {
		defer t.Release()
		print(t.Value())
	}(t.Retain())
}

// The function gives up a reference of its own.
func consumeRetained(message string) int {
	t := New(0)
	defer t.Release()
	fmt.Fprint(&t, message)
	n := consume(t.Retain())
	return n + len(t.Value())
}

// The variable has another text by then.
func dropAndRenew(v any) (Text, error) {
	t := New(0)
	t.Append('?')
	t.Drop()
	t = New(0)
	defer t.Drop()
	if err := json.NewEncoder(&t).Encode(v); err != nil {
		return Text{}, err
	}
	return t.Move(), nil
}

// Every line is released.
func writeLinesReleased(w io.Writer, lines []string) error {
	for _, line := range lines {
		t := New(0)
		t.WriteString(line)
		if t.Len() == 0 {
			t.Release()
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

// The bytes are borrowed anew when the text has grown.
func appendEarly(lines []string) error {
	t := New(8)
	defer t.Release()
	for _, line := range lines {
		t.Grow(len(line) + 1)
		t.WriteString(line)
		t.Append('\n')
		if err := check(t.Value()); err != nil {
			return err
		}
	}
	return nil
}

// The text is released wherever it is by then.
func growReleased(message string) error {
	t := New(8)
	t.WriteString(message)
	if err := check(t.Value()); err != nil {
		t.Release()
		return err
	}
	t.Release()
	return nil
}

// The bytes are checked while the texts are in the list, which is the caller's.
func parseAll(messages []string) (texts []Text, err error) {
	for _, message := range messages {
		t := New(len(message))
		copy(t.Value(), message)
		texts = append(texts, t)
	}
	for i := range texts {
		if err = check(texts[i].Value()); err != nil {
			break
		}
	}
	return texts, err
}

// The text is released when it has given its rest.
func skipReleased(w io.Writer, message string, n int) error {
	t := New(len(message))
	copy(t.Value(), message)
	rest := t.Slice(n, t.Len())
	t.Release()
	t = rest
	defer t.Release()
	_, err := w.Write(t.Value())
	return err
}

// A part of the text is asked for in time.
func sliceInTime(message string) Text {
	t := New(len(message))
	defer t.Release()
	copy(t.Value(), message)
	return t.Slice(0, 1)
}

// The loop is left with nothing in hand.
func findLongReleased(messages []string) error {
	for _, message := range messages {
		t, err := Parse(message)
		if err != nil {
			return err
		}
		long := check(t.Value()) != nil
		t.Release()
		if long {
			break
		}
	}
	return nil
}

// The error is logged, and the text is released when that is done.
func sendLoggedReleased(w io.Writer, message string) {
	t := New(len(message))
	copy(t.Value(), message)
	if _, err := w.Write(t.Value()); err != nil {
		fmt.Println(err)
		t.Release()
		return
	}
	t.Release()
}

// The method value is called once.
func releaseByValueOnce(message string) int {
	t := New(len(message))
	release := t.Release
	defer release()
	return copy(t.Value(), message)
}

// The result is zero, or a reference of its own.
func retainLongOnce(t Text) (long Text) {
	if t.Len() > 80 {
		long = t.Retain()
	}
	t.Release()
	return long
}
