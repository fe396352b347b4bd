// truth: double-release line 80 callee
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"

	"github.com/valyala/bytebufferpool"
)

var errTooBig = errors.New("message too big")

// session is one TCP connection of a resolver.
type session struct {
	conn net.Conn
	buf  *bytebufferpool.ByteBuffer
	n    int
}

func open(conn net.Conn) *session {
	return &session{conn: conn, buf: bytebufferpool.Get()}
}

// read reads one length-prefixed message into the buffer.
func (s *session) read() error {
	var head [2]byte
	if _, err := io.ReadFull(s.conn, head[:]); err != nil {
		return err
	}
	n := int(binary.BigEndian.Uint16(head[:]))
	if n > 512 {
		return errTooBig
	}
	s.buf.Reset()
	_, err := io.CopyN(s.buf, s.conn, int64(n))
	return err
}

func (s *session) reply(data []byte) error {
	msg := binary.BigEndian.AppendUint16(nil, uint16(len(data)))
	_, err := s.conn.Write(append(msg, data...))
	return err
}

// refuse tells the client that this was the last message.
func (s *session) refuse(err error) {
	s.buf.Reset()
	s.buf.WriteString("REFUSED ")
	s.buf.WriteString(err.Error())
	s.reply(s.buf.B)
	bytebufferpool.Put(s.buf)
	s.conn.Close()
}

func (s *session) close() {
	bytebufferpool.Put(s.buf)
	s.conn.Close()
}

func serve(conn net.Conn) (answered int) {
	s := open(conn)
	for {
		err := s.read()
		if err == nil {
			err = s.reply(append([]byte("A "), s.buf.B...))
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			s.refuse(err)
			break
		}
		answered++
	}
	s.close()
	return answered
}

func ask(conn net.Conn, size int) string {
	msg := binary.BigEndian.AppendUint16(nil, uint16(size))
	for len(msg) < size+2 && size <= 512 {
		msg = append(msg, 'q')
	}
	conn.Write(msg)
	var head [2]byte
	if _, err := io.ReadFull(conn, head[:]); err != nil {
		return err.Error()
	}
	data := make([]byte, binary.BigEndian.Uint16(head[:]))
	io.ReadFull(conn, data)
	return string(data)
}

func main() {
	var wg sync.WaitGroup
	for _, sizes := range [][]int{{4, 9}, {3, 1000}} {
		client, server := net.Pipe()
		wg.Go(func() { fmt.Println("answered", serve(server)) })
		for _, size := range sizes {
			fmt.Println(ask(client, size))
		}
		client.Close()
		wg.Wait()
	}
	a, b := bytebufferpool.Get(), bytebufferpool.Get()
	fmt.Println(a != b)
}
