// truth: escape line 30,58 callee
package main

import (
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type Message struct {
	Room   string
	Author string
	Text   string
}

var messages = rcpool.Pool[Message]{Name: "messages"}

type member struct {
	nick  string
	muted map[string]bool
	inbox []*Message
}

// deliver shows the message to the member at the next poll.
func (m *member) deliver(msg *Message) bool {
	if m.muted[msg.Author] {
		return false
	}
	m.inbox = append(m.inbox, msg)
	return true
}

func (m *member) poll() []string {
	var lines []string
	for _, msg := range m.inbox {
		lines = append(lines, "<"+msg.Author+"> "+msg.Text)
	}
	m.inbox = nil
	return lines
}

type room struct {
	name    string
	members []*member
}

func (r *room) say(author, text string) int {
	ref := messages.Get()
	defer ref.Release()
	msg := ref.Value()
	msg.Room, msg.Author, msg.Text = r.name, author, strings.TrimSpace(text)
	if msg.Text == "" {
		return 0
	}
	n := 0
	for _, m := range r.members {
		if m.nick != author && m.deliver(msg) {
			n++
		}
	}
	return n
}

func main() {
	ada := &member{nick: "ada", muted: map[string]bool{"bot": true}}
	bob := &member{nick: "bob"}
	r := &room{name: "#ops", members: []*member{ada, bob}}
	fmt.Println(r.say("ada", " deploy at noon "), r.say("bot", "build failed"), r.say("bob", "  "))
	fmt.Println(r.say("bob", "ok"))
	fmt.Printf("%q %q\n", ada.poll(), bob.poll())
}
