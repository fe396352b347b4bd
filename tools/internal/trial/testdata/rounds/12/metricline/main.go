// truth: escape line 44 plain

package main

import (
	"bytes"
	"fmt"
	"net"
	"sort"
	"strconv"

	"github.com/valyala/bytebufferpool"
)

type point struct {
	name string
	tags map[string]string
	v    float64
}

type statsd struct {
	conn net.Conn
	mtu  int
}

func encodePoint(p point) ([]byte, error) {
	if p.name == "" {
		return nil, fmt.Errorf("point without a name")
	}
	bb := bytebufferpool.Get()
	defer bytebufferpool.Put(bb)
	bb.WriteString(p.name)
	keys := make([]string, 0, len(p.tags))
	for k := range p.tags {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		bb.WriteString("," + k + "=" + p.tags[k])
	}
	bb.WriteByte(' ')
	bb.B = strconv.AppendFloat(bb.B, p.v, 'g', -1, 64)
	bb.WriteByte('\n')
	return bb.Bytes(), nil
}

func (s *statsd) send(points []point) (n int, err error) {
	var lines [][]byte
	for _, p := range points {
		line, err := encodePoint(p)
		if err != nil {
			continue
		}
		lines = append(lines, line)
	}
	for _, l := range lines {
		m, err := s.conn.Write(l)
		n += m
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

func main() {
	client, server := net.Pipe()
	got := make(chan string)
	go func() {
		var all bytes.Buffer
		all.ReadFrom(server)
		got <- all.String()
	}()
	s := &statsd{conn: client, mtu: 1400}
	n, err := s.send([]point{
		{"rpc", map[string]string{"code": "ok", "az": "b"}, 1.5},
		{"", nil, 2},
		{"queue", map[string]string{"topic": "pay"}, 12},
	})
	client.Close()
	fmt.Println(n, err)
	fmt.Print(<-got)
}
