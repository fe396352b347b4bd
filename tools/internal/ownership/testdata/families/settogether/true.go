package settogether

import (
	"io"
	"os"
)

// Nothing was sent, and the writer is there all the same.
func unsent(dial func() io.WriteCloser) {
	s := &session{dial: dial}
	s.connect() // want "leak: "
	s.closeSent()
}

// The error tells nothing of the writer.
func failed(dial func() io.WriteCloser, check func() error) {
	s := &session{dial: dial}
	s.connect() // want "leak: "
	s.err = check()
	s.closeGood()
}

// The connection is there, and so is the writer.
func kept(dial func() io.WriteCloser) {
	s := &session{dial: dial}
	s.connect() // want "leak: "
	s.closeConn()
}

// The file may be missing, and the buffer is there.
func attached(open func() *os.File) {
	l := newLate() // want "leak: "
	l.attach(open)
	l.close()
}

// The session is never closed.
func unclosed(dial func() io.WriteCloser) {
	s := &session{dial: dial}
	s.connect() // want "leak: "
	if s.conn != nil {
		s.out.Value().WriteByte(1)
	}
}

// The number came from the caller, who may give none.
func numbered(gen uint64) {
	b := &box{}
	b.begin(gen) // want "leak: "
	b.close()
}

// The spool is never closed.
func spooledLost(open func() *os.File) int {
	s := newSpool(open) // want "leak: "
	return s.buf.Value().Len()
}
