package main

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"testing"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rctest"
)

func TestFanout_EveryClientGetsEveryLine(t *testing.T) {
	rctest.NoLeaks(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, interrupt := context.WithCancel(context.Background())
	done := make(chan error, 1)
	h := new(hub)
	go func() { done <- h.serve(ctx, listener) }()

	var clients []*bufio.ReadWriter
	for range 5 {
		conn, err := net.Dial("tcp", listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		c := bufio.NewReadWriter(bufio.NewReader(conn), bufio.NewWriter(conn))
		clients = append(clients, c)
		// Once the client has its own line, it gets those of others too.
		say(t, c, "hello")
		hear(t, c, "hello")
		for _, earlier := range clients[:len(clients)-1] {
			hear(t, earlier, "hello")
		}
	}
	for i, speaker := range clients {
		text := fmt.Sprintf("I am number %d", i)
		say(t, speaker, text)
		for _, c := range clients {
			hear(t, c, text)
		}
	}

	interrupt()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if _, err := clients[0].ReadByte(); err == nil {
		t.Error("a connection is open after the end")
	}
}

func say(t *testing.T, c *bufio.ReadWriter, text string) {
	t.Helper()
	fmt.Fprintln(c, text)
	if err := c.Flush(); err != nil {
		t.Fatal(err)
	}
}

func hear(t *testing.T, c *bufio.ReadWriter, want string) {
	t.Helper()
	if got, err := c.ReadString('\n'); err != nil || got != want+"\n" {
		t.Fatalf("heard %q, want %q; %v", got, want, err)
	}
}

func TestHub_SlowClientMissesLines(t *testing.T) {
	rctest.NoLeaks(t)
	slow := &client{queue: make(chan rcpool.Ref[line], 1)}
	h := &hub{clients: map[*client]bool{slow: true}}
	for _, text := range []string{"first", "second"} {
		l := lines.Get()
		l.Value().text = append(l.Value().text, text...)
		h.send(l)
	}
	h.leave(slow)
	got := 0
	for l := range slow.queue {
		if text := string(l.Value().text); text != "first" {
			t.Errorf("got %q", text)
		}
		l.Release()
		got++
	}
	if got != 1 {
		t.Errorf("got %d lines, want 1", got)
	}
}
