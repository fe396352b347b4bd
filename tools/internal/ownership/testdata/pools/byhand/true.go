package byhand

import (
	"io"
)

// unrefTwice gives the only reference up by hand and by defer.
func unrefTwice(w io.Writer, s string) error {
	p := newPacket(s)
	defer p.Unref()
	if err := write(w, p); err != nil {
		p.Unref() // missed "^double-release: "
		return err
	}
	return nil
}

// writeAfter writes a packet whose only reference is gone.
func writeAfter(w io.Writer, s string) error {
	p := newPacket(s)
	p.Unref()
	return write(w, p) // missed "^use-after-release: "
}

// sendAndUnref gives up the reference that the peer has.
func (l *link) sendAndUnref(s string) {
	p := newPacket(s)
	l.out <- p // missed "^(escape|double-release): "
	p.Unref()
}

// background counts in the goroutine, which is too late.
func background(w io.Writer, s string) {
	p := newPacket(s)
	defer p.Unref()
	go func() { // missed "^escape: "
		p.Ref()
		defer p.Unref()
		_ = write(w, p)
	}()
}

// textLost writes a message that is given up nowhere.
func textLost(w io.Writer, text string) error {
	m := messages.Get().(*message) // want "^leak: "
	m.refs.Store(1)
	m.text = text
	_, err := io.WriteString(w, m.text)
	return err
}

// textKept leaves its text to the next owner of the message.
func textKept(w io.Writer, text string) error {
	m := messages.Get().(*message)
	m.refs.Store(1)
	m.text += text
	_, err := io.WriteString(w, m.text)
	if m.refs.Add(-1) == 0 {
		messages.Put(m) // want "^reset: "
	}
	return err
}

// sumAfter reads the rows of a frame that was put back.
func sumAfter(rows ...int) (sum int) {
	f := frames.Get().(*frame)
	f.users = 1
	f.rows = append(f.rows[:0], rows...)
	kept := f.rows
	frames.Put(f)
	for _, row := range kept { // want "^use-after-release: "
		sum += row
	}
	return sum
}

// unlockAfter unlocks a frame that may be locked by its next user.
func (f *frame) unlockAfter() {
	f.mu.Lock()
	defer f.mu.Unlock() // missed "^use-after-release: "
	if f.users--; f.users == 0 {
		f.rows = f.rows[:0]
		frames.Put(f)
	}
}

// unlockTooLate does the same without defer.
func (f *frame) unlockTooLate() {
	f.mu.Lock()
	f.users--
	if f.users == 0 {
		f.rows = f.rows[:0]
		frames.Put(f)
	}
	f.mu.Unlock() // want "^use-after-release: "
}

// countAfter reads a frame of which it may have been the last user.
func countAfter(f *frame) int {
	f.mu.Lock()
	f.users--
	last := f.users == 0
	f.mu.Unlock()
	if last {
		frames.Put(f)
	}
	return len(f.rows) // want "^use-after-release: "
}

// firstLater lets a goroutine read a frame that it may put back itself.
func firstLater(out chan<- int, rows ...int) {
	f := frames.Get().(*frame)
	f.users = 1
	f.rows = append(f.rows[:0], rows...)
	go func() { out <- f.rows[0] }() // want "^escape: "
	if f.users--; f.users == 0 {
		frames.Put(f)
	}
}

// rowsPut puts the rows of the frame into its pool, where they are no frame.
func rowsPut(f *frame) {
	f.mu.Lock()
	f.users--
	last := f.users == 0
	f.mu.Unlock()
	if last {
		frames.Put(f.rows) // want "^(non-pointer|wrong-pool): "
	}
}
