// truth: escape line 44 hard
package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool"
)

type Turn struct {
	User, Text string
	Tokens     int
}

// Room runs its hooks when the conversation ends.
type Room struct {
	turns rcpool.Pool[Turn]
	hooks []func(io.Writer)
	total int
}

func (r *Room) onClose(f func(io.Writer)) { r.hooks = append(r.hooks, f) }

func (r *Room) Close(w io.Writer) {
	for i := len(r.hooks) - 1; i >= 0; i-- {
		r.hooks[i](w)
	}
	r.hooks = nil
}

func (r *Room) Say(user, text string) {
	ref := r.turns.Get()
	defer ref.Release()
	turn := ref.Value()
	turn.User, turn.Text = user, text
	turn.Tokens = len(strings.Fields(text))
	r.total += turn.Tokens
	if turn.Tokens == 0 {
		return
	}
	if strings.HasPrefix(turn.Text, "/remind") {
		r.onClose(func(w io.Writer) {
			fmt.Fprintf(w, "%s wanted: %s\n", turn.User, turn.Text)
		})
	}
}

func main() {
	r := new(Room)
	r.Say("ann", "hello bot")
	r.Say("bob", "/remind me to water the plants")
	r.Say("ann", "")
	r.Say("cat", "/remind all of the meeting")
	var out strings.Builder
	r.Close(&out)
	fmt.Print(r.total, "\n", out.String())
	if !strings.Contains(out.String(), "plants") {
		panic("the reminder is lost")
	}
}
