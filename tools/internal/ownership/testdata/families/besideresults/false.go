package besideresults

import (
	"errors"
	"io"
	"net"

	"github.com/rcpool/rcpool"
)

// What was received is zero if there is an error.
func waited(s *source) int {
	z, err := s.wait()
	if err != nil {
		return 0
	}
	defer z.Release()
	return len(z.Value().Records)
}

// A helper panics if there is an error.
func mustGet(s *source) int {
	z, err := s.get()
	must(err)
	defer z.Release()
	return len(z.Value().Records)
}

// A helper ends the program if there is an error.
func getOrExit(s *source) int {
	z, err := s.get()
	exit(err)
	n := len(z.Value().Records)
	z.Release()
	return n
}

// A predicate looks at the error.
func getOrFail(s *source) (int, error) {
	z, err := s.get()
	if failed(err) {
		return 0, err
	}
	n := len(z.Value().Records)
	z.Release()
	return n, nil
}

// The status is computed from the error.
func getStatus(s *source) int {
	z, err := s.get()
	status := statusOf(err)
	if status != 200 {
		return status
	}
	s.log.Println(z.Value().Name)
	z.Release()
	return status
}

// Whether there is a text depends on the error.
func getText(s *source) (text string) {
	z, err := s.get()
	if err != nil {
		text = err.Error()
	}
	if text != "" {
		return text
	}
	text = z.Value().Name
	z.Release()
	return text
}

// A type assertion does not hold for nil.
func getAgain(s *source) (int, error) {
	for {
		z, err := s.get()
		if e, ok := err.(net.Error); ok && e.Timeout() {
			continue
		}
		if err != nil {
			return 0, err
		}
		n := len(z.Value().Records)
		z.Release()
		return n, nil
	}
}

// Joined errors are nil if both are.
func getTwo(s *source) (int, error) {
	a, errA := s.get()
	b, errB := s.get()
	if err := errors.Join(errA, errB); err != nil {
		rcpool.Drop(&a)
		rcpool.Drop(&b)
		return 0, err
	}
	n := len(a.Value().Records) + len(b.Value().Records)
	a.Release()
	b.Release()
	return n, nil
}

// The error is in a struct, which has a predicate.
func getReply(s *source) (int, error) {
	var r reply
	r.zone, r.err = s.get()
	if r.failed() {
		return 0, r.err
	}
	n := len(r.zone.Value().Records)
	r.zone.Release()
	return n, nil
}

// The end of the input is no failure.
func getPartial(s *source) (int, error) {
	z, err := s.partial()
	if err != nil && err != io.EOF {
		return 0, err
	}
	n := len(z.Value().Records)
	z.Release()
	return n, nil
}

// There are several errors, or none.
func getChecked(s *source, names []string) error {
	z, errs := s.checked(names)
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	s.log.Println(z.Value().Name)
	z.Release()
	return nil
}

// There is nothing if the number is zero.
func getCounted(s *source, p []byte) (total int) {
	z, n := s.counted(p)
	if n == 0 {
		return 0
	}
	total = len(z.Value().Records) + n
	z.Release()
	return total
}

// There is nothing if there is a message.
func getTold(s *source) string {
	z, message := s.told()
	if message != "" {
		return message
	}
	name := z.Value().Name
	z.Release()
	return name
}

// What was appended is released, although the block has moved.
func sendBody(b body, text string) int {
	b.block.WriteString(text)
	b.owned = true
	letter := b
	letter.block.WriteString(text)
	return send(letter, 2)
}

// Nothing is done if it was closed before, by whom is not known here.
func watchTwice(h *hub) (n int) {
	zone := zones.Get()
	w := newWatcher(h, zone)
	h.tick()
	w.close()
	h.tick()
	w.close()
	n = len(w.seen)
	zone.Release()
	return n
}
