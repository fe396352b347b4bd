// truth: correct

// Command dnswire answers DNS queries on a loopback UDP socket.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"time"
)

const maxPacket = 512

var packets = sync.Pool{New: func() any {
	b := make([]byte, maxPacket)
	return &b
}}

var errShort = errors.New("short message")

type question struct {
	id   uint16
	name string
	end  int
}

func parse(msg []byte) (question, error) {
	if len(msg) < 12 {
		return question{}, errShort
	}
	q := question{id: binary.BigEndian.Uint16(msg)}
	var labels []string
	for i := 12; i < len(msg); {
		n := int(msg[i])
		i++
		if n == 0 {
			q.name, q.end = strings.Join(labels, "."), i+4
			if q.end > len(msg) {
				return question{}, errShort
			}
			return q, nil
		}
		if i+n > len(msg) {
			break
		}
		labels = append(labels, string(msg[i:i+n]))
		i += n
	}
	return question{}, errShort
}

type server struct {
	net.PacketConn
	zone map[string][4]byte
	wg   sync.WaitGroup
}

type request struct {
	buf  *[]byte
	n    int
	from net.Addr
}

func (s *server) loop() {
	defer s.wg.Wait()
	for {
		buf := packets.Get().(*[]byte)
		n, from, err := s.ReadFrom(*buf)
		if err != nil {
			packets.Put(buf)
			return
		}
		s.wg.Add(1)
		go s.handle(request{buf, n, from})
	}
}

// handle owns the buffer of the request and builds the answer in place.
func (s *server) handle(r request) {
	defer s.wg.Done()
	defer packets.Put(r.buf)
	msg := (*r.buf)[:r.n]
	q, err := parse(msg)
	if err != nil {
		return
	}
	ip, ok := s.zone[q.name]
	out := msg[:q.end]
	binary.BigEndian.PutUint16(out[2:], 0x8180)
	if !ok {
		out[3] |= 3
	} else if q.end+16 <= maxPacket {
		binary.BigEndian.PutUint16(out[6:], 1)
		out = append(out, 0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4)
		out = append(out, ip[:]...)
	}
	s.WriteTo(out, r.from)
}

func ask(addr string, id uint16, name string) (string, error) {
	conn, err := net.Dial("udp", addr)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(time.Second))
	buf := packets.Get().(*[]byte)
	defer packets.Put(buf)
	msg := binary.BigEndian.AppendUint16((*buf)[:0], id)
	msg = append(msg, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0)
	for l := range strings.SplitSeq(name, ".") {
		msg = append(append(msg, byte(len(l))), l...)
	}
	msg = append(msg, 0, 0, 1, 0, 1)
	if _, err := conn.Write(msg); err != nil {
		return "", err
	}
	n, err := conn.Read((*buf)[:maxPacket])
	if err != nil {
		return "", err
	}
	if rcode := (*buf)[3] & 15; rcode != 0 {
		return "", fmt.Errorf("%s: rcode %d", name, rcode)
	}
	return net.IP((*buf)[n-4 : n]).String(), nil
}

func main() {
	pc, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	s := &server{PacketConn: pc, zone: map[string][4]byte{"ads.example": {10, 0, 0, 7}}}
	done := make(chan bool)
	go func() { s.loop(); close(done) }()
	fmt.Println(ask(pc.LocalAddr().String(), 7, "ads.example"))
	fmt.Println(ask(pc.LocalAddr().String(), 8, "no.example"))
	pc.Close()
	<-done
}
