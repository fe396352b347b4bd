// Package fasthttputil stands for valyala's package of this name: the same
// names and signatures.
package fasthttputil

import (
	"errors"
	"net"
	"sync"
)

// ErrInmemoryListenerClosed is returned once the listener is closed.
var ErrInmemoryListenerClosed = errors.New("fasthttputil: inmemorylistener is already closed: use of closed network connection")

// InmemoryListener is a listener without a network.
type InmemoryListener struct {
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
}

// NewInmemoryListener returns a listener to dial.
func NewInmemoryListener() *InmemoryListener {
	return &InmemoryListener{conns: make(chan net.Conn), done: make(chan struct{})}
}

// Accept returns the other end of a connection that was dialed.
func (ln *InmemoryListener) Accept() (net.Conn, error) {
	select {
	case c := <-ln.conns:
		return c, nil
	case <-ln.done:
		return nil, ErrInmemoryListenerClosed
	}
}

// Close closes the listener.
func (ln *InmemoryListener) Close() error {
	err := ErrInmemoryListenerClosed
	ln.once.Do(func() {
		close(ln.done)
		err = nil
	})
	return err
}

type inmemoryAddr int

func (inmemoryAddr) Network() string { return "inmemory" }
func (inmemoryAddr) String() string  { return "InmemoryListener" }

// Addr returns the address.
func (ln *InmemoryListener) Addr() net.Addr { return inmemoryAddr(0) }

// Dial returns a connection once it is accepted.
func (ln *InmemoryListener) Dial() (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case ln.conns <- server:
		return client, nil
	case <-ln.done:
		client.Close()
		server.Close()
		return nil, ErrInmemoryListenerClosed
	}
}
