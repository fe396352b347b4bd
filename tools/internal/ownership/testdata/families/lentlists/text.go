// Package lentlists has lists, maps and structs of slices and pointers that are memory of
// pooled objects.
package lentlists

import (
	"bytes"
	"sync"
)

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func get(text string) *bytes.Buffer {
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	b.WriteString(text)
	return b
}

// A header is a line of a message.
type header struct{ name, value []byte }

func parse(line []byte) header {
	i := bytes.IndexByte(line, ':')
	return header{name: line[:i], value: line[i+1:]}
}

type player struct {
	name  string
	score int
}

// A board is pooled with the memory of its players.
type board struct{ players []player }

var boards = sync.Pool{New: func() any { return new(board) }}

func newBoard(names []string) *board {
	b := boards.Get().(*board)
	b.players = b.players[:0]
	for i, name := range names {
		b.players = append(b.players, player{name, i})
	}
	return b
}

func (b *board) find(name string) *player {
	for i := range b.players {
		if b.players[i].name == name {
			return &b.players[i]
		}
	}
	return nil
}

// A page has memory of a buffer, and a name.
type page struct {
	name string
	body []byte
	size int
}
