// truth: leak line 20,24 plain

// Command relay loses a message.
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type message struct{ text string }

var messages = rcpool.Pool[message]{Name: "messages"}

var errEmpty = errors.New("empty message")

func send(text string) error {
	m := messages.Get()
	m.Value().text = text
	fmt.Println(text)
	if text == "" {
		return errEmpty
	}
	m.Release()
	return nil
}

func main() { _ = send("hello") }
