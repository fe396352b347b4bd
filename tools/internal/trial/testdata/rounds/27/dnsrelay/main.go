// truth: correct

// Dnsrelay is a stub resolver that forwards queries over UDP. Packets are read
// into pooled buffers, whose ownership moves to the goroutine of the query.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"
)

const packetSize = 512

var packets = sync.Pool{New: func() any { b := make([]byte, packetSize); return &b }}

type query struct {
	buf  *[]byte
	n    int
	from net.Addr
}

func (q *query) bytes() []byte { return (*q.buf)[:q.n] }

func (q *query) free() {
	if q.buf != nil {
		packets.Put(q.buf)
		q.buf = nil
	}
}

type relay struct {
	conn    net.PacketConn
	zone    map[string]uint32
	workers sync.WaitGroup
	limit   chan struct{}
}

func (r *relay) serve() {
	defer r.workers.Wait()
	for {
		buf := packets.Get().(*[]byte)
		n, from, err := r.conn.ReadFrom(*buf)
		if err != nil {
			packets.Put(buf)
			if errors.Is(err, net.ErrClosed) {
				return
			}
			continue
		}
		q := query{buf, n, from}
		select {
		case r.limit <- struct{}{}:
		default:
			q.free() // the client tries again
			continue
		}
		r.workers.Go(func() {
			defer func() { <-r.limit }()
			defer q.free()
			r.answer(&q)
		})
	}
}

func name(msg []byte) (string, error) {
	if len(msg) < 3 || len(msg) < 3+int(msg[2]) {
		return "", errors.New("short query")
	}
	return string(msg[3 : 3+int(msg[2])]), nil
}

func (r *relay) answer(q *query) {
	msg := q.bytes()
	host, err := name(msg)
	if err != nil {
		return
	}
	out := packets.Get().(*[]byte)
	defer packets.Put(out)
	reply := append((*out)[:0], msg[:2]...)
	if ip, ok := r.zone[host]; ok {
		reply = append(reply, 1)
		reply = binary.BigEndian.AppendUint32(reply, ip)
	} else {
		reply = append(reply, 0)
	}
	r.conn.WriteTo(reply, q.from)
}

func lookup(server net.Addr, id uint16, host string) (uint32, error) {
	conn, err := net.Dial("udp", server.String())
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	buf := packets.Get().(*[]byte)
	defer packets.Put(buf)
	msg := binary.BigEndian.AppendUint16((*buf)[:0], id)
	msg = append(msg, byte(len(host)))
	msg = append(msg, host...)
	if _, err := conn.Write(msg); err != nil {
		return 0, err
	}
	conn.SetReadDeadline(time.Now().Add(500 * time.Millisecond))
	n, err := conn.Read(*buf)
	if err != nil {
		return 0, err
	}
	answer := (*buf)[:n]
	if n < 3 || binary.BigEndian.Uint16(answer) != id {
		return 0, errors.New("bad answer")
	}
	if answer[2] == 0 {
		return 0, fmt.Errorf("%s: no such host", host)
	}
	return binary.BigEndian.Uint32(answer[3:]), nil
}

func main() {
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	r := &relay{conn: conn, zone: map[string]uint32{"db.local": 0x0a000001, "mq.local": 0x0a000002}, limit: make(chan struct{}, 16)}
	stopped := make(chan struct{})
	go func() { defer close(stopped); r.serve() }()
	for i, host := range []string{"db.local", "mq.local", "nope.local"} {
		fmt.Println(lookup(conn.LocalAddr(), uint16(i), host))
	}
	conn.Close()
	<-stopped
}
