// truth: use-after-release line 51 plain
package main

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"sync"

	"github.com/valyala/bytebufferpool"
)

type user struct {
	nick string
	conn net.Conn
	sent int
}

type message struct {
	prefix, verb string
	params       []string
	text         string
}

// send writes one message in the format of IRC.
func (u *user) send(m *message) error {
	buf := bytebufferpool.Get()
	if m.prefix != "" {
		buf.WriteByte(':')
		buf.WriteString(m.prefix)
		buf.WriteByte(' ')
	}
	buf.WriteString(m.verb)
	for _, p := range m.params {
		buf.WriteByte(' ')
		buf.WriteString(p)
	}
	if m.text != "" {
		buf.WriteString(" :")
		buf.WriteString(m.text)
	}
	buf.WriteString("\r\n")
	line := buf.Bytes()
	if len(line) > 512 {
		bytebufferpool.Put(buf)
		return fmt.Errorf("message to %s is too long", u.nick)
	}
	u.sent += buf.Len()
	bytebufferpool.Put(buf)
	_, err := u.conn.Write(line)
	return err
}

func main() {
	server, client := net.Pipe()
	u := &user{nick: "ann", conn: server}
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		in := bufio.NewScanner(client)
		for in.Scan() {
			fmt.Println(in.Text())
		}
	}()
	msgs := []*message{
		{prefix: "bob", verb: "PRIVMSG", params: []string{"#go"}, text: "hello there"},
		{verb: "PING", params: []string{"srv1"}},
		{prefix: "bob", verb: "PRIVMSG", params: []string{"#go"}, text: strings.Repeat("x", 600)},
	}
	for _, m := range msgs {
		if err := u.send(m); err != nil {
			fmt.Println("error:", err)
		}
	}
	server.Close()
	wg.Wait()
	fmt.Println("sent", u.sent)
}
