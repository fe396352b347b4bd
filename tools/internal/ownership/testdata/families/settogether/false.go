package settogether

import (
	"fmt"
	"io"
	"os"
)

// The connection tells whether there is a writer.
func greet(dial func() io.WriteCloser) error {
	s := &session{dial: dial}
	s.connect()
	if _, err := s.out.Value().WriteString("hello"); err != nil {
		return s.close()
	}
	return s.close()
}

// The same in each turn of a loop.
func greetAll(dial func() io.WriteCloser, n int) (err error) {
	for range n {
		s := &session{dial: dial}
		s.connect()
		fmt.Fprint(s.out.Value(), "hello")
		if err = s.close(); err != nil {
			break
		}
	}
	return err
}

// The file tells whether there is a buffer.
func spooled(open func() *os.File) {
	s := newSpool(open)
	defer s.close()
	s.buf.Value().WriteString("x")
}

// The number does, and is assigned later.
func boxed(next func() uint64) int {
	b := &box{next: next}
	b.open()
	defer b.close()
	return b.buf.Value().Len()
}

// The function that ends the job does.
func worked(begin func() func()) {
	var j job
	j.start(begin)
	j.buf.Value().WriteString("x")
	j.stop()
}

// The name does, in a struct that is a value.
func leased(name func() string) int {
	l := acquire(name)
	defer l.release()
	return l.body.Value().Len()
}

// It is asked here.
func asked(dial func() io.WriteCloser) {
	s := &session{dial: dial}
	s.connect()
	if s.conn != nil {
		s.out.Release()
	}
}
