package besideresults

import (
	"errors"
	"io"
	"net"

	"github.com/rcpool/rcpool"
)

// What was received is not released.
func waitedOnly(s *source) int {
	z, err := s.wait() // want "leak: "
	if err != nil {
		return 0
	}
	return len(z.Value().Records)
}

// It is used after its release.
func mustGetLate(s *source) int {
	z, err := s.get()
	must(err)
	z.Release()
	return len(z.Value().Records) // want "use-after-release: "
}

// It is released before the program knows whether there is an error.
func getEarlyOrExit(s *source) {
	z, err := s.get()
	z.Release() // want "zero-ref: "
	exit(err)
}

// The predicate is mistaken for its opposite.
func getUnlessFailed(s *source) (int, error) {
	z, err := s.get() // want "leak: "
	if !failed(err) {
		return 0, err
	}
	rcpool.Drop(&z)
	return 0, nil
}

// Nothing is released if all is well.
func getStatusOnly(s *source) int {
	z, err := s.get() // want "leak: "
	status := statusOf(err)
	if status != 200 {
		return status
	}
	s.log.Println(z.Value().Name)
	return status
}

// It is released twice.
func getTextTwice(s *source) (text string) {
	z, err := s.get()
	if err != nil {
		text = err.Error()
	}
	if text != "" {
		return text
	}
	text = z.Value().Name
	z.Release()
	z.Release() // want "double-release: "
	return text
}

// It is not released in the last turn.
func getAgainOnly(s *source) (int, error) {
	for {
		z, err := s.get() // want "leak: "
		if e, ok := err.(net.Error); ok && e.Timeout() {
			continue
		}
		if err != nil {
			return 0, err
		}
		return len(z.Value().Records), nil
	}
}

// Joined errors are not nil if one of them is.
func getOneOfTwo(s *source) (int, error) {
	a, errA := s.get()
	b, errB := s.get()
	if err := errors.Join(errA, errB); err != nil {
		rcpool.Drop(&a)
		b.Release() // want "zero-ref: "
		return 0, err
	}
	n := len(a.Value().Records) + len(b.Value().Records)
	a.Release()
	b.Release()
	return n, nil
}

// The reply is not released if it is empty.
func getReplyUnlessEmpty(s *source) (int, error) {
	var r reply
	r.zone, r.err = s.get() // want "leak: "
	if r.failed() {
		return 0, r.err
	}
	n := len(r.zone.Value().Records)
	if n == 0 {
		return 0, errNoZone
	}
	r.zone.Release()
	return n, nil
}

// It is used after its release.
func getPartialLate(s *source) (int, error) {
	z, err := s.partial()
	if err != nil && err != io.EOF {
		return 0, err
	}
	z.Release()
	return len(z.Value().Records), nil // want "use-after-release: "
}

// It is released twice.
func getCheckedTwice(s *source, names []string) error {
	z, errs := s.checked(names)
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	defer z.Release()
	s.log.Println(z.Value().Name)
	z.Release() // want "double-release: "
	return nil
}

// It is not released.
func getCountedOnly(s *source, p []byte) (total int) {
	z, n := s.counted(p) // missed "leak: "
	if n == 0 {
		return 0
	}
	return len(z.Value().Records) + n
}

// It is used after its release.
func getToldLate(s *source) string {
	z, message := s.told()
	if message != "" {
		return message
	}
	z.Release()
	return z.Value().Name // want "use-after-release: "
}

// The body is freed, and then released.
func sendBodyTwice(b body, text string) int {
	b.block.WriteString(text)
	b.owned = true
	letter := b
	letter.block.WriteString(text)
	letter.free()
	letter.block.Release() // want "double-release: "
	return len(text)
}

// The watcher is closed, but the zone that it was made of is not released.
func watchOnly(h *hub) int {
	zone := zones.Get() // want "leak: "
	w := newWatcher(h, zone)
	w.close()
	return len(w.seen)
}
